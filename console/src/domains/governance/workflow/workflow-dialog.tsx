import { reviewText } from '@hufu/contract/governance/review-text'
import { type ObjectType, objectTypes, workflow, type Workflow } from '@hufu/contract/governance/workflow'
import { Form, Input } from 'antd'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { REMARK_MAX } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { legal, matches, needed, useServerRule } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { text } from './text.ts'
import { WORKFLOW_LISTS } from './use-workflow-acts.ts'

interface Typed {
  name: string
  code: string
  bizType: ObjectType
  remark: string
}
interface Props {
  /** Absent: a new workflow. */
  row: Workflow | undefined
  onCreated: (id: string) => void
  onClose: () => void
}
const words = text.dialog
const CODE = /^[A-Za-z0-9_.-]{1,50}$/
const kinds = objectTypes.map(value => ({ value, label: reviewText.objectType[value] }))

/** The name, code and kind of a workflow; its steps have a page of their own. */
export default function WorkflowDialog({ row, onCreated, onClose }: Props) {
  const save = useAction(workflow.save, { refreshes: WORKFLOW_LISTS })
  const update = useAction(workflow.update, { refreshes: WORKFLOW_LISTS })
  const codeRule = useServerRule(async (code, signal) =>
    (await fetchData(workflow.codeTaken, { query: { code, ...(row && { id: row.id }) }, signal })) ? words.codeTaken : undefined,
  )
  const submit = async (typed: Typed) => {
    if (row) {
      if (!ok(await update.run({ body: { ...typed, id: row.id, rowVersion: row.rowVersion } }))) return false
    } else {
      const answer = await save.run({ body: typed })
      if (!ok(answer)) return false
      onCreated(answer.data.id)
    }
    notifier.done(text.acts.saved)
    return true
  }
  const isFixed = row !== undefined && row.version > 0
  return (
    <FormDialog<Typed>
      title={row ? words.edit : words.add}
      initial={{ name: row?.name ?? '', code: row?.code ?? '', bizType: row?.bizType ?? 'user', remark: row?.remark ?? '' }}
      {...(!row && { okText: words.next })}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="name" label={words.name} required validateFirst rules={[needed(words.name), legal]}>
        <TrimInput />
      </Form.Item>
      <Form.Item
        name="code"
        label={words.code}
        extra={words.codeHint}
        required
        validateFirst
        rules={[needed(words.code), matches(CODE, words.codeProblem), codeRule]}
      >
        <TrimInput />
      </Form.Item>
      <Form.Item name="bizType" label={words.bizType} extra={isFixed ? words.bizTypeFixed : undefined} required>
        <SelectField options={kinds} disabled={isFixed} />
      </Form.Item>
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea maxLength={REMARK_MAX} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  )
}
