import { type Examine, type ObjectType, review } from '@hufu/contract/governance/review'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../../platform/calls.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { giveBack } from '../../../ui/focus-return.ts'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { pageSize } from '../../../ui/list/list-params.ts'
import { ListTools, useFold } from '../../../ui/list/list-tools.tsx'
import { useListParams } from '../../../ui/list/use-list-params.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { Card, Page } from '../../../ui/page.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Cards } from './cards.tsx'
import { columnsOf } from './columns.tsx'
import { ALL, askedFor, Filters, NO_FILTERS, TABS } from './filters.tsx'
import { KeyHelp } from './key-help.tsx'
import { text } from './text.ts'
import { focusFirst, useListKeys } from './use-list-keys.ts'
import { useSmall } from './use-small.ts'
import { useVerdict, type Verdict } from './use-verdict.ts'
import './review.css'

// Both come when they are first opened.
const ReviewDrawer = lazyComponent(() => import('./review-drawer.tsx'))
const VerdictDialog = lazyComponent(() => import('./verdict-dialog.tsx'))

/** Requests for one kind of object; those that wait for the caller stand first. */
export function ReviewList({ objectType }: { objectType: ObjectType }) {
  const [params, setParams, list] = useListParams({ current: 1, size: pageSize(), tab: TABS[0] as string, ...NO_FILTERS })
  const { current, size, tab, ...filters } = params
  const page = objectType === 'org' ? review.pageOrg : review.pageUser
  const rows = useCall(page, { query: { current, size, ...askedFor(tab, filters) }, keepPrevious: true })
  const waiting = useCall(review.count)
  const selection = useSelection<Examine>(list.scope)
  const opened = useOpened()
  const verdict = useDialog<Verdict>()
  const help = useDialog()
  const verdicts = useVerdict()
  const fold = useFold()
  const room = useRef<HTMLDivElement>(null)
  const isSmall = useSmall()
  const records = rows.data?.records ?? []
  const ask = (asked: Verdict) => selection.ids.length > 0 && verdict.open(asked)
  const keys = useListKeys({ list: room, rows: records, selection, onVerdict: ask, onHelp: () => help.open() })
  const found = rows.data
  useEffect(() => {
    if (found) focusFirst(room.current)
  }, [found])
  const search = (typed: Partial<typeof NO_FILTERS>) => setParams({ ...typed, current: 1 })
  const isFiltered = Object.values(filters).some(value => value !== '')
  const empty = tab === TABS[0] ? { title: text.none, hint: text.noneHint } : undefined
  const shownTab = TABS.find(key => key === tab) ?? ALL
  const shared = { of: rows, paging: { current, size }, onPage: setParams, onOpen: (row: Examine) => opened.open(row.id) }
  const clear = isFiltered ? () => search(NO_FILTERS) : undefined
  const table = isSmall ? (
    <Cards {...shared} empty={empty?.title} onClearFilters={clear} />
  ) : (
    <DataTable<Examine>
      {...shared}
      label={text.list[objectType]}
      columns={columnsOf(shownTab, shared.onOpen)}
      rowName={row => row.objectName}
      selection={selection}
      keptBecause={row => (row.mayAct ? undefined : text.notMine)}
      {...(empty && { empty })}
      onClearFilters={clear}
    />
  )
  const close = () => {
    const opener = room.current?.querySelector(`[data-id="${opened.id}"]`)
    opened.close()
    giveBack(opener ?? null)
  }
  const count = waiting.data?.[objectType] ?? 0
  const items = TABS.map(key => ({
    key,
    label: key === TABS[0] ? text.counted(text.tabs[key], count) : text.tabs[key],
    children: table,
  }))
  return (
    <Page title={text.title[objectType]} description={text.description[objectType]}>
      <Card>
        <Filters of={filters} objectType={objectType} hidden={fold.isFolded} onSearch={search} />
        <ListTools fold={fold} onRefresh={() => void rows.refetch()}>
          {!isSmall && <Button onClick={() => help.open()}>{text.keys.show}</Button>}
        </ListTools>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of what has the focus within */}
        <div ref={room} className="review-list" onKeyDown={keys}>
          <BatchBar of={selection}>
            <Button size="small" type="primary" onClick={() => ask('pass')}>
              {text.pass}
            </Button>
            <Button size="small" danger onClick={() => ask('reject')}>
              {text.reject}
            </Button>
          </BatchBar>
          <Tabs activeKey={shownTab} onChange={key => setParams({ tab: key, current: 1 })} items={items} />
        </div>
      </Card>
      {opened.id !== '' && <ReviewDrawer id={opened.id} rows={records} onOpen={opened.open} onClose={close} />}
      {verdict.item && (
        <VerdictDialog
          verdict={verdict.item}
          count={selection.ids.length}
          onGive={async opinion => {
            await verdicts.give(verdict.item!, selection.ids, opinion)
            selection.clear()
          }}
          onClose={verdict.close}
        />
      )}
      {help.isOpen && <KeyHelp onClose={help.close} />}
    </Page>
  )
}

/** The request that is looked at stands in the address: a sent link opens it. */
function useOpened() {
  const [search, setSearch] = useSearchParams()
  const put = (id: string) =>
    setSearch(
      now => {
        const next = new URLSearchParams(now)
        if (id) next.set('id', id)
        else next.delete('id')
        return next
      },
      { replace: true },
    )
  return { id: search.get('id') ?? '', open: put, close: () => put('') }
}
