import { idCardProblem } from '@hufu/contract/text-rules'
import { type UserInFull, user } from '@hufu/contract/directory/user'
import { Alert, Form } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { legal, needed, rule } from '../../../../ui/form/rules.ts'
import { TrimInput } from '../../../../ui/form/trim-input.tsx'
import { detailText } from './detail-text.ts'
import { text } from '../text.ts'

interface Typed {
  realName: string
  idCard: string
}
const words = detailText

/** Compares name and number of an ID card with the stored ones. */
export function VerifyDialog({ person, onClose }: { person: UserInFull; onClose: () => void }) {
  const [isMismatch, setMismatch] = useState(false)
  const verify = useAction(user.authenticate, { refreshes: [user.byId, user.page] })
  const submit = async (typed: Typed) => {
    const answer = await verify.run({ body: { userId: person.id, ...typed } })
    if (!ok(answer)) return false
    setMismatch(!answer.data)
    if (answer.data) notifier.done(words.verified)
    return answer.data
  }
  return (
    <FormDialog<Typed> small title={words.verify} initial={{ realName: person.realName }} onSubmit={submit} onClose={onClose}>
      {isMismatch && <Alert type="error" title={words.mismatch} showIcon className="form-alert" role="alert" />}
      <p className="dialog-words">{words.verifyText}</p>
      <Form.Item name="realName" label={text.fields.realName} required validateFirst rules={[needed(text.fields.realName), legal]}>
        <TrimInput autoComplete="off" />
      </Form.Item>
      <Form.Item name="idCard" label={text.fields.idCard} required validateFirst rules={[needed(text.fields.idCard), idCardRule]}>
        <TrimInput maxLength={18} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  )
}

const idCardRule = rule((typed?: string) => (typed && idCardProblem(typed) ? words.idCardProblem : undefined))
