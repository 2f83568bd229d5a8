import type { User } from '@hufu/contract/directory/user'
import { push } from '@hufu/contract/provisioning/push'
import type { UserTarget } from './user-target.ts'
import { type ExportRange, UserExport } from './export-dialog.tsx'
import { MoveDialog, SortNumDialog } from './move-dialog.tsx'
import { type FreshPassword, PasswordsDialog } from './passwords-dialog.tsx'
import { RemoveJobDialog } from './remove-job-dialog.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { type SureAct, SureDialog } from './sure-dialog.tsx'
import UnlockDialog from '../detail/unlock-dialog.tsx'
import { type Place, TransferDialog } from './transfer-dialog.tsx'
import { useAction } from '../../../../platform/calls.ts'
import { PushDialog } from '../../../../pickers/push/push-dialog.tsx'
import { text as pushText } from '../../../../pickers/push/text.ts'

/** The dialog open over the list. */
export type Act =
  | { kind: 'sure'; act: SureAct }
  | { kind: 'reset' | 'removeJob' | 'push'; aim: UserTarget }
  /** Without `from` each user leaves the organisation of their own main job. */
  | { kind: 'transfer'; aim: UserTarget; from: Place | undefined }
  | { kind: 'passwords'; passwords: FreshPassword[] }
  | { kind: 'move' | 'sortNum' | 'unlock'; row: User }
  | { kind: 'export'; ids: string[]; range: ExportRange }

interface Props {
  act: Act
  open: (act: Act) => void
  close: () => void
  /** Called when done, to clear the selection. */
  onDone: () => void
  from: Place
  filters: Record<string, string>
  total: number
}

export default function ActDialogs({ act, open, close, onDone, from, filters, total }: Props) {
  switch (act.kind) {
    case 'sure':
      return <SureDialog act={act.act} onClose={close} />
    case 'reset':
      return <ResetDialog aim={act.aim} onReset={passwords => showOnce(passwords, open)} onClose={close} />
    case 'push':
      return <PushUsers aim={act.aim} onDone={onDone} onClose={close} />
    case 'passwords':
      return <PasswordsDialog passwords={act.passwords} onClose={close} />
    case 'transfer':
      return <TransferDialog aim={act.aim} from={act.from} onDone={onDone} onClose={close} />
    case 'removeJob':
      return <RemoveJobDialog aim={act.aim} from={from} onDone={onDone} onClose={close} />
    case 'move':
      return <MoveDialog row={act.row} orgId={from.id} total={total} onClose={close} />
    case 'sortNum':
      return <SortNumDialog row={act.row} onClose={close} />
    case 'unlock':
      return <UnlockDialog row={act.row} onClose={close} />
    case 'export':
      return <UserExport ids={act.ids} range={act.range} from={from} filters={filters} onClose={close} />
  }
}

/** The dialog that started it closes in the same tick, so the next opens afterwards. */
const afterClosing = (go: () => void) => void setTimeout(go)

const showOnce = (passwords: FreshPassword[], open: Props['open']) => {
  if (passwords.length > 0) afterClosing(() => open({ kind: 'passwords', passwords }))
}

interface PushProps {
  aim: UserTarget
  onDone: () => void
  onClose: () => void
}

/** Pushes the present state of users to chosen applications. */
function PushUsers({ aim: { whom, ids, query, count }, onDone, onClose }: PushProps) {
  const { run } = useAction(push.users)
  const start = (appIds: string[]) => run({ body: { appIds, ...(query ? { query, expected: count } : { userIds: ids }) } })
  return <PushDialog says={pushText.whom(whom)} objectType="user" start={start} onDone={onDone} onClose={onClose} />
}
