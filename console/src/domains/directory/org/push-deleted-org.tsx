import { push } from '@hufu/contract/provisioning/push'
import { useAction } from '../../../platform/calls.ts'
import { PushDialog } from '../../../pickers/push/push-dialog.tsx'
import { text } from '../../../pickers/push/text.ts'

/** Pushes the deletion of an organisation to chosen applications. */
export default function PushDeletedOrg({ row, onClose }: { row: { id: string; name: string }; onClose: () => void }) {
  const { run } = useAction(push.deletedOrgs)
  const start = (appIds: string[]) => run({ body: { appIds, orgIds: [row.id] } })
  return <PushDialog title={text.deletedTitle} says={text.deleted(text.org([row.name]))} objectType="org" start={start} onClose={onClose} />
}
