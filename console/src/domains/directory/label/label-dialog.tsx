import { type Label, labelColors, userLabel } from '@hufu/contract/directory/label'
import type { LabelRule } from '@hufu/contract/directory/label-rule'
import { Form, Input, InputNumber, Radio } from 'antd'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { ColorChip } from '../../../ui/form/color-chip.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { moveToBackground } from '../../../ui/dialog/background-tasks.ts'
import { legal, needed, rule, useServerRule, sortNumRule } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { emptyRule, isWhole } from '../../../pickers/rule/rule-draft.ts'
import { RuleField } from '../../../pickers/rule/rule-field.tsx'
import { text } from './text.ts'
import { REFRESHES } from './use-label-acts.ts'

interface Typed {
  name: string
  color: string
  sortNum: number | null
  remark: string | null
  kind: 'manual' | 'rule'
  rule: LabelRule
}
interface Props {
  /** Absent: a new label. */
  row: Label | undefined
  onClose: () => void
}
const words = text.dialog
const whole = rule<LabelRule>(value => (isWhole(value) ? undefined : text.incomplete))

export default function LabelDialog({ row, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const kind = Form.useWatch('kind', form) ?? kindOf(row)
  const save = useAction(userLabel.save, { refreshes: REFRESHES })
  const update = useAction(userLabel.update, { refreshes: REFRESHES })
  const nameRule = useServerRule(async (name, signal) =>
    (await fetchData(userLabel.nameTaken, { query: { name, ...(row && { id: row.id }) }, signal })) ? words.nameTaken : undefined,
  )
  const submit = async (typed: Typed) => {
    const { name, color, sortNum, remark } = typed
    const body = {
      name,
      color: color as Color,
      remark: remark ?? '',
      ...(sortNum ? { sortNum } : {}),
      ...(kind === 'rule' && { rule: typed.rule }),
    }
    const answer: Envelope = row ? await update.run({ body: { ...body, id: row.id, version: row.version } }) : await save.run({ body })
    if (!ok(answer)) return false
    notifier.done(kind === 'rule' ? text.savedRule : text.saved)
    if (kind === 'rule') void tellProgress(row?.id ?? (answer.data as { id: string }).id, name).catch(() => undefined)
    return true
  }
  return (
    <FormDialog<Typed>
      title={row ? text.editOf(row.name) : text.add}
      form={form}
      wide
      initial={{
        name: row?.name ?? '',
        color: row?.color ?? '',
        sortNum: row?.sortNum ?? null,
        remark: row?.remark ?? null,
        kind: kindOf(row),
        rule: row?.rule ?? emptyRule(),
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="form-pair">
        <Form.Item name="name" label={words.name} required validateFirst rules={[needed(words.name), legal, nameRule]}>
          <TrimInput />
        </Form.Item>
        <Form.Item name="sortNum" label={words.sortNum} extra={words.sortHint} rules={[sortNumRule]}>
          <InputNumber min={1} max={999999} precision={0} controls={false} className="wide" />
        </Form.Item>
      </div>
      <Form.Item name="color" label={words.color}>
        <Radio.Group options={colors} />
      </Form.Item>
      <Form.Item name="kind" label={words.kind} {...(row && { extra: words.kindKept })}>
        <Radio.Group disabled={row !== undefined} options={kinds} />
      </Form.Item>
      {kind === 'rule' && (
        <Form.Item name="rule" label={words.rule} required rules={[whole]}>
          <RuleField preview={userLabel.preview} />
        </Form.Item>
      )}
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea maxLength={200} rows={2} showCount />
      </Form.Item>
    </FormDialog>
  )
}

/** All users are being checked in the background; the tasks of the top bar show the progress. */
async function tellProgress(id: string, name: string): Promise<void> {
  const { taskId } = await fetchData(userLabel.byId, { query: { id } })
  if (taskId !== null) moveToBackground(taskId, text.counting(name))
}

type Color = (typeof labelColors)[number] | ''
const kindOf = (row: Label | undefined) => (row?.rule ? ('rule' as const) : ('manual' as const))
const kinds = [
  { value: 'manual', label: words.manual },
  { value: 'rule', label: words.byRule },
]
const colors = [
  { value: '', label: words.noColor },
  ...labelColors.map(value => ({ value, label: <ColorChip color={value}>{words.colors[value]}</ColorChip> })),
]
