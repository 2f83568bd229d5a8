import { type CleanRule, dataClean, isKeptByLaw, KEEP_DAYS_MAX, keepDaysMin } from '@hufu/contract/operations/data-clean'
import { Alert, Checkbox, Form, InputNumber } from 'antd'
import { BooleanField, FlagField } from '../../../ui/form/flag-field.tsx'
import type { Flag } from '@hufu/contract/shapes'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { needed, rule as ruleOf } from '../../../ui/form/rules.ts'
import { text } from './text.ts'

const words = text.dialog
interface Typed {
  keepDays: number | null
  status: Flag
  isKnown: boolean
}

/** Fewer days than the law requires need a second confirmation. */
export default function RuleDialog({ rule, onClose }: { rule: CleanRule; onClose: () => void }) {
  const [form] = Form.useForm<Typed>()
  const update = useAction(dataClean.update, { refreshes: [dataClean.list] })
  const keepDays = (Form.useWatch('keepDays', form) as number | null | undefined) ?? rule.keepDays
  const least = keepDaysMin(rule.id)
  const isShort = isKeptByLaw(rule.id, keepDays)
  const inRange = ruleOf<number | null>(days =>
    days !== null && days >= least && days <= KEEP_DAYS_MAX ? undefined : words.rangeProblem(least),
  )
  const submit = async (typed: Typed) => {
    const body = { id: rule.id, keepDays: typed.keepDays!, status: typed.status, version: rule.version }
    if (!ok(await update.run({ body }))) return false
    notifier.done(text.saved)
    return true
  }
  return (
    <FormDialog<Typed>
      title={text.editOf(rule.name)}
      form={form}
      initial={{ keepDays: rule.keepDays, status: rule.status as Flag, isKnown: false }}
      onSubmit={submit}
      onClose={onClose}
      danger={isShort}
    >
      <Form.Item name="keepDays" label={words.keepDays} extra={words.range(least)} validateFirst rules={[needed(words.keepDays), inRange]}>
        <InputNumber precision={0} className="wide" />
      </Form.Item>
      <FlagField name="status">
        <Checkbox>{words.isOn}</Checkbox>
      </FlagField>
      {isShort && (
        <>
          <Alert type="warning" title={words.law} showIcon className="form-alert" role="note" />
          <BooleanField name="isKnown" rules={[ruleOf<boolean>(isKnown => (isKnown ? undefined : words.lawNeeded))]}>
            <Checkbox>{words.lawKnown}</Checkbox>
          </BooleanField>
        </>
      )}
    </FormDialog>
  )
}
