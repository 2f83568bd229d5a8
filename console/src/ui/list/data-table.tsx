import { Button, Table, type TableColumnType } from 'antd'
import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import type { Column } from './columns/column-layout.ts'
import { useDensity } from './density.ts'
import { rememberList } from './last-list.ts'
import { Pager } from './pager.tsx'
import { Empty, Failure, Skeleton, useDelayed } from '../states.tsx'
import { text } from '../text.ts'
import { EventTime } from './time.tsx'
import { type StoredLayout, useColumns } from './columns/use-columns.ts'
import { usePeek } from './use-peek.ts'
import type { Selection } from './use-selection.ts'

const Peek = lazyComponent(() => import('./peek.tsx'))

export type Columns<T> = Column<T>[]

/** The result of useCall for a call that returns a page of rows. */
export interface Listing<T> {
  /** `more`: there are more than `total`, not counted. */
  data: { records: T[]; total: number; more?: boolean } | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

export interface TableProps<T> {
  /** The accessible name of the table. */
  label: string
  of: Listing<T>
  columns: Columns<T>
  /** Given if the user can arrange columns. */
  arranged?: StoredLayout
  paging: { current: number; size: number }
  onPage: (paging: { current: number; size: number }) => void
  /** The name of a row, for its checkbox. */
  rowName: (row: T) => string
  selection?: Selection<T>
  /** Why a row cannot be ticked. */
  protectedReason?: (row: T) => string | undefined
  /** Shown while there are no rows at all, with a first action. */
  empty?: { title: string; hint?: string; action?: ReactNode }
  /** Given if there are filters: then an empty result offers to clear them. */
  onClearFilters?: (() => void) | undefined
  /** Given if the server can sort: antd's sorter columns report here. */
  onSort?: (orderBy: string, asc: boolean | undefined) => void
}

const sizes = { compact: 'small', usual: 'middle', roomy: 'large' } as const

/** A page of records: antd's Table with corrections (design/console.md 1.5). */
export function DataTable<T extends { id: string }>(props: TableProps<T>) {
  const { label, of, columns, paging, onPage } = props
  const busy = useDelayed(of.isFetching)
  const density = useDensity()
  const { shown, scroll, isMeasured, hold } = useColumns(columns, props.arranged, props.selection !== undefined, of.data !== undefined)
  const peek = usePeek(of.data?.records ?? [])
  useEffect(() => of.data && rememberList(of.data.records), [of.data])
  if (of.error && !of.data) return <Failure error={of.error} onRetry={() => void of.refetch()} />
  if (!of.data || !isMeasured)
    return (
      <div ref={hold}>
        <Skeleton lines={8} />
      </div>
    )
  const { records, total, more = false } = of.data
  if (records.length === 0 && total > 0 && paging.current > 1 && !of.isFetching)
    return <PastLastPage onBack={() => onPage({ ...paging, current: 1 })} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/mouse-events-have-key-events -- the keyboard has the panel beside the list
    <div ref={hold} className="table" data-density={density} onMouseOver={showCutText}>
      <output className="heard-only">{text.table.status(total, paging.current)}</output>
      <Table<T>
        aria-label={label}
        rowKey="id"
        size={sizes[density]}
        columns={shown.map(withTimeRenderer)}
        dataSource={records}
        onRow={(row, place = 0) => peek.rowProps(row, place)}
        // Otherwise the whole table would be a live region, read again at every page.
        loading={{ spinning: busy, 'aria-live': 'off' } as { spinning: boolean }}
        {...(scroll && { scroll })}
        tableLayout="auto"
        // Rows with a property `children` are not a tree here.
        expandable={{ childrenColumnName: 'no-children' }}
        locale={{ emptyText: <Nothing {...props} /> }}
        {...(props.selection && { rowSelection: tickable(props.selection, props) })}
        // antd reports a change of page here too, with the present order.
        {...(props.onSort && {
          onChange: (_paging, _filters, sorter, { action }) => action === 'sort' && reportSort(sorter, props.onSort!),
        })}
        pagination={false}
      />
      <Pager paging={paging} total={total} more={more} onPage={onPage} />
      {peek.row && (
        <Peek name={props.rowName(peek.row)} {...partsOf(columns, peek.row)} before={peek.before} after={peek.after} onClose={peek.close} />
      )}
    </div>
  )
}

/** Adds the rendering of the column's kind. */
function withTimeRenderer<T>(column: Column<T>): Column<T> {
  if (column.kind === undefined || column.render) return column
  return { ...column, render: (at: string | null) => <EventTime at={at} /> }
}

/** A scrolling region must contain something focusable, so there is always a button. */
function Nothing<T>({ of, empty, onClearFilters }: TableProps<T>) {
  if (onClearFilters)
    return <Empty title={text.table.nothingFound} action={<Button onClick={onClearFilters}>{text.table.clearFilters}</Button>} />
  const action = empty?.action ?? <Button onClick={() => void of.refetch()}>{text.table.again}</Button>
  return <Empty title={empty?.title ?? text.table.nothingYet} hint={empty?.hint} action={action} />
}

/** The page is behind the end, as after deleting the last row of the last page. */
function PastLastPage({ onBack }: { onBack: () => void }) {
  return <Empty title={text.table.pageEmpty} action={<Button onClick={onBack}>{text.table.firstPage}</Button>} />
}

function tickable<T extends { id: string }>(
  selection: Selection<T>,
  { rowName, protectedReason }: Pick<TableProps<T>, 'rowName' | 'protectedReason'>,
) {
  return {
    selectedRowKeys: selection.ids,
    preserveSelectedRowKeys: true,
    onChange: (ids: React.Key[], rows: T[]) => selection.choose(ids.map(String), rows),
    getCheckboxProps: (row: T) => {
      const reason = protectedReason?.(row)
      return { 'aria-label': text.table.select(rowName(row)), disabled: selection.everything || reason !== undefined, title: reason }
    },
    getTitleCheckboxProps: () => ({ 'aria-label': text.table.selectAll, disabled: selection.everything }),
    columnTitle: (tick: ReactNode) => <HeaderTick>{tick}</HeaderTick>,
    columnWidth: 44,
  }
}

/** Sets a tooltip with the whole text if it is cut. */
function showCutText({ target }: MouseEvent) {
  const cell = (target as Element).closest<HTMLElement>('td.ant-table-cell-ellipsis')
  if (!cell || (cell.title !== '' && cell.dataset.whole === undefined)) return
  const isCut = [cell, ...cell.querySelectorAll('*')].some(part => part.clientWidth > 0 && part.scrollWidth > part.clientWidth)
  cell.dataset.whole = ''
  cell.title = isCut ? cell.innerText : ''
}

/** The cells of one row with their titles, and its actions. */
function partsOf<T>(columns: Columns<T>, row: T) {
  const cell = ({ render, dataIndex }: Column<T>) => {
    const value: unknown = dataIndex === undefined ? undefined : row[dataIndex as keyof T]
    return (render ? render(value, row, 0) : value) as ReactNode
  }
  const tools = columns.find(({ key }) => key === 'tools')
  const facts = columns.filter(column => column !== tools && typeof column.title === 'string' && column.title !== '')
  return { facts: facts.map(column => [column.title as string, cell(column)] as const), tools: tools && cell(tools) }
}

interface Sorted {
  field?: React.Key | readonly React.Key[]
  order?: 'ascend' | 'descend' | null
}
function reportSort(sorter: Sorted | Sorted[], onSort: (orderBy: string, asc: boolean | undefined) => void) {
  const one = Array.isArray(sorter) ? sorter[0] : sorter
  onSort(one?.order ? String(one.field) : '', one?.order ? one.order === 'ascend' : undefined)
}

/** The last column, with the actions on the row. */
export const toolColumn = <T,>(render: (row: T) => ReactNode, width = 128): TableColumnType<T> => ({
  key: 'tools',
  title: text.table.tools,
  fixed: 'end',
  width,
  render: (_, row) => render(row),
})

/**
 * The checkbox of a table's header. antd renders every title again in a hidden row for measuring, where the box would be
 * focusable and invisible, so it is left out there.
 */
function HeaderTick({ children }: { children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(false)
  useLayoutEffect(() => setSeen(place.current?.closest('.ant-table-measure-row') === null), [])
  return <span ref={place}>{isSeen && children}</span>
}
