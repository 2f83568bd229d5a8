import { hourForm, type LoginWindow, security } from '@hufu/contract/operations/security'
import { Form } from 'antd'
import { send } from '../../../../platform/client.ts'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { matches, needed } from '../../../../ui/form/rules.ts'
import { TrimInput } from '../../../../ui/form/trim-input.tsx'
import { NumberField } from './number-field.tsx'
import { SecurityForm } from './security-form.tsx'
import { SettingGroup, SettingRow, SettingSwitch } from './setting-row.tsx'
import { text } from './text.ts'
import { type Reading, Stored } from './stored.tsx'
import { weakerLogin } from './weakening.ts'

const words = text.login
const methods = [
  'openPassword',
  'openPhone',
  'openWx',
  'openZfb',
  'openCa',
  'openFace',
  'openPasskey',
  'needPhoneVerify',
  'openRecovery',
] as const
const limits = [
  ['loginFailuresPerAddress', text.times],
  ['challengesPerAddress', text.times],
  ['faceChecksPerAddress', text.times],
  ['smsPerAddress', text.times],
  ['smsPerPhone', text.times],
  ['smsInterval', text.seconds],
  ['knownAddressFactor', text.fold],
] as const

export function LoginTab() {
  return (
    <Stored call={security.loginWindow}>
      {(present, defaults, reading) => <LoginForm present={present} shipped={defaults.loginWindow} {...reading} />}
    </Stored>
  )
}

/** A native select returns text, whatever its type says. */
const read = (typed: Omit<LoginWindow, 'captchaMode'> & { captchaMode: number | string }): LoginWindow => ({
  ...typed,
  captchaMode: Number(typed.captchaMode),
})

function LoginForm({ present, shipped, ...reading }: Reading & { present: LoginWindow; shipped: LoginWindow }) {
  const [form] = Form.useForm<LoginWindow>()
  return (
    <SecurityForm
      {...reading}
      tab="login"
      form={form}
      initial={present}
      shipped={shipped}
      read={read}
      saving={{
        store: (draft: LoginWindow, how) => send(security.updateLoginWindow, { body: { ...draft, ...how }, quietly: true }),
        weaker: draft => weakerLogin(present, draft),
        impact: draft => draft,
      }}
    >
      <SettingGroup title={words.methods}>
        {methods.map(name => (
          <SettingSwitch key={name} name={name} of={words[name]} shipped={shipped[name]} />
        ))}
      </SettingGroup>
      <SettingGroup title={words.guessing}>
        <SettingRow name="captchaMode" of={words.captchaMode} shipped={words.captchas[String(shipped.captchaMode)]}>
          <SelectField options={['0', '2', '1'].map(value => ({ value, label: words.captchas[value]! }))} />
        </SettingRow>
        <SettingRow name="failCount" of={words.failCount} shipped={`${shipped.failCount} ${text.times}`}>
          <NumberField of="failCount" unit={text.times} />
        </SettingRow>
        <SettingRow name="accountFailCount" of={words.accountFailCount} shipped={`${shipped.accountFailCount} ${text.times}`}>
          <NumberField of="accountFailCount" unit={text.times} />
        </SettingRow>
        <SettingRow name="lockMinutes" of={words.lockMinutes} shipped={`${shipped.lockMinutes} ${text.minutes}`}>
          <NumberField of="lockMinutes" unit={text.minutes} />
        </SettingRow>
      </SettingGroup>
      <SettingGroup title={words.flooding}>
        {limits.map(([name, unit]) => (
          <SettingRow key={name} name={name} of={words[name]} shipped={`${shipped[name]} ${unit}`}>
            <NumberField of={name} unit={unit} />
          </SettingRow>
        ))}
      </SettingGroup>
      <SettingGroup title={words.sessions}>
        <SettingRow name="sessionMinutes" of={words.sessionMinutes} shipped={`${shipped.sessionMinutes} ${text.minutes}`}>
          <NumberField of="sessionMinutes" unit={text.minutes} />
        </SettingRow>
        <SettingRow name="sessionHours" of={words.sessionHours} shipped={`${shipped.sessionHours} ${text.hours}`}>
          <NumberField of="sessionHours" unit={text.hours} />
        </SettingRow>
        <SettingRow name="maxSessions" of={words.maxSessions} shipped={words.unlimited}>
          <NumberField of="maxSessions" unit={text.copies} />
        </SettingRow>
      </SettingGroup>
      <Hours shipped={shipped} isOpen={present.openTimeLimit} />
    </SecurityForm>
  )
}

function Hours({ shipped, isOpen }: { shipped: LoginWindow; isOpen: boolean }) {
  const form = Form.useFormInstance<LoginWindow>()
  const open = Form.useWatch('openTimeLimit', form) ?? isOpen
  const rulesOf = (label: string) => [needed(label), matches(hourForm, words.timeProblem)]
  return (
    <SettingGroup title={words.hours}>
      <SettingSwitch name="openTimeLimit" of={words.openTimeLimit} shipped={shipped.openTimeLimit} />
      <SettingRow name="beginTime" of={words.beginTime} shipped={shipped.beginTime} rules={rulesOf(words.beginTime[0])}>
        <TrimInput maxLength={5} inputMode="numeric" placeholder={text.login.timeHint} disabled={!open} style={{ width: 180 }} />
      </SettingRow>
      <SettingRow name="endTime" of={words.endTime} shipped={shipped.endTime} rules={rulesOf(words.endTime[0])}>
        <TrimInput maxLength={5} inputMode="numeric" placeholder={text.login.timeHint} disabled={!open} style={{ width: 180 }} />
      </SettingRow>
    </SettingGroup>
  )
}
