import { role as calls, type Role } from '@hufu/contract/permission/role'
import type { UserBrief } from '@hufu/contract/directory/user'
import { Drawer, Input } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { INPUT_MAX } from '../../../platform/constants.ts'
import { debounce } from '../../../platform/debounce.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { roleName } from '../../../platform/names/role-names.ts'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { type Columns, DataTable, toolColumn } from '../../../ui/list/data-table.tsx'
import { RowTools } from '../../../ui/list/row-tools.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useLocalList } from '../../../ui/list/use-local-list.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { text } from './text.ts'
import { useMemberActs } from './use-holder-acts.ts'

const UserDialog = lazyComponent(() => import('../../../pickers/user/user-dialog.tsx'))
const words = text.holders

/** The holders of a role: search, add and remove. */
export function HoldersDrawer({ role, onClose }: { role: Role; onClose: () => void }) {
  const list = useLocalList({ searchKey: '' }, 10)
  const [type] = useState(() => debounce((typed: string) => list.narrow({ searchKey: typed.trim() })))
  const rows = useCall(calls.pageUser, { query: { id: role.id, ...list.params }, keepPrevious: true })
  const selection = useSelection<UserBrief>(list.scope)
  const dialog = useDialog()
  const acts = useMemberActs(role, selection.clear)
  const add = (
    <ActButton call={calls.addUser} type="primary" onClick={() => dialog.open()}>
      {words.add}
    </ActButton>
  )
  return (
    <Drawer
      open
      size={720}
      title={words.title(roleName(role.name))}
      closable={{ 'aria-label': uiText.dialog.close }}
      onClose={onClose}
      extra={add}
    >
      <div className="toolbar">
        <Input
          className="holders-search"
          aria-label={words.search}
          placeholder={words.search}
          maxLength={INPUT_MAX}
          allowClear
          onChange={event => type(event.target.value)}
        />
      </div>
      <BatchBar of={selection}>
        <ActButton call={calls.removeUser} size="small" danger onClick={() => acts.remove(selection.ids, words.many(selection.ids.length))}>
          {words.remove}
        </ActButton>
      </BatchBar>
      <DataTable<UserBrief>
        {...list.table}
        onClearFilters={undefined}
        label={words.list}
        of={rows}
        columns={columnsOf(row => acts.remove([row.id], words.whom(row.realName)))}
        rowName={row => row.realName}
        selection={selection}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {dialog.isOpen && <UserDialog title={words.addTitle(roleName(role.name))} onChoose={acts.add} onClose={dialog.close} />}
    </Drawer>
  )
}

const columnsOf = (onRemove: (row: UserBrief) => void): Columns<UserBrief> => [
  { key: 'realName', title: words.realName, dataIndex: 'realName', width: 128 },
  { key: 'userName', title: words.userName, dataIndex: 'userName', width: 144 },
  { key: 'orgName', title: words.orgName, dataIndex: 'orgName', width: 176 },
  toolColumn<UserBrief>(
    row => (
      <RowTools name={row.realName} tools={[{ label: words.remove, call: calls.removeUser, danger: true, onClick: () => onRemove(row) }]} />
    ),
    88,
  ),
]
