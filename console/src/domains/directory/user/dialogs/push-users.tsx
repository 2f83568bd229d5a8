import { push } from '@hufu/contract/provisioning/push'
import { useAction } from '../../../../platform/calls.ts'
import { PushDialog } from '../../../../pickers/push/push-dialog.tsx'
import { text } from '../../../../pickers/push/text.ts'
import type { UserTarget } from './user-target.ts'

interface Props {
  aim: UserTarget
  onDone: () => void
  onClose: () => void
}

/** Pushes the present state of users to chosen applications. */
export function PushUsers({ aim: { whom, ids, query, count }, onDone, onClose }: Props) {
  const { run } = useAction(push.users)
  const start = (appIds: string[]) => run({ body: { appIds, ...(query ? { query, expected: count } : { userIds: ids }) } })
  return <PushDialog says={text.whom(whom)} objectType="user" start={start} onDone={onDone} onClose={onClose} />
}
