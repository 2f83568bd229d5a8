import { type Label, userLabel } from '@hufu/contract/directory/label'
import type { UserBrief } from '@hufu/contract/directory/user'
import { Drawer, Input } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { BatchBar } from '../../../ui/batch/batch-bar.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { type Columns, DataTable, toolColumn } from '../../../ui/list/data-table.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { useUndo } from '../../../ui/use-undo.ts'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { useLocalList } from '../../../ui/list/use-local-list.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { RuleNote } from '../../../pickers/rule/rule-sentence.tsx'
import { text } from './text.ts'
import { REFRESHES } from './use-label-acts.ts'

const UserDialog = lazyComponent(() => import('../../../pickers/user/user-dialog.tsx'))

const WIDTH = 720
const words = text.drawer

/** The members of a label; added and removed here unless a rule decides. */
export default function MembersDrawer({ label, onClose }: { label: Label; onClose: () => void }) {
  const list = useLocalList({ searchKey: '' })
  const rows = useCall(userLabel.pageUser, { query: { ...list.params, labelId: label.id }, keepPrevious: true })
  const selection = useSelection<UserBrief>(list.scope)
  const picker = useDialog()
  const members = useMembers(label, selection.clear)
  const isManual = label.rule === null
  return (
    <Drawer
      open
      size={WIDTH}
      title={words.title(label.name)}
      onClose={onClose}
      closable={{ 'aria-label': uiText.dialog.close }}
      extra={
        isManual && (
          <ActButton call={userLabel.addUser} type="primary" onClick={() => picker.open()}>
            {words.add}
          </ActButton>
        )
      }
    >
      {label.rule && <RuleNote of={label.rule}>{words.byRule}</RuleNote>}
      <div className="toolbar">
        <Input.Search
          className="member-search"
          aria-label={words.search}
          placeholder={words.search}
          maxLength={50}
          allowClear
          onSearch={searchKey => list.narrow({ searchKey: searchKey.trim() })}
        />
      </div>
      <BatchBar of={selection}>
        <ActButton call={userLabel.removeUser} size="small" danger onClick={() => members.remove(selection.ids)}>
          {words.remove}
        </ActButton>
      </BatchBar>
      <DataTable<UserBrief>
        {...list.table}
        label={words.list(label.name)}
        of={rows}
        columns={isManual ? [...columns, removeColumn(members.remove)] : columns}
        rowName={row => row.realName}
        {...(isManual && { selection })}
        empty={{ title: isManual ? words.none : words.noneByRule, ...(isManual && { hint: words.noneHint }) }}
      />
      {picker.isOpen && <UserDialog title={words.addTitle(label.name)} onChoose={members.add} onClose={picker.close} />}
    </Drawer>
  )
}

function useMembers({ id: labelId }: Label, onDone: () => void) {
  const add = useAction(userLabel.addUser, { refreshes: REFRESHES })
  const remove = useAction(userLabel.removeUser, { refreshes: REFRESHES })
  const undoBy = useUndo(REFRESHES)
  return {
    /** False if refused: the picker stays open. */
    add: async (users: readonly UserBrief[]) => {
      const userIds = users.map(user => user.id)
      const answer = await add.run({ body: { labelId, userIds } })
      if (!ok(answer)) return false
      // Only if none of them had the label before.
      const undo = answer.data === userIds.length ? undoBy(userLabel.removeUser, [{ body: { labelId, userIds } }]) : undefined
      notifier.done(words.added(answer.data), undo)
      return true
    },
    remove: (userIds: string[]) =>
      confirmAct({
        title: words.removeTitle(userIds.length),
        content: words.removeText,
        okText: words.remove,
        danger: true,
        run: async () => {
          const answer = await remove.run({ body: { labelId, userIds } })
          if (!ok(answer)) return
          onDone()
          notifier.done(
            words.removed(answer.data),
            answer.data > 0 ? undoBy(userLabel.addUser, [{ body: { labelId, userIds } }]) : undefined,
          )
        },
      }),
  }
}

const columns: Columns<UserBrief> = [
  { key: 'realName', title: words.columns.realName, dataIndex: 'realName', width: 140 },
  { key: 'userName', title: words.columns.userName, dataIndex: 'userName', width: 160 },
  { key: 'orgName', title: words.columns.orgName, dataIndex: 'orgName' },
]
const removeColumn = (remove: (ids: string[]) => void) =>
  toolColumn<UserBrief>(
    row => (
      <ActButton
        call={userLabel.removeUser}
        type="link"
        size="small"
        danger
        aria-label={words.removeOne(row.realName)}
        onClick={() => remove([row.id])}
      >
        {words.remove}
      </ActButton>
    ),
    72,
  )
