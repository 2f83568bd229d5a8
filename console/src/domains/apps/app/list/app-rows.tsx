import type { App } from '@hufu/contract/apps/app'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { DataTable, type Listing } from '../../../../ui/list/data-table.tsx'
import type { StoredLayout } from '../../../../ui/list/columns/use-columns.ts'
import type { Tool } from '../../../../ui/list/row-tools.tsx'
import { Empty, Loaded } from '../../../../ui/states.tsx'
import { text as uiText } from '../../../../ui/text.ts'
import { AppCards } from './app-cards.tsx'
import { columnsOf } from './app-columns.tsx'
import { text } from '../text.ts'

interface Paging {
  current: number
  size: number
}
interface Props {
  of: Listing<App>
  look: string
  paging: Paging
  onPage: (paging: Paging) => void
  arranged: StoredLayout
  toolsOf: (row: App) => readonly (Tool | false)[]
  empty: { title: string; hint?: string; action?: ReactNode }
  onClearFilters: (() => void) | undefined
}

/** A page of applications, as cards or as a table. */
export function AppRows({ look, ...props }: Props) {
  const { of, paging, onPage, toolsOf } = props
  if (look === 'table')
    return (
      <DataTable<App>
        label={text.list}
        of={of}
        columns={columnsOf(toolsOf)}
        paging={paging}
        onPage={onPage}
        arranged={props.arranged}
        rowName={row => row.name}
        empty={props.empty}
        onClearFilters={props.onClearFilters}
      />
    )
  return (
    <Loaded of={of} lines={8}>
      {data =>
        data.records.length === 0 ? (
          <Nothing {...props} />
        ) : (
          <>
            <output className="heard-only">{uiText.table.status(data.total, paging.current)}</output>
            <AppCards of={data} paging={paging} onPage={onPage} toolsOf={toolsOf} />
          </>
        )
      }
    </Loaded>
  )
}

function Nothing({ of, paging, onPage, empty, onClearFilters }: Omit<Props, 'look'>) {
  const words = uiText.table
  if ((of.data?.total ?? 0) > 0)
    return <Empty title={words.pageEmpty} action={<Button onClick={() => onPage({ ...paging, current: 1 })}>{words.firstPage}</Button>} />
  if (onClearFilters) return <Empty title={words.nothingFound} action={<Button onClick={onClearFilters}>{words.clearFilters}</Button>} />
  return <Empty title={empty.title} hint={empty.hint} action={empty.action} />
}
