import { type OrgSetting, orgSetting, userNameRules } from '@hufu/contract/directory/org-setting'
import { user } from '@hufu/contract/directory/user'
import { Checkbox, Form, Radio, Switch } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { onSaveKey } from '../../../ui/form/save-key.ts'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { ActButton } from '../../../ui/act-button.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { text } from './text.ts'

const words = text.setting
const requiredFields = Object.keys(words.fields) as (keyof typeof words.fields)[]

/** Required fields of the user form, and the source of proposed user names. */
export function SettingForm({ setting }: { setting: OrgSetting }) {
  const [form] = Form.useForm<OrgSetting>()
  const [changed, setChanged] = useState(false)
  const may = useMay()
  const rule = Form.useWatch('userNameRule', form) ?? setting.userNameRule
  const update = useAction(orgSetting.update, { refreshes: [orgSetting.get, user.requiredFields] })
  const save = async (typed: OrgSetting) => {
    if (!ok(await update.run({ body: { ...setting, ...typed } }))) return
    setChanged(false)
    notifier.done(words.saved)
  }
  return (
    <Form<OrgSetting>
      form={form}
      layout="vertical"
      className="setting-form"
      disabled={!may(orgSetting.update)}
      initialValues={setting}
      onValuesChange={() => setChanged(true)}
      onFinish={typed => void save(typed)}
      onKeyDown={onSaveKey(() => form.submit())}
    >
      <fieldset className="setting-required">
        <legend>{words.required}</legend>
        {requiredFields.map(field => (
          <Form.Item key={field} name={field} valuePropName="checked" noStyle>
            <Checkbox>{words.fields[field]}</Checkbox>
          </Form.Item>
        ))}
        <p className="setting-hint">{words.requiredHint}</p>
      </fieldset>
      <Form.Item name="openOtherJob" label={words.openOtherJob} valuePropName="checked" extra={words.openOtherJobHint}>
        <Switch checkedChildren={text.enabled} unCheckedChildren={text.disabled} />
      </Form.Item>
      <Form.Item name="userNameRule" label={words.userNameRule} extra={`${words.example}${words.examples[rule]}`}>
        <Radio.Group options={userNameRules.map(value => ({ value, label: words.rules[value] }))} />
      </Form.Item>
      <ActButton call={orgSetting.update} type="primary" htmlType="submit" loading={update.pending} disabled={!changed}>
        {words.save}
      </ActButton>
      <UnsavedGuard when={changed} />
    </Form>
  )
}
