import { signInTest, type SignInTest, type TestedScope, testedScopes } from '@hufu/contract/federation/sign-in-test'
import type { UserBrief } from '@hufu/contract/directory/user'
import { Button, Checkbox, Form } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { ok } from '../../../platform/client.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { Empty } from '../../../ui/states.tsx'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { useDialog } from '../../../ui/dialog/use-dialog.ts'
import { SignInTestAnswer } from './sign-in-test-answer.tsx'
import { text as samlText } from '../saml/saml-text.ts'
import { text } from './sign-in-test-text.ts'
import type { TabProps } from '../../../pickers/app-parts.ts'

const UserDialog = lazyComponent(() => import('../../../pickers/user/user-dialog.tsx'))
const URI_MAX = 500
interface Typed {
  address?: string
  scopes?: TestedScope[]
}
const requestedScopes = testedScopes.filter(scope => scope !== 'openid')

/** What the application would receive for a user, without a sign-in. */
export default function SignInTestTab({ of }: TabProps) {
  const [person, setPerson] = useState<UserBrief>()
  const [answer, setAnswer] = useState<SignInTest>()
  const picker = useDialog()
  const [form] = Form.useForm<Typed>()
  const run = useAction(signInTest.run)
  const submit = async ({ address, scopes }: Typed) => {
    if (!person) return picker.open()
    const result = await run.run({
      body: { appId: of.id, userId: person.id, ...(address && { address }), ...(scopes && { scopes }) },
    })
    setAnswer(ok(result) ? result.data : undefined)
  }
  const choose = ([one]: UserBrief[]) => {
    setPerson(one)
    setAnswer(undefined)
  }
  const initial: Typed = { address: of.redirectUris[0] ?? '', scopes: requestedScopes.filter(scope => scope !== 'offline_access') }
  return (
    <div className="app-form">
      <p className="app-about">{text.about}</p>
      <Form<Typed> form={form} name="rehearsal" layout="vertical" initialValues={initial} onFinish={typed => void submit(typed)}>
        <Form.Item label={text.person} required>
          <span className="app-person">
            {person && `${person.realName} ${person.userName}`}
            <Button onClick={() => picker.open()}>{person ? text.again : text.choose}</Button>
          </span>
        </Form.Item>
        <RequestFields of={of} />
        <Button type="primary" htmlType="submit" loading={run.pending} disabled={!person}>
          {text.run}
        </Button>
      </Form>
      <section aria-live="polite" className="app-rehearsed">
        {answer ? <SignInTestAnswer of={answer} /> : <Empty title={text.hint} />}
      </section>
      {picker.isOpen && <UserDialog max={1} title={text.choose} onChoose={choose} onClose={picker.close} />}
    </div>
  )
}

/** The parameters of the simulated request. */
function RequestFields({ of: { protocol, redirectUris } }: Pick<TabProps, 'of'>) {
  if (protocol === 'cas')
    return (
      <Form.Item name="address" label={text.service} extra={text.serviceHint}>
        <TrimInput maxLength={URI_MAX} inputMode="url" />
      </Form.Item>
    )
  if (protocol === 'saml')
    return (
      redirectUris.length > 1 && (
        <Form.Item name="address" label={samlText.peer.acs}>
          <SelectField options={redirectUris.map(value => ({ value, label: value }))} />
        </Form.Item>
      )
    )
  if (protocol !== 'oauth2') return null
  return (
    <>
      {redirectUris.length > 1 && (
        <Form.Item name="address" label={text.address}>
          <SelectField options={redirectUris.map(value => ({ value, label: value }))} />
        </Form.Item>
      )}
      <Form.Item name="scopes" label={text.scopes}>
        <Checkbox.Group options={requestedScopes.map(value => ({ value, label: text.scopeNames[value] }))} />
      </Form.Item>
    </>
  )
}
