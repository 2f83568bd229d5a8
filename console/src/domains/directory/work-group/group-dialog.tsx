import type { LabelRule } from '@hufu/contract/directory/label-rule'
import { type WorkGroup, workGroup } from '@hufu/contract/directory/work-group'
import { Form, Radio } from 'antd'
import type { Flag } from '@hufu/contract/shapes'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { DayField } from '../../../ui/form/day-field.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { EnabledField, NameAndCode, RemarkField, SortNumField } from '../../../ui/dialog/name-and-code.tsx'
import { rule } from '../../../ui/form/rules.ts'
import { OrgSelect } from '../../../pickers/org/org-select.tsx'
import { emptyRule, isWhole } from '../../../pickers/rule/rule-draft.ts'
import { RuleField } from '../../../pickers/rule/rule-field.tsx'
import { GROUP_LISTS } from './group-acts.tsx'
import { text } from './text.ts'

interface Typed {
  name: string
  code: string
  orgId?: string | null
  validEndTime?: string | null
  sortNum?: number | null
  remark?: string | null
  status: Flag
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

export default function GroupDialog({ row, onSaved, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const kind = Form.useWatch('kind', form) ?? kindOf(row)
  const own = row ? { id: row.id } : {}
  const save = useAction(workGroup.save, { refreshes: GROUP_LISTS })
  const update = useAction(workGroup.update, { refreshes: GROUP_LISTS })
  const submit = async ({ name, code, orgId, validEndTime, sortNum, remark, status, rule }: Typed) => {
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
      const answer = await save.run({ body: { ...body, status } })
      if (!ok(answer)) return false
      onSaved(answer.data.id)
    }
    notifier.done(kind === 'rule' ? text.savedRule : text.saved)
    return true
  }
  return (
    <FormDialog<Typed>
      title={row ? words.edit : words.add}
      form={form}
      wide={kind === 'rule'}
      initial={{ ...row, status: row?.status === 0 ? 0 : 1, kind: kindOf(row), rule: row?.rule ?? emptyRule() }}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameAndCode
        words={words}
        isNameTaken={(name, signal) => fetchData(workGroup.nameTaken, { query: { name, ...own }, signal })}
        isCodeTaken={(code, signal) => fetchData(workGroup.codeTaken, { query: { code, ...own }, signal })}
      />
      <Form.Item name="orgId" label={words.org} extra={words.orgHint}>
        <OrgSelect canClear />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="validEndTime" label={words.validEndTime} extra={words.validHint}>
          <DayField />
        </Form.Item>
        <SortNumField label={words.sortNum} />
      </div>
      <Form.Item name="kind" label={words.kind} {...(row && { extra: words.kindKept })}>
        <Radio.Group disabled={row !== undefined} options={kinds} />
      </Form.Item>
      {kind === 'rule' && (
        <Form.Item name="rule" label={words.rule} required rules={[whole]}>
          <RuleField preview={workGroup.preview} />
        </Form.Item>
      )}
      {!row && <EnabledField label={words.status} />}
      <RemarkField label={words.remark} />
    </FormDialog>
  )
}

const kindOf = (row: WorkGroup | undefined) => (row?.rule ? ('rule' as const) : ('manual' as const))
const kinds = [
  { value: 'manual', label: words.manual },
  { value: 'rule', label: words.byRule },
]
