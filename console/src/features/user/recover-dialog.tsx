import { refusals } from '@hufu/contract/refusals'
import { type DeletedUser, user } from '@hufu/contract/user'
import { org } from '@hufu/contract/org'
import { Alert, Form } from 'antd'
import { useState } from 'react'
import { useAction } from '../../kernel/calls.ts'
import { notifier, ok } from '../../kernel/client.ts'
import { ERROR_MS } from '../../kernel/constants.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { OrgSelect } from '../../pickers/org-select.tsx'
import { recycleText } from './recycle-text.ts'
import { text } from './text.ts'

const words = recycleText
interface Props {
  person: DeletedUser
  onClose: () => void
  onDone: () => void
}

/** Back where the person was; somewhere else where that is gone. What stands in the way is named and stays to be read. */
export function RecoverDialog({ person, onClose, onDone }: Props) {
  const [form] = Form.useForm<{ orgId?: string }>()
  const [conflict, setConflict] = useState('')
  const recover = useAction(user.recover, { refreshes: [user.pageDeleted, user.page, org.tree] })
  const submit = async ({ orgId }: { orgId?: string }) => {
    setConflict('')
    const answer = await recover.run({ query: { userId: person.id }, body: { orgId: orgId || null } })
    if (ok(answer)) {
      notifier.toast(words.recovered(person.realName), ERROR_MS, 'success')
      onDone()
      return true
    }
    if (answer.message === refusals.userOrgGone.message) form.setFields([{ name: 'orgId', errors: [words.orgGone] }])
    else setConflict(answer.message)
    return false
  }
  return (
    <FormDialog<{ orgId?: string }>
      title={words.recoverTitle(person.realName)}
      form={form}
      initial={{}}
      okText={words.recover}
      onSubmit={submit}
      onClose={onClose}
    >
      {conflict && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className="form-alert"
          title={`${words.conflict}：${conflict}`}
          description={words.conflictText}
        />
      )}
      <p className="dialog-words">{words.recoverText}</p>
      <Form.Item name="orgId" label={words.org} extra={words.orgHint(person.orgName ?? text.noValue)}>
        <OrgSelect canClear />
      </Form.Item>
    </FormDialog>
  )
}
