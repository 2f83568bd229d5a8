import { type ColumnLayout, listPreference, type ListView } from '@hufu/contract/operations/list-preference'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keyOf, useCall } from '../../../platform/calls.ts'
import { session } from '../../../platform/session.ts'
import { createStore, type Store } from '../../../platform/store.ts'
import { useSmallScreen } from '../../use-small-screen.ts'
import {
  arranged,
  type Choosable,
  choosableOf,
  type Column,
  fitting,
  withLayout,
  totalWidth,
  defaultLayout,
  withOneAct,
} from './column-layout.ts'

/** The table's columns, for the tools above it. */
interface Offered {
  choosable: readonly Choosable[]
  layout: ColumnLayout
  usual: ColumnLayout
  /** How many columns found no room. */
  leftOut: number
}
/** A list arranged by its user: the key of its preference, and its table's columns. */
export interface StoredLayout {
  list: string
  offered: Store<Offered>
}
interface Preference {
  columns: ColumnLayout | null
  views: ListView[]
}
const NONE: ColumnLayout = { hidden: [], order: [], pinned: [] }

export function useStoredLayout(list: string): StoredLayout {
  const [offered] = useState(() => createStore<Offered>({ choosable: [], layout: NONE, usual: NONE, leftOut: 0 }))
  return { list, offered }
}

const layoutKey = (list: string) => `hufu-columns-${list}-${session.get().id}`
/** The preference stored in this browser, until the server has answered. */
function storedLayout(list: string): ColumnLayout | null {
  const stored = localStorage.getItem(layoutKey(list))
  return stored === null ? null : (JSON.parse(stored) as ColumnLayout)
}

/** The user's preference for this list. Until it is known it must not be changed, or what is stored would be lost. */
export function usePreference(list: string | undefined, isWanted = true) {
  const found = useCall(listPreference.get, {
    query: { list: list ?? '' },
    enabled: list !== undefined && isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    quietly: true,
  })
  const columns = found.data?.columns
  useEffect(() => {
    if (list === undefined || columns === undefined) return
    if (columns === null) localStorage.removeItem(layoutKey(list))
    else localStorage.setItem(layoutKey(list), JSON.stringify(columns))
  }, [list, columns])
  const { columns: layout, views }: Preference = found.data ?? { columns: list === undefined ? null : storedLayout(list), views: [] }
  return { columns: layout, views, isKnown: found.data !== undefined }
}

/** Changes the preference shown at once; the caller also sends it to the server. */
export function usePreferenceChange(list: string): (patch: Partial<Preference>) => void {
  const client = useQueryClient()
  const key = keyOf(listPreference.get, { list }, undefined)
  return patch => client.setQueryData<Preference>(key, was => was && { ...was, ...patch })
}

/**
 * The columns as the user wants them, or as many as fit. `hold` measures the
 * room; the table waits for that, or it would be rendered twice.
 */
export function useColumns<T>(columns: readonly Column<T>[], at: StoredLayout | undefined, hasTicks: boolean, isThere: boolean) {
  const [room, setRoom] = useState<number>()
  const { columns: chosen } = usePreference(at?.list, isThere)
  const usual = defaultLayout(columns)
  const layout = chosen ?? usual
  const isSmall = useSmallScreen()
  const wanted = arranged(isSmall ? withOneAct(columns) : columns, layout)
  const shown = at && !chosen ? fitting(wanted, room ?? Number.POSITIVE_INFINITY, hasTicks) : wanted
  const state = JSON.stringify({ choosable: choosableOf(columns), layout, usual, leftOut: wanted.length - shown.length })
  const offered = at?.offered
  useEffect(() => offered?.set(JSON.parse(state) as Offered), [offered, state])
  const [hold] = useState(() => (element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(() => setRoom(element.clientWidth))
    setRoom(element.clientWidth)
    observer.observe(element)
    return () => observer.disconnect()
  })
  const width = totalWidth(shown, hasTicks)
  // antd measures a scrolling table and renders it again.
  const isScrolled = room !== undefined && width > room
  const laid = shown.map(column => withLayout(isScrolled ? column : { ...column, fixed: false }))
  return { hold, isMeasured: room !== undefined, shown: laid, ...(isScrolled && { scroll: { x: width } }) }
}
