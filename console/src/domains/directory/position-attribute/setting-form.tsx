import { type OrgSetting, orgSetting, userNameRules } from '@hufu/contract/directory/org-setting'
import { user } from '@hufu/contract/directory/user'
import { Checkbox, Form, Radio, Switch } from 'antd'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { BooleanField } from '../../../ui/form/flag-field.tsx'
import { isOutdated } from '../../../ui/form/is-outdated.ts'
import { SettingsForm } from '../../../ui/form/settings-form.tsx'
import { text } from './text.ts'

const words = text.setting
const requiredFields = Object.keys(words.fields) as (keyof typeof words.fields)[]

interface Props {
  setting: OrgSetting
  onReload: () => Promise<unknown>
}

/** Required fields of the user form, and the source of proposed user names. */
export function SettingForm({ setting, onReload }: Props) {
  const [form] = Form.useForm<OrgSetting>()
  const nameRule = Form.useWatch('userNameRule', form) ?? setting.userNameRule
  const update = useAction(orgSetting.update, { refreshes: [orgSetting.get, user.requiredFields] })
  const isStale = () => isOutdated(orgSetting.get, setting)
  const save = async (typed: OrgSetting) => {
    if ((await isStale()) || !ok(await update.run({ body: typed }))) return 'refused'
    await onReload()
    notifier.done(words.saved)
    return 'saved'
  }
  return (
    <SettingsForm<OrgSetting>
      name="setting"
      form={form}
      call={orgSetting.update}
      className="setting-form"
      initial={setting}
      save={save}
      isOutdated={isStale}
      onReload={onReload}
    >
      <fieldset className="setting-required">
        <legend>{words.required}</legend>
        {requiredFields.map(field => (
          <BooleanField key={field} name={field} noStyle>
            <Checkbox>{words.fields[field]}</Checkbox>
          </BooleanField>
        ))}
        <p className="setting-hint">{words.requiredHint}</p>
      </fieldset>
      <BooleanField name="openOtherJob" label={words.openOtherJob} extra={words.openOtherJobHint}>
        <Switch checkedChildren={text.enabled} unCheckedChildren={text.disabled} />
      </BooleanField>
      <Form.Item name="userNameRule" label={words.userNameRule} extra={`${words.example}${words.examples[nameRule]}`}>
        <Radio.Group options={userNameRules.map(value => ({ value, label: words.rules[value] }))} />
      </Form.Item>
    </SettingsForm>
  )
}
