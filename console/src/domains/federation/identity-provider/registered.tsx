import { identityProvider, providerCode } from '@hufu/contract/federation/identity-provider'
import { Form, type FormInstance } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { Copyable } from '../../../ui/states.tsx'
import type { Typed } from './draft.ts'
import { text } from './text.ts'

const words = text.dialog

/** What is registered at the other side, as soon as there is a code. */
export function Registered({ form, initial }: { form: FormInstance<Typed>; initial: Typed }) {
  const code = Form.useWatch('code', form) ?? initial.code
  const kind = Form.useWatch('kind', form) ?? initial.kind
  const isCode = providerCode.test(code)
  const found = useCall(identityProvider.callback, { query: { code, kind }, enabled: isCode, keepPrevious: true, quietly: true })
  const { callback, metadata } = (isCode && found.data) || { callback: '', metadata: null }
  return (
    <dl className="provider-registered">
      <dt>{kind === 'cas' ? words.callbackCas : words.callback}</dt>
      <dd>{callback === '' ? words.afterCode : <Copyable value={callback} />}</dd>
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
