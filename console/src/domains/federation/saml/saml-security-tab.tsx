import { saml, samlEncrypted, type SamlApp, samlNameIds, type SamlSettings, samlSigned, SKEW_MAX } from '@hufu/contract/federation/saml'
import { Alert, Button, Form, InputNumber, Switch } from 'antd'
import { useState } from 'react'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { onSaveKey } from '../../../ui/form/save-key.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import { text as words } from './saml-text.ts'
import { text as appText } from '../../../pickers/app-text.ts'
import type { TabProps } from '../../../pickers/app-parts.ts'

const text = words.security
const RELAY_STATE_MAX = 500

type Typed = Omit<SamlSettings, 'wantsSignedRequest' | 'allowCbc' | 'allowUnsolicited'> & {
  wantsSignedRequest: boolean
  allowCbc: boolean
  allowUnsolicited: boolean
}
const typedOf = (of: SamlSettings): Typed => ({
  ...of,
  wantsSignedRequest: of.wantsSignedRequest === 1,
  allowCbc: of.allowCbc === 1,
  allowUnsolicited: of.allowUnsolicited === 1,
})
const flagOf = (on: boolean) => (on ? 1 : 0)

/** How requests are verified, and how answers are signed and encrypted. */
export default function SamlSecurityTab({ of }: TabProps) {
  const found = useCall(saml.get, { query: { appId: of.id }, quietly: true })
  if (found.isError && !found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data || !found.isFetchedAfterMount) return <Skeleton lines={8} />
  if (!found.data.settings) return <Empty title={words.peer.none} hint={words.peer.noneHint} />
  return <SecurityForm key={found.data.version} of={found.data} settings={found.data.settings} />
}

function SecurityForm({ of, settings }: { of: SamlApp; settings: SamlSettings }) {
  const [form] = Form.useForm<Typed>()
  const [isChanged, setChanged] = useState(false)
  const may = useMay()
  const update = useAction(saml.update, { refreshes: [saml.get] })
  const submit = async (typed: Typed) => {
    const whole = { ...typedOf(settings), ...typed }
    const { wantsSignedRequest, allowCbc, allowUnsolicited } = whole
    const flags = {
      wantsSignedRequest: flagOf(wantsSignedRequest),
      allowCbc: flagOf(allowCbc),
      allowUnsolicited: flagOf(allowUnsolicited),
    } as const
    if (!ok(await update.run({ body: { ...whole, ...flags, appId: of.appId, version: of.version } }))) return
    setChanged(false)
    notifier.done(text.saved)
  }
  const drop = () => {
    form.setFieldsValue(typedOf(settings))
    setChanged(false)
  }
  return (
    <Form<Typed>
      form={form}
      name="samlSecurity"
      layout="vertical"
      className="app-form"
      disabled={!may(saml.update)}
      initialValues={typedOf(settings)}
      onValuesChange={() => setChanged(true)}
      onFinish={typed => void submit(typed)}
      onKeyDown={onSaveKey(() => form.submit())}
    >
      <Fields of={of} />
      <SaveBar>
        <ActButton call={saml.update} type="primary" htmlType="submit" loading={update.pending} disabled={!isChanged}>
          {text.save}
        </ActButton>
        <Button disabled={!isChanged} onClick={drop}>
          {appText.form.reset}
        </Button>
      </SaveBar>
      <UnsavedGuard when={isChanged} isLeft={(from, to) => from.pathname + from.search !== to.pathname + to.search} />
    </Form>
  )
}

const SwitchField = ({ name, label, extra }: { name: keyof Typed; label: string; extra: string }) => (
  <Form.Item name={name} label={label} extra={extra} valuePropName="checked">
    <Switch checkedChildren={appText.form.on} unCheckedChildren={appText.form.off} />
  </Form.Item>
)

function Fields({ of }: { of: SamlApp }) {
  const form = Form.useFormInstance<Typed>()
  const signed = Form.useWatch('wantsSignedRequest', form) as boolean | undefined
  const encrypt = Form.useWatch('encrypt', form)
  const unsolicited = Form.useWatch('allowUnsolicited', form)
  const algorithm = of.dataAlgorithm === null ? text.noAlgorithm : text.algorithm(/[^#]+$/.exec(of.dataAlgorithm)?.[0] ?? of.dataAlgorithm)
  return (
    <>
      <Form.Item name="nameId" label={text.nameId} extra={text.nameIdHint}>
        <SelectField options={samlNameIds.map(value => ({ value, label: text.nameIds[value] }))} />
      </Form.Item>
      <SwitchField name="wantsSignedRequest" label={text.wantsSigned} extra={text.wantsSignedHint} />
      {signed === false && <Alert className="saml-alert" type="error" showIcon role="note" title={text.wantsSignedOff} />}
      <Form.Item name="signWhat" label={text.sign}>
        <SelectField className="app-from" options={samlSigned.map(value => ({ value, label: text.signs[value] }))} />
      </Form.Item>
      <Form.Item name="encrypt" label={text.encrypt} extra={text.encryptHint(encrypt === 'always' ? algorithm : '')}>
        <SelectField className="app-from" options={samlEncrypted.map(value => ({ value, label: text.encrypts[value] }))} />
      </Form.Item>
      {encrypt === 'always' && <SwitchField name="allowCbc" label={text.cbc} extra={text.cbcHint} />}
      <SwitchField name="allowUnsolicited" label={text.unsolicited} extra={text.unsolicitedHint} />
      {unsolicited && (
        <Form.Item name="relayStateStart" label={text.relayState} extra={text.relayStateHint}>
          <TrimInput maxLength={RELAY_STATE_MAX} inputMode="url" placeholder="https://" />
        </Form.Item>
      )}
      <Form.Item name="skewSeconds" label={text.skew}>
        <InputNumber min={0} max={SKEW_MAX} precision={0} controls={false} suffix={appText.form.seconds} className="app-number" />
      </Form.Item>
    </>
  )
}
