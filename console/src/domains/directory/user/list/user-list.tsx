import { type User, user } from '@hufu/contract/directory/user'
import { Button, Checkbox } from 'antd'
import { useNavigate } from 'react-router'
import { useCall } from '../../../../platform/calls.ts'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { Can } from '../../../../ui/can.tsx'
import { PageCount } from '../../../../ui/page.tsx'
import { BatchBar } from '../../../../ui/batch/batch-bar.tsx'
import { DataTable } from '../../../../ui/list/data-table.tsx'
import { ListTools } from '../../../../ui/list/list-tools.tsx'
import { useMay } from '../../../../ui/permitted.ts'
import type { DialogState } from '../../../../ui/dialog/use-dialog.ts'
import { useSelection } from '../../../../ui/list/use-selection.ts'
import type { Act } from '../dialogs/act-dialogs.tsx'
import { columnsOf } from './columns.tsx'
import { DragRows } from '../../../../ui/list/drag-rows.tsx'
import { Filters } from './filters.tsx'
import { isSortable, queryOf, setFilters, type Users } from './list-params.ts'
import { useRowTools } from './row-tools.ts'
import { text } from '../text.ts'
import type { Place } from '../dialogs/transfer-dialog.tsx'
import { useUserActs } from '../dialogs/use-user-acts.ts'

// Forms, progress and passwords are loaded when needed, not with the list.
const ActDialogs = lazyComponent(() => import('../dialogs/act-dialogs.tsx'))
// Loaded with the first tick.
const BatchActs = lazyComponent(() => import('./batch-acts.tsx'))

interface Props {
  /** The chosen organisation; undefined until the tree is loaded. */
  place: Place | undefined
  list: Users
  /** Whether users of organisations below are shown, too. */
  hasIncludeChild: boolean
  dialog: DialogState<Act>
}

/** The users of one organisation, with or without those below it. */
export function UserList({ place, list, hasIncludeChild, dialog }: Props) {
  const params = { ...list.params, hasIncludeChild }
  const from = place ?? { id: '', name: '' }
  const rows = useCall(user.page, { query: queryOf(params, from.id), enabled: place !== undefined, keepPrevious: true })
  const selection = useSelection<User>(`${list.scope}${from.id}`)
  const acts = useUserActs({ onDone: selection.clear, askSurely: act => dialog.open({ kind: 'sure', act }) })
  const may = useMay()
  const sortable = isSortable(params, list.isFiltered) && may(user.sortDrag)
  const tools = useRowTools({ acts, open: dialog.open, orgId: from.id, isOneOrg: !hasIncludeChild && may(user.sortTop) })
  const total = rows.data?.total ?? 0
  const shown = columnsOf({
    params,
    mayOpen: may(user.byId),
    isSortable: sortable,
    since: rows.dataUpdatedAt,
    tools,
  })
  const table = (
    <DataTable<User>
      {...list.table}
      label={text.list(from.name)}
      of={rows}
      columns={shown}
      rowName={row => row.realName}
      selection={selection}
      empty={{ title: text.none, hint: text.noneHint, action: <AddUserButton orgId={from.id} /> }}
      onSort={(orderBy, asc) => list.narrow({ orderBy, asc: asc ?? true })}
    />
  )
  return (
    <>
      <PageCount of={rows.data} />
      <Filters {...list.search} />
      <ListTools of={list.tools} onRefresh={() => void rows.refetch()}>
        <Checkbox checked={hasIncludeChild} onChange={event => list.narrow({ hasIncludeChild: String(event.target.checked) })}>
          {text.includeChild}
        </Checkbox>
      </ListTools>
      <BatchBar of={selection} total={total}>
        <BatchActs selection={selection} params={params} from={from} total={total} acts={acts} open={dialog.open} />
      </BatchBar>
      {sortable ? (
        <DragRows ids={rows.data?.records.map(row => row.id) ?? []} onOrder={ids => void acts.putInOrder(from.id, ids)}>
          {table}
        </DragRows>
      ) : (
        table
      )}
      {dialog.item && (
        <ActDialogs
          act={dialog.item}
          open={dialog.open}
          close={dialog.close}
          onDone={selection.clear}
          from={from}
          filters={setFilters(params)}
          total={total}
        />
      )}
    </>
  )
}

function AddUserButton({ orgId }: { orgId: string }) {
  const navigate = useNavigate()
  return (
    <Can call={user.save}>
      <Button onClick={() => void navigate(`/organiz/user?orgId=${orgId}`)}>{text.add}</Button>
    </Can>
  )
}
