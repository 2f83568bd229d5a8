import { type BusinessLine, businessLine } from '@hufu/contract/directory/business-line'
import { REMARK_MAX } from '@hufu/contract/shapes'
import { Form, Input, InputNumber, Switch } from 'antd'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { legal, matches, needed, useAsked, wholeSortNum } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { BUSINESS_LINE_LISTS } from './business-line-acts.ts'
import { text } from './text.ts'

export type BusinessLineTask = { kind: 'add' } | { kind: 'edit' | 'copy'; row: BusinessLine }

interface Typed {
  name: string
  code: string
  sortNum: number | null
  remark: string | null
  isEnabled: boolean
}
const words = text.dialog
const CODE = /^[A-Za-z0-9_.-]{1,50}$/

/** A line is named; what it holds is put together on its own page. */
export default function BusinessLineDialog({ task, onClose }: { task: BusinessLineTask; onClose: () => void }) {
  const row = task.kind === 'add' ? undefined : task.row
  const own = task.kind === 'edit' && row ? { id: row.id } : {}
  const save = useAction(businessLine.save, { refreshes: BUSINESS_LINE_LISTS })
  const update = useAction(businessLine.update, { refreshes: BUSINESS_LINE_LISTS })
  const nameRule = useAsked(async (name, signal) =>
    (await fetchData(businessLine.nameTaken, { query: { name, ...own }, signal })) ? words.nameTaken : undefined,
  )
  const codeRule = useAsked(async (code, signal) =>
    (await fetchData(businessLine.codeTaken, { query: { code, ...own }, signal })) ? words.codeTaken : undefined,
  )
  const submit = async ({ name, code, sortNum, remark, isEnabled }: Typed) => {
    const body = { name, code, remark: remark ?? '', ...(sortNum ? { sortNum } : {}) }
    const answer: Envelope =
      task.kind === 'edit'
        ? await update.run({ body: { ...body, id: task.row.id, version: task.row.version } })
        : await save.run({ body: { ...body, status: isEnabled ? 1 : 0, ...(task.kind === 'copy' && { copyId: task.row.id }) } })
    if (!ok(answer)) return false
    notifier.toast(text.saved, CONFIG_MS, 'success')
    return true
  }
  const initial =
    task.kind === 'edit'
      ? { ...task.row, isEnabled: task.row.status === 1 }
      : { name: row ? text.copyName(row.name) : '', code: '', isEnabled: true }
  return (
    <FormDialog<Typed>
      title={task.kind === 'add' ? words.add : task.kind === 'edit' ? words.edit : words.copy(task.row.name)}
      initial={initial}
      onSubmit={submit}
      onClose={onClose}
    >
      {task.kind === 'copy' && <p className="dialog-note">{words.copyHint(task.row.orgCount)}</p>}
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
      <div className="form-pair">
        <Form.Item name="sortNum" label={words.sortNum} rules={[wholeSortNum]}>
          <InputNumber min={1} max={999999} precision={0} controls={false} className="wide" />
        </Form.Item>
        {task.kind !== 'edit' && (
          <Form.Item name="isEnabled" label={words.status} valuePropName="checked">
            <Switch checkedChildren={text.enabled} unCheckedChildren={text.disabled} />
          </Form.Item>
        )}
      </div>
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea maxLength={REMARK_MAX} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}
