import { type UserInFull, user } from '@hufu/contract/user'
import { userNameForm } from '@hufu/contract/text-rules'
import { text as shared } from '@hufu/contract/text'
import { Button, Form } from 'antd'
import { useRef } from 'react'
import { fetchData } from '../../kernel/calls.ts'
import { legal, matches, needed, useAsked } from '../../parts/rules.ts'
import { TrimInput } from '../../parts/trim-input.tsx'
import type { Typed } from './draft.ts'
import { formText } from './form-text.ts'
import { text } from './text.ts'

const words = formText

/** Whoever types the name first is given a user name; one typed by hand is never overwritten. */
export function NameFields({ person }: { person: UserInFull | undefined }) {
  const form = Form.useFormInstance<Typed>()
  const given = useRef('')
  const nameRule = useAsked(async (userName, signal) =>
    userNameForm.test(userName) && (await fetchData(user.userNameTaken, { query: { userName }, signal })) ? words.userNameTaken : undefined,
  )
  const generate = async () => {
    const { realName, phone, employeeNumber, userName: before } = form.getFieldsValue(['realName', 'phone', 'employeeNumber', 'userName'])
    if (!realName) return void form.validateFields(['realName'])
    // A hint: where none can be made up, one is typed.
    const userName = await fetchData(user.generateUserName, {
      query: { realName, phone: phone ?? undefined, employeeNumber: employeeNumber ?? undefined },
    }).catch(() => '')
    // What has been typed meanwhile stays.
    if (userName === '' || form.getFieldValue('userName') !== before) return
    given.current = userName
    form.setFieldsValue({ userName })
    await form.validateFields(['userName']).catch(() => undefined)
  }
  const follow = () => {
    const { realName, userName } = form.getFieldsValue(['realName', 'userName'])
    if (person === undefined && realName && (!userName || userName === given.current)) void generate()
  }
  return (
    <>
      <Form.Item name="realName" label={text.fields.realName} required validateFirst rules={[needed(text.fields.realName), legal]}>
        <TrimInput autoComplete="off" onBlur={follow} />
      </Form.Item>
      {person ? (
        <Form.Item name="userName" label={text.fields.userName} extra={words.userNameKept}>
          <TrimInput disabled />
        </Form.Item>
      ) : (
        <Form.Item
          name="userName"
          label={text.fields.userName}
          extra={words.userNameHint}
          required
          validateFirst
          rules={[needed(text.fields.userName), legal, matches(userNameForm, shared.field.userNameFault), nameRule]}
        >
          <TrimInput
            autoComplete="off"
            suffix={
              <Button type="link" size="small" className="generate" onClick={() => void generate()}>
                {words.generate}
              </Button>
            }
          />
        </Form.Item>
      )}
    </>
  )
}
