import { identityProvider, providerCode } from '@hufu/contract/federation/identity-provider'
import { Form, type FormInstance } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { Copyable } from '../../../ui/states.tsx'
import type { Typed } from './draft.ts'
import { text } from './text.ts'

const words = text.dialog

/** The values to register at the provider, once there is a code. */
export function Registered({ form, initial }: { form: FormInstance<Typed>; initial: Typed }) {
  const code = Form.useWatch('code', form) ?? initial.code
  const kind = Form.useWatch('kind', form) ?? initial.kind
  const isCode = providerCode.test(code)
  const found = useCall(identityProvider.callback, { query: { code, kind }, enabled: isCode, keepPrevious: true, quietly: true })
  const none = { callback: '', metadata: null, logout: null, jwks: null, afterLogout: null }
  const { callback, metadata, logout, jwks, afterLogout } = (isCode && found.data) || none
  const signsOut = Form.useWatch('signsOut', form) ?? initial.signsOut
  const isByKey = (Form.useWatch('authMethod', form) ?? initial.authMethod) === 'key'
  return (
    <dl className="provider-registered">
      <dt>{kind === 'cas' ? words.callbackCas : words.callback}</dt>
      <dd>{callback === '' ? words.afterCode : <Copyable value={callback} />}</dd>
      {jwks !== null && isByKey && (
        <>
          <dt>{words.jwksOurs}</dt>
          <dd>
            <Copyable value={jwks} />
          </dd>
        </>
      )}
      {logout !== null && (
        <>
          <dt>{words.logoutOurs}</dt>
          <dd>
            <Copyable value={logout} />
          </dd>
        </>
      )}
      {afterLogout !== null && signsOut && (
        <>
          <dt>{words.afterLogoutOurs}</dt>
          <dd>
            <Copyable value={afterLogout} />
          </dd>
        </>
      )}
      {metadata !== null && (
        <>
          <dt>{words.metadataOurs}</dt>
          <dd>
            <Copyable value={metadata} />
          </dd>
        </>
      )}
    </dl>
  )
}
