import { type Examine, type ObjectType, review } from '@hufu/contract/governance/review'
import { Button } from 'antd'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useAddressParams } from '../../../platform/use-address-params.ts'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { ListTools } from '../../../ui/list/list-tools.tsx'
import { useList } from '../../../ui/list/use-list.ts'
import { type Selection, useSelection } from '../../../ui/list/use-selection.ts'
import { Card, Page, PageCount } from '../../../ui/page.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useSmallScreen } from '../../../ui/use-small-screen.ts'
import { Cards } from './cards.tsx'
import { columnsOf } from './columns.tsx'
import { ALL, filterQuery, Filters, NO_FILTERS, TABS } from './filters.tsx'
import { KeyHelp } from '../../../ui/dialog/key-help.tsx'
import { text } from './text.ts'
import { focusFirst, useListKeys } from './use-list-keys.ts'
import type { Verdict } from './use-verdict.ts'
import './review.css'

// Loaded when first opened.
const ReviewDrawer = lazyComponent(() => import('./review-drawer.tsx'))
const VerdictDialog = lazyComponent(() => import('./verdict-dialog.tsx'))

/** Requests of one kind; those for the caller first. */
export function ReviewList({ objectType }: { objectType: ObjectType }) {
  const asking = useReviewRows(objectType)
  const { list, rows, shownTab, selection } = asking
  const verdict = useDialog<Verdict>()
  const help = useDialog()
  const room = useRef<HTMLDivElement>(null)
  const opened = useOpenReview(room)
  const records = rows.data?.records ?? []
  const ask = (wanted: Verdict) => selection.ids.length > 0 && verdict.open(wanted)
  const keys = useListKeys({ list: room, rows: records, selection, onVerdict: ask, onHelp: () => help.open() })
  const found = rows.data
  useEffect(() => {
    if (found) focusFirst(room.current)
  }, [found])
  const table = <Rows objectType={objectType} of={asking} onOpen={row => opened.open(row.id)} />
  const items = TABS.map(key => ({ key, label: labelOf(key, asking.waiting), children: table }))
  return (
    <Page title={text.title[objectType]} description={text.description[objectType]}>
      <PageCount of={rows.data} />
      <Card>
        <Filters objectType={objectType} {...list.search} />
        <ListTools of={list.tools} onRefresh={() => void rows.refetch()} />
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of what has the focus within */}
        <div ref={room} className="review-list" onKeyDown={keys}>
          <VerdictBar of={selection} onVerdict={ask} />
          <Tabs activeKey={shownTab} onChange={key => list.narrow({ tab: key })} items={items} />
        </div>
      </Card>
      {opened.id !== '' && <ReviewDrawer id={opened.id} rows={records} onOpen={opened.open} onClose={opened.close} />}
      {verdict.item && <VerdictDialog verdict={verdict.item} of={selection} onClose={verdict.close} />}
      {help.isOpen && <KeyHelp keys={text.keys} onClose={help.close} />}
    </Page>
  )
}

const labelOf = (tab: (typeof TABS)[number], waiting: number) => (tab === TABS[0] ? text.counted(text.tabs[tab], waiting) : text.tabs[tab])

/** The filters and the rows found. */
function useReviewRows(objectType: ObjectType) {
  const list = useList(NO_FILTERS, { tab: TABS[0] as string })
  const { tab } = list.params
  const page = objectType === 'org' ? review.pageOrg : review.pageUser
  const rows = useCall(page, { query: { ...list.paging, ...filterQuery(tab, list.filters) }, keepPrevious: true })
  const waiting = useCall(review.count)
  const selection = useSelection<Examine>(list.scope)
  return {
    list,
    shownTab: TABS.find(key => key === tab) ?? ALL,
    rows,
    waiting: waiting.data?.[objectType] ?? 0,
    selection,
  }
}

interface RowsProps {
  objectType: ObjectType
  of: ReturnType<typeof useReviewRows>
  onOpen: (row: Examine) => void
}
function Rows({ objectType, of: { list, rows, shownTab, selection }, onOpen }: RowsProps) {
  const isSmall = useSmallScreen()
  const empty = shownTab === TABS[0] ? { title: text.none, hint: text.noneHint } : undefined
  const shared = { of: rows, ...list.table }
  if (isSmall) return <Cards {...shared} onOpen={onOpen} empty={empty?.title} />
  return (
    <DataTable<Examine>
      {...shared}
      label={text.list[objectType]}
      columns={columnsOf(shownTab, onOpen)}
      rowName={row => row.objectName}
      selection={selection}
      protectedReason={row => (row.mayAct ? undefined : text.notMine)}
      {...(empty && { empty })}
    />
  )
}

function VerdictBar({ of, onVerdict }: { of: Selection<Examine>; onVerdict: (verdict: Verdict) => void }) {
  return (
    <BatchBar of={of}>
      <Button size="small" type="primary" onClick={() => onVerdict('pass')}>
        {text.pass}
      </Button>
      <Button size="small" danger onClick={() => onVerdict('reject')}>
        {text.reject}
      </Button>
    </BatchBar>
  )
}

/** The address names the open request, so that a link opens it. */
function useOpenReview(list: RefObject<HTMLElement | null>) {
  const [search, change] = useAddressParams()
  const id = search.get('id') ?? ''
  const last = useRef('')
  // After closing, the focus returns to the last opened row.
  useLayoutEffect(() => {
    const row = id === '' ? list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(last.current)}"]`) : undefined
    if (row) queueMicrotask(() => row.focus({ preventScroll: true }))
    last.current = id
  }, [id, list])
  const put = (id: string) =>
    change(next => {
      if (id) next.set('id', id)
      else next.delete('id')
      return next
    })
  return { id, open: put, close: () => put('') }
}
