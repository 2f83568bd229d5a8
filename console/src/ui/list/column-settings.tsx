import { SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { session } from '../../platform/session.ts'
import type { Columns } from './data-table.tsx'
import { text } from '../text.ts'
import { useDialog } from '../dialog/use-dialog.ts'

// The dialog comes when it is first opened.
const ColumnChoice = lazyComponent(() => import('./column-choice.tsx'))

interface Choosable {
  key: string
  label: string
}

/** Which columns of a table this person wants to see; kept in their browser under the table's name. */
export function useShownColumns(name: string, choosable: readonly Choosable[], usual: readonly string[]) {
  const key = `hufu-columns-${name}-${session.get().id}`
  const [shown, setShown] = useState(() => kept(key, choosable) ?? usual)
  const change = (next: readonly string[]) => {
    setShown(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return {
    choosable,
    shown,
    change,
    reset: () => change(usual),
    /** Columns nobody may hide are not among the choosable ones. */
    pick: <T,>(columns: Columns<T>): Columns<T> =>
      columns.filter(column => !choosable.some(one => one.key === column.key) || shown.includes(String(column.key))),
  }
}
export type ShownColumns = ReturnType<typeof useShownColumns>

export function ColumnSettings({ of }: { of: ShownColumns }) {
  const dialog = useDialog()
  return (
    <>
      <Button
        type="text"
        icon={<SettingOutlined aria-hidden />}
        title={text.columns.open}
        aria-label={text.columns.open}
        onClick={() => dialog.open()}
      />
      {dialog.isOpen && <ColumnChoice of={of} onClose={dialog.close} />}
    </>
  )
}

function kept(key: string, choosable: readonly Choosable[]): string[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    // A column that has been given up since is forgotten.
    return Array.isArray(stored) ? choosable.map(one => one.key).filter(one => stored.includes(one)) : undefined
  } catch {
    return undefined
  }
}
