import { type UserInFull, user } from '@hufu/contract/directory/user'
import { userNameForm } from '@hufu/contract/text-rules'
import { text as commonText } from '@hufu/contract/text'
import { Button, Form } from 'antd'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { fetchData, useCall } from '../../../../platform/calls.ts'
import { inBackground } from '../../../../platform/error-log.ts'
import { session } from '../../../../platform/session.ts'
import { legal, matches, needed, useServerRule } from '../../../../ui/form/rules.ts'
import { TrimInput } from '../../../../ui/form/trim-input.tsx'
import { OwnedItem } from '../../../../pickers/owned-fields.tsx'
import { takenSentence } from '../../../../pickers/review/outlook.ts'
import type { Typed } from './draft.ts'
import { formText } from './form-text.ts'
import { text } from '../text.ts'

const words = formText

/** A user name is proposed once the name is typed; one typed by hand is never overwritten. */
export function NameFields({ person }: { person: UserInFull | undefined }) {
  const form = Form.useFormInstance<Typed>()
  const proposed = useRef('')
  const nameRule = useServerRule(async (userName, signal) =>
    userName !== person?.userName &&
    userNameForm.test(userName) &&
    (await fetchData(user.userNameTaken, { query: { userName, ...(person && { id: person.id }) }, signal }))
      ? takenSentence({ kind: 'userName', value: userName }, text.fields.userName, words.userNameTaken, signal)
      : undefined,
  )
  const generate = async () => {
    const { realName, phone, employeeNumber, userName: before } = form.getFieldsValue(['realName', 'phone', 'employeeNumber', 'userName'])
    if (!realName) {
      await form.validateFields(['realName']).catch(() => undefined)
      return
    }
    // A proposal only: where none can be generated, the user types one.
    const userName = await fetchData(user.generateUserName, {
      query: { realName, phone: phone ?? undefined, employeeNumber: employeeNumber ?? undefined },
    }).catch(() => '')
    // Keeps what was typed meanwhile.
    if (userName === '' || form.getFieldValue('userName') !== before) return
    proposed.current = userName
    flushSync(() => form.setFieldsValue({ userName }))
    // If the field is focused, selects the proposal, so that typing replaces it.
    const field = document.activeElement
    if (field instanceof HTMLInputElement && field.value === userName) field.select()
    await form.validateFields(['userName']).catch(() => undefined)
  }
  const follow = () => {
    const { realName, userName } = form.getFieldsValue(['realName', 'userName'])
    if (person === undefined && realName && (!userName || userName === proposed.current)) inBackground(generate())
  }
  return (
    <>
      <OwnedItem name="realName" label={text.fields.realName} required validateFirst rules={[needed(text.fields.realName), legal]}>
        <TrimInput autoComplete="off" onBlur={follow} />
      </OwnedItem>
      {person && isKept(person) ? (
        <Form.Item
          name="userName"
          label={text.fields.userName}
          extra={person.id === BUILT_IN_ACCOUNT ? words.userNameFixed : words.userNameKept}
        >
          <TrimInput disabled />
        </Form.Item>
      ) : (
        <OwnedItem
          name="userName"
          label={text.fields.userName}
          extra={person ? <NameWarning person={person} /> : words.userNameHint}
          required
          validateFirst
          rules={[needed(text.fields.userName), legal, matches(userNameForm, commonText.field.userNameProblem), nameRule]}
        >
          <TrimInput
            autoComplete="off"
            suffix={
              !person && (
                <Button type="link" size="small" className="generate" onClick={() => void generate()}>
                  {words.generate}
                </Button>
              )
            }
          />
        </OwnedItem>
      )}
    </>
  )
}

/** The caller's own account and the built-in one. */
const isKept = ({ id }: UserInFull) => id === session.get().id || id === BUILT_IN_ACCOUNT

/** The applications a new user name would affect; nothing while it is unchanged. */
function NameWarning({ person }: { person: UserInFull }) {
  const isOther = (Form.useWatch<string | undefined>('userName') ?? person.userName) !== person.userName
  const apps = useCall(user.namedIn, { query: { userId: person.id }, enabled: isOther })
  if (!isOther) return null
  const names = (apps.data ?? []).map(app => app.name)
  return <output className="name-warning">{names.length === 0 ? words.userNameUnknown : words.userNameKnown(names)}</output>
}
