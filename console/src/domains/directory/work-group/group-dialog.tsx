import type { LabelRule } from '@hufu/contract/directory/label-rule'
import { REMARK_MAX } from '@hufu/contract/shapes'
import { type WorkGroup, workGroup } from '@hufu/contract/directory/work-group'
import { Form, Input, InputNumber, Radio, Switch } from 'antd'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { DayField } from '../../../ui/form/day-field.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { legal, matches, needed, rule, useAsked, wholeSortNum } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { OrgSelect } from '../../../pickers/org-select.tsx'
import { emptyRule, isWhole } from '../../../pickers/rule-draft.ts'
import { RuleField } from '../../../pickers/rule-field.tsx'
import { GROUP_LISTS } from './group-acts.ts'
import { text } from './text.ts'

interface Typed {
  name: string
  code: string
  orgId?: string | null
  validEndTime?: string | null
  sortNum?: number | null
  remark?: string | null
  isEnabled: boolean
  kind: 'manual' | 'rule'
  rule: LabelRule
}
interface Props {
  row: WorkGroup | undefined
  onSaved: (id: string) => void
  onClose: () => void
}
const words = text.dialog
const whole = rule<LabelRule>(value => (isWhole(value) ? undefined : words.incomplete))
const CODE = /^[A-Za-z0-9_.-]{1,50}$/

export default function GroupDialog({ row, onSaved, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const kind = Form.useWatch('kind', form) ?? kindOf(row)
  const own = row ? { id: row.id } : {}
  const save = useAction(workGroup.save, { refreshes: GROUP_LISTS })
  const update = useAction(workGroup.update, { refreshes: GROUP_LISTS })
  const nameRule = useAsked(async (name, signal) =>
    (await fetchData(workGroup.nameTaken, { query: { name, ...own }, signal })) ? words.nameTaken : undefined,
  )
  const codeRule = useAsked(async (code, signal) =>
    (await fetchData(workGroup.codeTaken, { query: { code, ...own }, signal })) ? words.codeTaken : undefined,
  )
  const submit = async ({ name, code, orgId, validEndTime, sortNum, remark, isEnabled, rule }: Typed) => {
    const body = {
      name,
      code,
      orgId: orgId ?? '',
      validEndTime: validEndTime ?? '',
      remark: remark ?? '',
      ...(sortNum ? { sortNum } : {}),
      ...(kind === 'rule' && { rule }),
    }
    if (row) {
      if (!ok(await update.run({ body: { ...body, id: row.id, version: row.version } }))) return false
    } else {
      const answer = await save.run({ body: { ...body, status: isEnabled ? 1 : 0 } })
      if (!ok(answer)) return false
      onSaved(answer.data.id)
    }
    notifier.toast(kind === 'rule' ? text.savedRule : text.saved, CONFIG_MS, 'success')
    return true
  }
  return (
    <FormDialog<Typed>
      title={row ? words.edit : words.add}
      form={form}
      wide={kind === 'rule'}
      initial={{ ...row, isEnabled: row?.status !== 0, kind: kindOf(row), rule: row?.rule ?? emptyRule() }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="name" label={words.name} required validateFirst rules={[needed(words.name), legal, nameRule]}>
        <TrimInput />
      </Form.Item>
      <Form.Item
        name="code"
        label={words.code}
        required
        validateFirst
        extra={words.codeHint}
        rules={[needed(words.code), matches(CODE, words.codeProblem), codeRule]}
      >
        <TrimInput />
      </Form.Item>
      <Form.Item name="orgId" label={words.org} extra={words.orgHint}>
        <OrgSelect canClear />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="validEndTime" label={words.validEndTime} extra={words.validHint}>
          <DayField />
        </Form.Item>
        <Form.Item name="sortNum" label={words.sortNum} rules={[wholeSortNum]}>
          <InputNumber min={1} max={999999} precision={0} controls={false} className="wide" />
        </Form.Item>
      </div>
      <Form.Item name="kind" label={words.kind} {...(row && { extra: words.kindKept })}>
        <Radio.Group disabled={row !== undefined} options={kinds} />
      </Form.Item>
      {kind === 'rule' && (
        <Form.Item name="rule" label={words.rule} required rules={[whole]}>
          <RuleField preview={workGroup.preview} />
        </Form.Item>
      )}
      {!row && (
        <Form.Item name="isEnabled" label={words.status} valuePropName="checked">
          <Switch checkedChildren={text.enabled} unCheckedChildren={text.disabled} />
        </Form.Item>
      )}
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea maxLength={REMARK_MAX} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}

const kindOf = (row: WorkGroup | undefined) => (row?.rule ? ('rule' as const) : ('manual' as const))
const kinds = [
  { value: 'manual', label: words.manual },
  { value: 'rule', label: words.byRule },
]
