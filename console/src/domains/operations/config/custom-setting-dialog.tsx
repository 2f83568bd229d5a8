import { config } from '@hufu/contract/operations/config'
import { JSON_MAX, CUSTOM_TYPES, customKeyForm, customSetting } from '@hufu/contract/operations/custom-setting'
import { Form, Input } from 'antd'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { INPUT_MAX, REMARK_MAX } from '../../../platform/constants.ts'
import { encrypt } from '../../../platform/transport/encrypt.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { legal, matches, needed, rule, useServerRule } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { text } from './text.ts'

type CustomType = (typeof CUSTOM_TYPES)[number]
interface Typed {
  groupName: string
  application: string
  configKey: string
  configName: string
  valueType: CustomType
  configValue: string | undefined
  remark: string | undefined
}
const words = text.own
const KEY_MAX = 64
const INITIAL = { application: 'iam', valueType: 'text' as const }

function valueProblem(type: CustomType, value: string): string | undefined {
  if (type === 'number' && (value.trim() === '' || !Number.isFinite(Number(value)))) return words.numberProblem
  if (type === 'boolean' && value !== 'true' && value !== 'false') return words.booleanProblem
  return type === 'json' && !isJson(value) ? words.jsonProblem : undefined
}
function isJson(value: string): boolean {
  try {
    JSON.parse(value)
    return new TextEncoder().encode(value).length <= JSON_MAX
  } catch {
    return false
  }
}

/** A setting the installation adds itself. */
export default function CustomSettingDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const type = Form.useWatch('valueType', form) ?? INITIAL.valueType
  const save = useAction(customSetting.save, { refreshes: [config.page, config.groupNames] })
  const keyRule = useServerRule(async (configKey, signal) =>
    (await fetchData(customSetting.keyTaken, { query: { configKey }, signal })) ? words.keyTaken : undefined,
  )
  const submit = async ({ configValue = '', remark = '', ...typed }: Typed) => {
    const value = typed.valueType === 'password' && configValue !== '' ? await encrypt(configValue) : configValue
    if (!ok(await save.run({ body: { ...typed, configValue: value, remark } }))) return false
    notifier.done(words.saved)
    return true
  }
  return (
    <FormDialog<Typed> title={words.title} form={form} initial={INITIAL} onSubmit={submit} onClose={onClose}>
      <div className="form-pair">
        <Form.Item name="configName" label={words.name} required rules={[needed(words.name), legal]}>
          <Input maxLength={INPUT_MAX} />
        </Form.Item>
        <Form.Item
          name="configKey"
          label={words.key}
          extra={words.keyHint}
          required
          validateFirst
          rules={[needed(words.key), matches(customKeyForm, words.keyProblem), keyRule]}
        >
          <TrimInput maxLength={KEY_MAX} />
        </Form.Item>
        <Form.Item name="groupName" label={words.group} required rules={[needed(words.group), legal]}>
          <Input maxLength={INPUT_MAX} />
        </Form.Item>
        <Form.Item name="application" label={words.application} required rules={[needed(words.application), legal]}>
          <TrimInput />
        </Form.Item>
      </div>
      <Form.Item name="valueType" label={words.type} extra={words.typeHint}>
        <SelectField options={CUSTOM_TYPES.map(value => ({ value, label: words.types[value] }))} />
      </Form.Item>
      <Form.Item
        name="configValue"
        label={words.value}
        dependencies={['valueType']}
        rules={[rule((value?: string) => valueProblem(type, value ?? ''))]}
      >
        {type === 'password' ? <Input.Password autoComplete="new-password" /> : <Input.TextArea rows={3} spellCheck={false} />}
      </Form.Item>
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea rows={2} maxLength={REMARK_MAX} />
      </Form.Item>
    </FormDialog>
  )
}
