import { Form } from 'antd'
import { type AppUser, appUser } from '@hufu/contract/apps/app-user'
import UserDialog from '../../../pickers/user/user-dialog.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { text } from './text.ts'
import { type UserActs, USER_LISTS } from './user-acts.ts'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { legal, useServerRule } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { toastIfDone } from '../../../ui/toast-if-done.ts'

/** The open dialog, and the users it is about. */
export type UserTask = { kind: 'add' } | { kind: 'account'; row: AppUser } | { kind: 'roles'; rows: readonly AppUser[] }

interface Props {
  appId: string
  appName: string
  task: UserTask
  acts: UserActs
  onDone: () => void
  onClose: () => void
}

/** The open dialog of the page. */
export default function UserDialogs({ appId, appName, task, acts, onDone, onClose }: Props) {
  switch (task.kind) {
    case 'add':
      return <UserDialog title={text.addTitle(appName)} onChoose={acts.add} onClose={onClose} />
    case 'account':
      return <AccountDialog appId={appId} row={task.row} onClose={onClose} />
    case 'roles':
      return <AssignDialog appId={appId} rows={task.rows} onDone={onDone} onClose={onClose} />
  }
}

const words = text.account

/** The account of a user inside the application. */
function AccountDialog({ appId, row, onClose }: { appId: string; row: AppUser; onClose: () => void }) {
  const save = useAction(appUser.setAccount, { refreshes: USER_LISTS })
  const free = useServerRule(async (account, signal) =>
    account !== '' && (await fetchData(appUser.accountTaken, { query: { appId, account, id: row.id }, signal })) ? words.taken : undefined,
  )
  return (
    <FormDialog<{ account?: string }>
      title={words.title(row.realName)}
      small
      initial={{ account: row.hasOwnAccount ? (row.account ?? '') : '' }}
      onSubmit={async ({ account }) => toastIfDone(await save.run({ body: { id: row.id, account: account ?? '' } }), words.saved)}
      onClose={onClose}
    >
      <Form.Item name="account" label={words.label} extra={words.hint} validateFirst rules={[legal, free]}>
        <TrimInput placeholder={row.hasOwnAccount ? '' : (row.account ?? '')} />
      </Form.Item>
    </FormDialog>
  )
}
