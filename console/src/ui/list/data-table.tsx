import { Button, Table, type TableColumnsType, type TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { useDensity } from './density.ts'
import { HeaderTick } from './header-tick.tsx'
import { keepPageSize, PAGE_SIZES } from './list-params.ts'
import { PageSize } from './page-size.tsx'
import { Empty, Failure, Skeleton, useDelayed } from '../states.tsx'
import { text } from '../text.ts'
import type { Selection } from './use-selection.ts'

export type Columns<T> = TableColumnsType<T>

/** What useCall gives for a call that answers with a page of rows. */
export interface Listing<T> {
  /** `more`: there are more than `total`, which nobody counted. */
  data: { records: T[]; total: number; more?: boolean } | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

interface Props<T> {
  /** Names the table for those who hear it. */
  label: string
  of: Listing<T>
  columns: Columns<T>
  paging: { current: number; size: number }
  onPage: (paging: { current: number; size: number }) => void
  /** What a row is called, for the name of its checkbox. */
  rowName: (row: T) => string
  selection?: Selection<T>
  /** Why a row cannot be ticked. */
  keptBecause?: (row: T) => string | undefined
  /** Nothing there yet: what to say and the first thing to do. */
  empty?: { title: string; hint?: string; action?: ReactNode }
  /** Given where filters stand: then nothing found is said, with a way out. */
  onClearFilters?: (() => void) | undefined
  /** Draws rows whose order can be sorted by the server: antd's sorter columns report here. */
  onSort?: (orderBy: string, asc: boolean | undefined) => void
}

const sizes = { compact: 'small', usual: 'middle', roomy: 'large' } as const

/** A page of records. antd's Table with its defects mended (design/console.md 1.5). */
export function DataTable<T extends { id: string }>(props: Props<T>) {
  const { label, of, columns, paging, onPage } = props
  const busy = useDelayed(of.isFetching)
  const density = useDensity()
  if (of.error && !of.data) return <Failure error={of.error} onRetry={() => void of.refetch()} />
  if (!of.data) return <Skeleton lines={8} />
  const { records, total, more = false } = of.data
  if (records.length === 0 && total > 0 && paging.current > 1 && !of.isFetching)
    return <BehindTheEnd onBack={() => onPage({ ...paging, current: 1 })} />
  return (
    <div className="table" data-density={density}>
      <output className="heard-only">{text.table.status(total, paging.current)}</output>
      <Table<T>
        aria-label={label}
        rowKey="id"
        size={sizes[density]}
        columns={columns}
        dataSource={records}
        // The whole table would be one live region, read again at every page.
        loading={{ spinning: busy, 'aria-live': 'off' } as { spinning: boolean }}
        scroll={{ x: 'max-content' }}
        // Rows that carry children of their own are no tree here.
        expandable={{ childrenColumnName: 'no-children' }}
        locale={{ emptyText: <Nothing {...props} /> }}
        {...(props.selection && { rowSelection: tickable(props.selection, props) })}
        // A change of page is told here too, with the order that stands.
        {...(props.onSort && {
          onChange: (_paging, _filters, sorter, { action }) => action === 'sort' && reportSort(sorter, props.onSort!),
        })}
        pagination={{
          current: paging.current,
          pageSize: paging.size,
          total,
          size: 'small',
          hideOnSinglePage: false,
          showSizeChanger: true,
          pageSizeOptions: PAGE_SIZES,
          components: { sizeChanger: PageSize },
          showQuickJumper: total > paging.size,
          showTotal: total => text.table.total(total, more),
          onChange: (current, size) => {
            keepPageSize(size)
            onPage({ current: size === paging.size ? current : 1, size })
          },
        }}
      />
    </div>
  )
}

/** What scrolls must hold something the keyboard reaches: there is always a button. */
function Nothing<T>({ of, empty, onClearFilters }: Props<T>) {
  if (onClearFilters)
    return <Empty title={text.table.nothingFound} action={<Button onClick={onClearFilters}>{text.table.clearFilters}</Button>} />
  const action = empty?.action ?? <Button onClick={() => void of.refetch()}>{text.table.again}</Button>
  return <Empty title={empty?.title ?? text.table.nothingYet} hint={empty?.hint} action={action} />
}

/** The last row of the last page is gone: no rows here, but there are some. */
function BehindTheEnd({ onBack }: { onBack: () => void }) {
  return <Empty title={text.table.pageEmpty} action={<Button onClick={onBack}>{text.table.firstPage}</Button>} />
}

function tickable<T extends { id: string }>(selection: Selection<T>, { rowName, keptBecause }: Pick<Props<T>, 'rowName' | 'keptBecause'>) {
  return {
    selectedRowKeys: selection.ids,
    preserveSelectedRowKeys: true,
    onChange: (ids: React.Key[], rows: T[]) => selection.choose(ids.map(String), rows),
    getCheckboxProps: (row: T) => {
      const reason = keptBecause?.(row)
      return { 'aria-label': text.table.select(rowName(row)), disabled: selection.everything || reason !== undefined, title: reason }
    },
    getTitleCheckboxProps: () => ({ 'aria-label': text.table.selectAll, disabled: selection.everything }),
    columnTitle: (tick: ReactNode) => <HeaderTick>{tick}</HeaderTick>,
    columnWidth: 44,
  }
}

interface Sorted {
  field?: React.Key | readonly React.Key[]
  order?: 'ascend' | 'descend' | null
}
function reportSort(sorter: Sorted | Sorted[], onSort: (orderBy: string, asc: boolean | undefined) => void) {
  const one = Array.isArray(sorter) ? sorter[0] : sorter
  onSort(one?.order ? String(one.field) : '', one?.order ? one.order === 'ascend' : undefined)
}

/** The last column: what can be done with the row. */
export const toolColumn = <T,>(render: (row: T) => ReactNode, width = 152): TableColumnType<T> => ({
  key: 'tools',
  title: text.table.tools,
  fixed: 'end',
  width,
  render: (_, row) => render(row),
})
