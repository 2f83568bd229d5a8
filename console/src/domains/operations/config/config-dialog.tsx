import { config, type ConfigItem } from '@hufu/contract/operations/config'
import { security } from '@hufu/contract/operations/security'
import { Checkbox, Form, Input, InputNumber, Switch } from 'antd'
import { isOn } from '../../../platform/flag.ts'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { REMARK_MAX } from '../../../platform/constants.ts'
import { encrypt } from '../../../platform/transport/encrypt.ts'
import { holdGlobalConfig } from '../../../platform/session.ts'
import { BooleanField } from '../../../ui/form/flag-field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { legal } from '../../../ui/form/rules.ts'
import { text } from './text.ts'
import { linesOf } from './value-text.ts'

const words = text.dialog
interface Typed {
  line: string
  number: number | null
  isOn: boolean
  lines: string
  /** A new secret; empty: unchanged. */
  secret: string
  isCleared: boolean
  remark: string
}
const typedOf = ({ configValue, valueType, remark }: ConfigItem): Typed => ({
  line: configValue,
  number: valueType === 'number' ? Number(configValue) : null,
  isOn: configValue === 'true',
  lines: valueType === 'list' ? linesOf(configValue).join('\n') : '',
  secret: '',
  isCleared: false,
  remark: remark ?? '',
})

/** The value in stored form, by its type; a secret not typed anew is sent back as it came. */
async function valueOf({ configKey, configValue, valueType }: ConfigItem, typed: Typed): Promise<string> {
  if (text.choices[configKey]) return typed.line
  if (valueType === 'number') return String(typed.number ?? '')
  if (valueType === 'boolean') return String(typed.isOn)
  if (valueType === 'list') return JSON.stringify([...new Set(typed.lines.split(/\r?\n/).map(line => line.trim()))].filter(Boolean))
  if (valueType === 'text' || valueType === 'json') return typed.line.trim()
  if (typed.isCleared) return encrypt('')
  return typed.secret.trim() === '' ? configValue : encrypt(typed.secret.trim())
}

export default function ConfigDialog({ item, onClose }: { item: ConfigItem; onClose: () => void }) {
  const update = useAction(config.update, { refreshes: [config.page, ...Object.values(security)] })
  const save = async (typed: Typed) => {
    const { id, version } = item
    const answer = await update.run({ body: { id, configValue: await valueOf(item, typed), remark: typed.remark, version } })
    if (!ok(answer)) return false
    notifier.done(words.saved)
    await fetchData(config.global).then(holdGlobalConfig, () => undefined)
    return true
  }
  return (
    <FormDialog<Typed>
      title={words.title(item.configName)}
      initial={typedOf(item)}
      onSubmit={typed => save({ ...typedOf(item), ...typed })}
      onClose={onClose}
    >
      <p className="page-description">
        {words.key}
        <code>{item.configKey}</code>
      </p>
      <ValueField item={item} />
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea rows={2} maxLength={REMARK_MAX} />
      </Form.Item>
    </FormDialog>
  )
}

/** Keys and certificates have several lines. */
const hasLines = ({ configKey, valueType }: ConfigItem) =>
  valueType === 'json' || /^zfb\.p|^ca\.(?:trustCerts|revocationLists)$|Template$/.test(configKey)

function ValueField({ item }: { item: ConfigItem }) {
  const extra = text.hints[item.configKey]
  const choices = text.choices[item.configKey]
  if (choices)
    return (
      <Form.Item name="line" label={words.value} extra={extra}>
        <SelectField options={Object.entries(choices).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
    )
  if (item.valueType === 'number')
    return (
      <Form.Item name="number" label={words.value} extra={extra} rules={[{ required: true, message: words.needNumber }]}>
        <InputNumber {...(isOn(item.builtIn) && { precision: 0 })} className="wide" />
      </Form.Item>
    )
  if (item.valueType === 'boolean')
    return (
      <BooleanField name="isOn" label={words.value} extra={extra}>
        <Switch checkedChildren={text.yes} unCheckedChildren={text.no} />
      </BooleanField>
    )
  if (item.valueType === 'list')
    return (
      <Form.Item name="lines" label={words.value} extra={extra ?? words.perLine}>
        <Input.TextArea rows={8} spellCheck={false} className="lines-field" />
      </Form.Item>
    )
  if (item.valueType === 'password') return <SecretField item={item} />
  return (
    <Form.Item name="line" label={words.value} extra={extra}>
      {hasLines(item) ? <Input.TextArea rows={8} spellCheck={false} className="lines-field" /> : <Input autoComplete="off" />}
    </Form.Item>
  )
}

function SecretField({ item }: { item: ConfigItem }) {
  const isCleared = (Form.useWatch('isCleared') as boolean | undefined) ?? false
  const isSet = item.configValue !== ''
  const common = { placeholder: isSet ? words.keep : text.unset, disabled: isCleared, autoComplete: 'new-password' }
  return (
    <>
      <Form.Item name="secret" label={words.value} extra={text.hints[item.configKey] ?? words.secretHint}>
        {hasLines(item) ? (
          <Input.TextArea rows={8} spellCheck={false} className="lines-field" {...common} />
        ) : (
          <Input.Password {...common} />
        )}
      </Form.Item>
      {isSet && (
        <BooleanField name="isCleared">
          <Checkbox>{words.clear}</Checkbox>
        </BooleanField>
      )}
    </>
  )
}
