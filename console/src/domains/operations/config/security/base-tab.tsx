import { type BaseSetting, countryLogins, originForm, security, webAddressForm } from '@hufu/contract/operations/security'
import { Form, Input } from 'antd'
import { send } from '../../../../platform/client.ts'
import { countryLoginMode } from '../../../../platform/sign-in/country-login.ts'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { legal, matches, needed } from '../../../../ui/form/rules.ts'
import { TrimInput } from '../../../../ui/form/trim-input.tsx'
import { FileField } from './file-field.tsx'
import { NumberField } from './number-field.tsx'
import { SecurityForm } from './security-form.tsx'
import { SettingGroup, SettingRow, SettingSwitch } from './setting-row.tsx'
import { text } from './text.ts'
import { type Reading, Stored } from './stored.tsx'

const words = text.base
const URL_MAX = 500

export function BaseTab() {
  return (
    <Stored call={security.base}>
      {(present, defaults, reading) => <BaseForm present={typedOf(present)} shipped={typedOf(defaults.base)} {...reading} />}
    </Stored>
  )
}

/** true, 'true' and 1 mean the same mode (D-69). */
const typedOf = (setting: BaseSetting): BaseSetting => ({ ...setting, countryLogin: modes[countryLoginMode(setting.countryLogin)] })
const modes = { off: '0', iframe: '1', location: '2' } as const

function BaseForm({ present, shipped, ...reading }: Reading & { present: BaseSetting; shipped: BaseSetting }) {
  const [form] = Form.useForm<BaseSetting>()
  const isCountry = Form.useWatch('countryLogin', form) ?? present.countryLogin
  return (
    <SecurityForm
      {...reading}
      tab="base"
      form={form}
      initial={present}
      shipped={shipped}
      read={typed => typed}
      saving={{
        store: ({ countryLogin, ...rest }, { reason }) =>
          send(security.updateBase, { body: { ...rest, countryLogin: countryLogin as '0', reason }, quietly: true }),
      }}
    >
      <SettingGroup title={words.naming}>
        <SettingRow name="systemName" of={words.systemName} shipped={shipped.systemName} rules={[needed(words.systemName[0]), legal]}>
          <Input maxLength={50} />
        </SettingRow>
        <SettingRow name="systemLogo" of={words.systemLogo} shipped={text.none}>
          <FileField label={words.systemLogo[0]} isPicture />
        </SettingRow>
        <SettingRow name="siteAddress" of={words.siteAddress} shipped={text.none} rules={[matches(originForm, words.siteProblem)]}>
          <TrimInput maxLength={URL_MAX} inputMode="url" />
        </SettingRow>
      </SettingGroup>
      <SettingGroup title={words.delegations}>
        <SettingSwitch name="openGradeAdmin" of={words.openGradeAdmin} shipped={shipped.openGradeAdmin} />
        <SettingSwitch name="openWatermark" of={words.openWatermark} shipped={shipped.openWatermark} />
      </SettingGroup>
      <SettingGroup title={words.outside}>
        <SettingRow name="countryLogin" of={words.countryLogin} shipped={words.countryLogins[shipped.countryLogin]}>
          <SelectField options={countryLogins.map(value => ({ value, label: words.countryLogins[value]! }))} />
        </SettingRow>
        <SettingRow
          name="countryLoginUrl"
          of={words.countryLoginUrl}
          shipped={text.none}
          rules={[matches(webAddressForm, words.urlProblem), ...(isCountry === '0' ? [] : [needed(words.countryLoginUrl[0])])]}
        >
          <TrimInput maxLength={URL_MAX} inputMode="url" disabled={isCountry === '0'} />
        </SettingRow>
      </SettingGroup>
      <SettingGroup title={words.waiting}>
        <SettingRow name="requestTimeout" of={words.requestTimeout} shipped={`${shipped.requestTimeout} ${text.milliseconds}`}>
          <NumberField of="requestTimeout" unit={text.milliseconds} />
        </SettingRow>
        <SettingRow
          name="requestTimeoutMessage"
          of={words.requestTimeoutMessage}
          shipped={shipped.requestTimeoutMessage}
          rules={[needed(words.requestTimeoutMessage[0]), legal]}
        >
          <Input maxLength={50} />
        </SettingRow>
      </SettingGroup>
      <SettingGroup title={words.drivers}>
        {(['caDriverFileId', 'faceDriverFileId'] as const).map(name => (
          <SettingRow key={name} name={name} of={words[name]} shipped={text.none}>
            <FileField label={words[name][0]} />
          </SettingRow>
        ))}
      </SettingGroup>
    </SecurityForm>
  )
}
