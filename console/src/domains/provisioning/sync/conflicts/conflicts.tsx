import { sync, type SyncConflict, syncText } from '@hufu/contract/provisioning/sync'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useCall } from '../../../../platform/calls.ts'
import { useDialog } from '../../../../ui/dialog/use-dialog.ts'
import { ChoiceFilter, TextFilter } from '../../../../ui/list/search/filters.tsx'
import { ListTools } from '../../../../ui/list/list-tools.tsx'
import { Pagination } from '../../../../ui/list/pagination.tsx'
import { SearchBar } from '../../../../ui/list/search/search-bar.tsx'
import { useList } from '../../../../ui/list/use-list.ts'
import { Card } from '../../../../ui/page.tsx'
import { Empty, Loaded } from '../../../../ui/states.tsx'
import { text as uiText } from '../../../../ui/text.ts'
import { Conflict } from './conflict.tsx'
import { KeyHelp } from '../../../../ui/dialog/key-help.tsx'
import { text } from './conflict-text.ts'
import { focusFirst, keyOf, useConflictKeys } from './use-conflict-keys.ts'
import { useResolve } from './use-resolve.ts'
import './conflicts.css'

const NO_FILTERS = { name: '', objectType: '', syncId: '' }
const objects = (['user', 'org'] as const).map(value => ({ value, label: syncText.object[value] }))
const any = { value: '', label: text.any }
const TASKS = { current: 1, size: 100 }

/** The conflicts only an administrator can resolve: whether an object of a source is one of Hufu's. */
export default function Conflicts() {
  const list = useList(NO_FILTERS, { tab: 'task' })
  const { name, objectType, syncId, current, size } = list.params
  const rows = useCall(sync.pageConflict, {
    query: { current, size, name, syncId, objectType: objects.find(({ value }) => value === objectType)?.value },
    keepPrevious: true,
  })
  const tasks = useCall(sync.page, { query: TASKS })
  const help = useDialog()
  const sources = (tasks.data?.records ?? [])
    .filter(({ direction }) => direction === 'in')
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Card>
      <SearchBar {...list.search}>
        <TextFilter name="name" label={text.name} />
        <ChoiceFilter name="objectType" label={text.objectType} options={[any, ...objects]} />
        <ChoiceFilter name="syncId" label={text.source} options={[any, ...sources]} />
      </SearchBar>
      <ListTools of={list.tools} onRefresh={() => void rows.refetch()}>
        <Button onClick={() => help.open()}>{text.keys.show}</Button>
      </ListTools>
      <Loaded of={rows} lines={8}>
        {data =>
          data.records.length === 0 ? (
            <None onClear={list.isFiltered ? list.clear : undefined} />
          ) : (
            <>
              <Queue of={data.records} onHelp={() => help.open()} />
              <Pagination {...list.paging} total={data.total} onTurn={next => list.table.onPage({ ...list.paging, current: next })} />
            </>
          )
        }
      </Loaded>
      {help.isOpen && <KeyHelp keys={text.keys} onClose={help.close} />}
    </Card>
  )
}

function None({ onClear }: { onClear: (() => void) | undefined }) {
  if (!onClear) return <Empty title={text.none} hint={text.noneHint} />
  return <Empty title={uiText.table.nothingFound} action={<Button onClick={onClear}>{uiText.table.clearFilters}</Button>} />
}

function Queue({ of, onHelp }: { of: readonly SyncConflict[]; onHelp: () => void }) {
  const room = useRef<HTMLUListElement>(null)
  const resolve = useResolve()
  const keys = useConflictKeys({ room, rows: of, resolve, onHelp })
  // After a decision the next conflict is the first, and takes the focus.
  const first = of[0] && keyOf(of[0])
  useEffect(() => {
    if (first !== undefined) focusFirst(room.current)
  }, [first])
  return (
    <>
      <p className="sync-aside">{text.about}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of what has the focus within */}
      <ul ref={room} className="sync-conflicts" aria-label={text.list} onKeyDown={keys}>
        {of.map(row => (
          <Conflict key={keyOf(row)} of={row} resolve={resolve} />
        ))}
      </ul>
    </>
  )
}
