import type { BodyOf, ReplyOf } from '@hufu/contract/call'
import { ENCRYPT_METHODS, initialPasswordProblem, PASSWORD_PROFILES, PASSWORD_STRENGTHS } from '@hufu/contract/credentials/password'
import { type PasswordSetting, security } from '@hufu/contract/operations/security'
import { Button, Form, Input, Radio } from 'antd'
import { send } from '../../../../platform/client.ts'
import { INITIAL_PASSWORD_MAX } from '../../../../platform/constants.ts'
import { encrypt } from '../../../../platform/transport/encrypt.ts'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { rule } from '../../../../ui/form/rules.ts'
import { useDialog } from '../../../../ui/dialog/use-dialog.ts'
import { BlacklistField, blacklistProblem } from './blacklist-field.tsx'
import { cleanLines } from '../../../../ui/form/lines-field.tsx'
import { NumberField } from './number-field.tsx'
import { SecurityForm } from './security-form.tsx'
import { SideBySide, SettingGroup, SettingRow, SettingSwitch } from './setting-row.tsx'
import { text } from './text.ts'
import { TryPassword } from './try-password.tsx'
import { type Reading, Stored } from './stored.tsx'
import { weakerPassword } from './weakening.ts'

const EncryptionDialog = lazyComponent(() => import('./encryption-dialog.tsx'))
const words = text.password

type Read = ReplyOf<typeof security.password>
/** A new initial password; '' leaves the present one. */
type Typed = PasswordSetting & { fresh: string }

export function PasswordTab() {
  return (
    <Stored call={security.password}>
      {(present, defaults, reading) => <PasswordForm present={present} shipped={defaults.password} {...reading} />}
    </Stored>
  )
}

async function bodyOf({ fresh, ...setting }: Typed, reason: string | undefined): Promise<BodyOf<typeof security.updatePassword>> {
  return { ...setting, reason, ...(fresh.trim() !== '' && { defaultPassword: await encrypt(fresh.trim()) }) }
}

function PasswordForm({
  present: { defaultPassword, ...present },
  shipped,
  ...reading
}: Reading & { present: Read; shipped: PasswordSetting }) {
  const [form] = Form.useForm<Typed>()
  const initial = { ...present, fresh: '' }
  const profile = Form.useWatch('passwordProfile', form) ?? present.passwordProfile
  return (
    <SecurityForm
      {...reading}
      tab="password"
      form={form}
      initial={initial}
      shipped={{ ...shipped, fresh: '' }}
      read={typed => ({ ...typed, passwordBlacklist: cleanLines(typed.passwordBlacklist) })}
      saving={{
        store: async (draft: Typed, { reason }) => send(security.updatePassword, { body: await bodyOf(draft, reason), quietly: true }),
        weaker: draft => weakerPassword(present, draft),
        impact: ({ passwordProfile, expireDays, updatePasswordMode }) => ({ passwordProfile, expireDays, updatePasswordMode }),
      }}
    >
      <Rules shipped={shipped} profile={profile} policy={() => ({ ...present, ...(form.getFieldsValue(true) as Typed) })} />
      <PasswordAge shipped={shipped} profile={profile} />
      <Initial shipped={shipped} isSet={defaultPassword.set} />
    </SecurityForm>
  )
}

interface Part {
  shipped: PasswordSetting
  profile: PasswordSetting['passwordProfile']
}

function Rules({ shipped, profile, policy }: Part & { policy: () => PasswordSetting }) {
  const form = Form.useFormInstance<Typed>()
  const isListOpen = Form.useWatch('openPasswordBlacklist', form) ?? policy().openPasswordBlacklist
  return (
    <SettingGroup title={words.rules}>
      <SettingRow name="passwordProfile" of={words.passwordProfile} shipped={words.profiles[shipped.passwordProfile][0]}>
        <Radio.Group className="profiles">
          {PASSWORD_PROFILES.map(value => (
            <Radio key={value} value={value}>
              {words.profiles[value][0]}
              <small>{words.profiles[value][1]}</small>
            </Radio>
          ))}
        </Radio.Group>
      </SettingRow>
      <SettingRow
        name="passwordStrength"
        of={words.passwordStrength}
        shipped={words.strengths[shipped.passwordStrength]}
        note={profile !== 'specification' && words.onlySpecification}
      >
        <SelectField
          disabled={profile !== 'specification'}
          options={PASSWORD_STRENGTHS.map(value => ({ value, label: words.strengths[value]! }))}
        />
      </SettingRow>
      <SettingSwitch
        name="openCommonPasswords"
        of={words.openCommonPasswords}
        shipped={shipped.openCommonPasswords}
        note={profile !== 'specification' && words.alwaysCommon}
        disabled={profile !== 'specification'}
      />
      <SettingSwitch name="openPasswordBlacklist" of={words.openPasswordBlacklist} shipped={shipped.openPasswordBlacklist} />
      <SettingRow name="passwordBlacklist" of={words.passwordBlacklist} rules={[rule<string[]>(blacklistProblem)]}>
        <BlacklistField disabled={!isListOpen} />
      </SettingRow>
      <TryPassword policy={policy} />
    </SettingGroup>
  )
}

function PasswordAge({ shipped, profile }: Part) {
  const fixed = profile === 'specification' ? undefined : words.expireFixed[profile]
  return (
    <SettingGroup title={words.ageing}>
      <SettingRow name="updatePasswordMode" of={words.updatePasswordMode} shipped={words.modes[shipped.updatePasswordMode]}>
        <SelectField options={Object.entries(words.modes).map(([value, label]) => ({ value, label }))} />
      </SettingRow>
      <SettingRow name="expireDays" of={words.expireDays} shipped={`${shipped.expireDays} ${text.days}`} note={fixed}>
        <NumberField of="expireDays" unit={text.days} disabled={profile === 'nist'} />
      </SettingRow>
      <SettingRow name="expireWarnDays" of={words.expireWarnDays} shipped={`${shipped.expireWarnDays} ${text.days}`}>
        <NumberField of="expireWarnDays" unit={text.days} disabled={profile === 'nist'} />
      </SettingRow>
      <SettingRow
        name="passwordHistory"
        of={words.passwordHistory}
        shipped={words.noHistory}
        note={profile === 'dengbao3' && words.historyFixed}
      >
        <NumberField of="passwordHistory" unit={text.copies} />
      </SettingRow>
    </SettingGroup>
  )
}

function Initial({ shipped, isSet }: { shipped: PasswordSetting; isSet: boolean }) {
  const form = Form.useFormInstance<Typed>()
  const dialog = useDialog()
  const placeholder = isSet ? words.defaultSet : words.defaultUnset
  const problem = (typed?: string) => (typed?.trim() ? initialPasswordProblem(typed.trim(), form.getFieldsValue(true) as Typed) : undefined)
  return (
    <SettingGroup title={words.initial}>
      <SettingRow name="fresh" of={words.defaultPassword} shipped={text.none} rules={[rule(problem)]}>
        <Input.Password maxLength={INITIAL_PASSWORD_MAX} autoComplete="new-password" placeholder={placeholder} />
      </SettingRow>
      <SettingRow name="passwordEncryptionRules" of={words.passwordEncryptionRules} shipped={shipped.passwordEncryptionRules}>
        <SelectField options={ENCRYPT_METHODS.map(value => ({ value, label: value }))} />
      </SettingRow>
      <SideBySide>
        <Button onClick={() => dialog.open()}>{words.encryption}</Button>
      </SideBySide>
      {dialog.isOpen && <EncryptionDialog method={form.getFieldValue('passwordEncryptionRules') as string} onClose={dialog.close} />}
    </SettingGroup>
  )
}
