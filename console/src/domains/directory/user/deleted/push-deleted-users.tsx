import type { DeletedUser } from '@hufu/contract/directory/user'
import { push } from '@hufu/contract/provisioning/push'
import { useAction } from '../../../../platform/calls.ts'
import { PushDialog } from '../../../../pickers/push/push-dialog.tsx'
import { text } from '../../../../pickers/push/text.ts'
import { text as userText } from '../text.ts'

interface Props {
  of: readonly DeletedUser[]
  onDone: () => void
  onClose: () => void
}

/** Pushes the deletion of users to chosen applications. */
export default function PushDeletedUsers({ of, onDone, onClose }: Props) {
  const { run } = useAction(push.deletedUsers)
  const start = (appIds: string[]) => run({ body: { appIds, userIds: of.map(({ id }) => id) } })
  const [only] = of
  const whom = of.length === 1 ? userText.confirm.one(only!.realName, only!.userName) : userText.confirm.many(of.length)
  return (
    <PushDialog title={text.deletedTitle} says={text.deleted(whom)} objectType="user" start={start} onDone={onDone} onClose={onClose} />
  )
}
