import { push } from '@hufu/contract/provisioning/push'
import { useAction } from '../../../platform/calls.ts'
import { PushDialog } from '../../../pickers/push/push-dialog.tsx'
import { text } from '../../../pickers/push/text.ts'

interface Props {
  of: readonly { id: string; name: string }[]
  onClose: () => void
}

/** Pushes the present state of organisations to chosen applications. */
export function PushOrgs({ of, onClose }: Props) {
  const { run } = useAction(push.orgs)
  const start = (appIds: string[]) => run({ body: { appIds, orgIds: of.map(({ id }) => id) } })
  return <PushDialog says={text.whom(text.org(of.map(({ name }) => name)))} objectType="org" start={start} onClose={onClose} />
}
