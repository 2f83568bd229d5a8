import { type Examine, type ApplicantExamine, review, reviewedFieldLabel, reviewText } from '@hufu/contract/governance/review'
import { user } from '@hufu/contract/directory/user'
import { Button, Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { REMARK_MAX } from '../../../platform/constants.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { Copyable, Missing } from '../../../ui/states.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { bodyOf, fieldsOf, isSealed, RANDOM, useResubmit } from './resubmit.ts'
import { text } from './text.ts'

const words = text.own
const CONFIGURED = '1'
const random = { value: String(RANDOM), label: words.passwords.random }
const passwords = [{ value: CONFIGURED, label: words.passwords.initial }, random]

interface Props {
  of: Pick<Examine, 'id' | 'objectName'>
  onClose: () => void
}
type Typed = Record<string, unknown> & { pick?: Record<string, string[]> }

export default function ResubmitDialog({ of, onClose }: Props) {
  const found = useCall(review.own, { query: { id: of.id } })
  if (found.data) return <AgainForm of={found.data} onClose={onClose} />
  return (
    <Dialog title={words.againOf(of.objectName)} onClose={onClose}>
      <Missing of={found} lines={4} />
    </Dialog>
  )
}

/** The form of a request that was not carried out, to change and submit again. */
function AgainForm({ of, onClose }: { of: ApplicantExamine; onClose: () => void }) {
  const { objectType, operateType, act, objectId, objectName } = of
  const outlook = useCall(review.outlook, {
    query: { objectType, operateType, ...(act && { act }), ...(objectId !== null && { objectId }) },
  })
  const submit = useResubmit()
  const [password, setPassword] = useState<string>()
  const fields = fieldsOf(of)
  const isNewUser = objectType === 'user' && operateType === 'insert'
  const may = useMay()
  const required = useCall(user.requiredFields, { enabled: isNewUser && may(user.requiredFields) })
  const hasInitial = required.data?.hasInitialPassword ?? false
  const send = async ({ pick = {}, passwordType, ...typed }: Typed) => {
    const body = bodyOf(of, { ...typed, ...(isNewUser && { passwordType: Number(passwordType) }) }, pick)
    const answer = await submit(of, body)
    if (!toastIfDone(answer, words.againDone)) return false
    const { password: own, list } = answer.data as { password?: string; list?: { password: string }[] }
    const fresh = own ?? list?.[0]?.password
    if (fresh === undefined) return true
    setPassword(fresh)
    return false
  }
  if (password !== undefined) return <DrawnPassword of={password} onClose={onClose} />
  const initial = Object.fromEntries(fields.map(field => [field, of.form?.[field] ?? '']))
  const kind = of.form?.['passwordType'] === 1 && hasInitial ? CONFIGURED : random.value
  if (required.isLoading)
    return (
      <Dialog title={words.againOf(objectName)} onClose={onClose}>
        <Missing of={required} lines={4} />
      </Dialog>
    )
  return (
    <FormDialog<Typed>
      title={words.againOf(objectName)}
      okText={words.again}
      initial={{ ...initial, passwordType: kind }}
      onSubmit={send}
      onClose={onClose}
    >
      <p className="review-aside">{act ? words.againText.org : words.againText[objectType]}</p>
      {fields.map(field => (
        <Form.Item
          key={field}
          name={field}
          label={reviewedFieldLabel(objectType, field)}
          {...(isSealed(objectType, field) && operateType === 'update' && { extra: words.unchanged })}
        >
          <Input maxLength={REMARK_MAX} />
        </Form.Item>
      ))}
      {isNewUser && (
        <Form.Item name="passwordType" label={reviewText.field.user.passwordType}>
          <SelectField options={hasInitial ? passwords : [random]} />
        </Form.Item>
      )}
      {outlook.data?.pick.map(({ nodeId, node, users }) => (
        <Form.Item key={nodeId} name={['pick', nodeId]} label={words.pick(node)}>
          <Checkbox.Group options={users.map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
      ))}
    </FormDialog>
  )
}

/** Shows the generated password, to the applicant and only once. */
function DrawnPassword({ of, onClose }: { of: string; onClose: () => void }) {
  const footer = (
    <Button type="primary" onClick={onClose}>
      {words.passwords.kept}
    </Button>
  )
  return (
    <Dialog small title={words.passwords.title} canClose={false} onClose={onClose} footer={footer}>
      <p>{words.passwords.about}</p>
      <Copyable value={of} />
    </Dialog>
  )
}
