import type { AppUser } from '@hufu/contract/apps/app-user'
import UserDialog from '../../../pickers/user-dialog.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { text } from './text.ts'
import type { UserActs } from './user-acts.ts'

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
