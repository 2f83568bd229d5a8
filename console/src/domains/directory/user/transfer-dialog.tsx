import { user } from '@hufu/contract/directory/user'
import { Form } from 'antd'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS, WARNING_MS } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { chosen, rule } from '../../../ui/form/rules.ts'
import { OrgSelect } from '../../../pickers/org-select.tsx'
import type { Aim } from './aim.ts'
import { text as dialogs } from './dialog-text.ts'
import { SHOWN_BY } from './use-user-acts.ts'

export interface Place {
  id: string
  name: string
}
interface Props {
  aim: Aim
  from: Place
  onDone: () => void
  onClose: () => void
}

/** The main job goes to another organisation; whose main job is elsewhere stays (D-42). */
export function TransferDialog({ aim, from, onDone, onClose }: Props) {
  const transfer = useAction(user.transferMainJob, { refreshes: SHOWN_BY })
  const submit = async ({ newOrgId }: { newOrgId: string }) => {
    const whom = aim.query ? { query: aim.query, expected: aim.count } : { userIds: aim.ids }
    const answer = await transfer.run({ body: { ...whom, oldOrgId: from.id, newOrgId } })
    if (!ok(answer)) return false
    const skipped = aim.count - answer.data
    notifier.toast(dialogs.transfer.done(answer.data, skipped), skipped > 0 ? WARNING_MS : CONFIG_MS, skipped > 0 ? 'warning' : 'success')
    onDone()
    return true
  }
  return (
    <FormDialog<{ newOrgId: string }> title={dialogs.transfer.title} initial={{}} onSubmit={submit} onClose={onClose}>
      <p className="dialog-words">{dialogs.transfer.whom(aim.whom, from.name)}</p>
      <Form.Item
        name="newOrgId"
        label={dialogs.transfer.target}
        rules={[chosen(dialogs.transfer.target), rule((id?: string) => (id === from.id ? dialogs.transfer.same : undefined))]}
      >
        <OrgSelect title={dialogs.transfer.target} />
      </Form.Item>
    </FormDialog>
  )
}
