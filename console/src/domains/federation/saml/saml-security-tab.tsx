import { saml, samlEncrypted, type SamlApp, samlNameIds, type SamlSettings, samlSigned, SKEW_MAX } from '@hufu/contract/federation/saml'
import { Alert, Form, InputNumber, Switch } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import type { Flag } from '@hufu/contract/shapes'
import { isOn } from '../../../platform/flag.ts'
import { FlagField } from '../../../ui/form/flag-field.tsx'
import { isOutdated } from '../../../ui/form/is-outdated.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { SettingsForm } from '../../../ui/form/settings-form.tsx'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { text as samlText } from './saml-text.ts'
import { text as appText } from '../../../pickers/app-text.ts'
import type { TabProps } from '../../../pickers/app-parts.ts'

const text = samlText.security
const RELAY_STATE_MAX = 500

/** How requests are verified, and how answers are signed and encrypted. */
export default function SamlSecurityTab({ of }: TabProps) {
  const found = useCall(saml.get, { query: { appId: of.id }, quietly: true })
  return (
    <Loaded of={found} lines={8} fresh>
      {stored =>
        stored.settings ? (
          <SecurityForm of={stored} settings={stored.settings} onReload={() => found.refetch({ cancelRefetch: false })} />
        ) : (
          <Empty title={samlText.peer.none} hint={samlText.peer.noneHint} />
        )
      }
    </Loaded>
  )
}

interface Props {
  of: SamlApp
  settings: SamlSettings
  onReload: () => Promise<unknown>
}

function SecurityForm({ of, settings, onReload }: Props) {
  const [form] = Form.useForm<SamlSettings>()
  const update = useAction(saml.update, { refreshes: [saml.get] })
  const { appId, version } = of
  const save = async (typed: SamlSettings) => {
    if (!ok(await update.run({ body: { ...typed, appId, version } }))) return 'refused'
    await onReload()
    notifier.done(text.saved)
    return 'saved'
  }
  return (
    <SettingsForm<SamlSettings>
      name="samlSecurity"
      form={form}
      call={saml.update}
      className="app-form"
      initial={settings}
      save={save}
      isOutdated={() => isOutdated(saml.get, of, { appId })}
      onReload={onReload}
    >
      <Fields of={of} />
    </SettingsForm>
  )
}

const toggle = <Switch checkedChildren={appText.form.on} unCheckedChildren={appText.form.off} />

function Fields({ of }: { of: SamlApp }) {
  const form = Form.useFormInstance<SamlSettings>()
  const signed = Form.useWatch('wantsSignedRequest', form) as Flag | undefined
  const encrypt = Form.useWatch('encrypt', form)
  const unsolicited = Form.useWatch('allowUnsolicited', form)
  const algorithm = of.dataAlgorithm === null ? text.noAlgorithm : text.algorithm(/[^#]+$/.exec(of.dataAlgorithm)?.[0] ?? of.dataAlgorithm)
  return (
    <>
      <Form.Item name="nameId" label={text.nameId} extra={text.nameIdHint}>
        <SelectField options={samlNameIds.map(value => ({ value, label: text.nameIds[value] }))} />
      </Form.Item>
      <FlagField name="wantsSignedRequest" label={text.wantsSigned} extra={text.wantsSignedHint}>
        {toggle}
      </FlagField>
      {signed === 0 && <Alert className="saml-alert" type="error" showIcon role="note" title={text.wantsSignedOff} />}
      <Form.Item name="signWhat" label={text.sign}>
        <SelectField className="app-from" options={samlSigned.map(value => ({ value, label: text.signs[value] }))} />
      </Form.Item>
      <Form.Item name="encrypt" label={text.encrypt} extra={text.encryptHint(encrypt === 'always' ? algorithm : '')}>
        <SelectField className="app-from" options={samlEncrypted.map(value => ({ value, label: text.encrypts[value] }))} />
      </Form.Item>
      {encrypt === 'always' && (
        <FlagField name="allowCbc" label={text.cbc} extra={text.cbcHint}>
          {toggle}
        </FlagField>
      )}
      <FlagField name="allowUnsolicited" label={text.unsolicited} extra={text.unsolicitedHint}>
        {toggle}
      </FlagField>
      {isOn(unsolicited) && (
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
