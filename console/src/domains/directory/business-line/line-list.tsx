import type { ReactNode } from 'react'
import { type Columns, DataTable, type Listing } from '../../../ui/list/data-table.tsx'
import { FindField } from '../../../ui/list/search/find-field.tsx'
import { PartTools } from '../../../ui/list/list-tools.tsx'
import type { List } from '../../../ui/list/use-list.ts'

export type LineList = List<{ name: string; code: string }, Record<'stripeId' | 'stripeName' | 'parentId' | 'who' | 'tab', string>>
export interface LinePanelProps {
  list: LineList
  lineName: string
}

interface Props<T> {
  list: LineList
  of: Listing<T>
  columns: Columns<T>
  /** The accessible name of the table. */
  label: string
  words: { hint: string; search: string; none: string; noneHint: string }
  /** Further actions, at the end of the bar. */
  children?: ReactNode
}

/** People of a business line: what is listed, the search, and the rows. */
export function LinePersons<T extends { id: string; realName: string }>({ list, of, columns, label, words, children }: Props<T>) {
  const { who, parentId } = list.params
  const isNarrowed = who !== '' || parentId !== ''
  return (
    <>
      <PartTools arranged={list.tools.arranged} hasViews onRefresh={() => void of.refetch()}>
        <FindField hint={words.search} value={who} onFind={found => list.narrow({ who: found })} />
        <span className="line-hint">{words.hint}</span>
        {children}
      </PartTools>
      <DataTable<T>
        {...list.table}
        label={label}
        of={of}
        columns={columns}
        rowName={row => row.realName}
        empty={{ title: words.none, hint: words.noneHint }}
        onClearFilters={isNarrowed ? () => list.narrow({ who: '', parentId: '' }) : undefined}
      />
    </>
  )
}
