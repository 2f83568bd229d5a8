import { type PositionAttribute, positionAttribute } from '@hufu/contract/directory/position-attribute'
import type { PositionAttributeKind } from '@hufu/contract/directory/position-attribute-list'
import { Form, Input, InputNumber, Switch } from 'antd'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { legal, matches, needed, useAsked, wholeSortNum } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { text } from './text.ts'
import { shownBy } from './use-position-attribute-acts.ts'

interface Typed {
  name: string
  code: string
  sortNum: number | null
  remark: string | null
  isEnabled: boolean
}
interface Props {
  kind: PositionAttributeKind
  /** Absent: a new one. */
  row: PositionAttribute | undefined
  onClose: () => void
}

const CODE = /^[A-Za-z0-9_.-]{1,50}$/
const words = text.dialog

export default function PositionAttributeDialog({ kind, row, onClose }: Props) {
  const calls = positionAttribute[kind]
  const save = useAction(calls.save, { refreshes: shownBy(kind) })
  const update = useAction(calls.update, { refreshes: shownBy(kind) })
  const own = row ? { id: row.id } : {}
  const nameRule = useAsked(async (name, signal) =>
    (await fetchData(calls.nameTaken, { query: { name, ...own }, signal })) ? words.nameTaken : undefined,
  )
  const codeRule = useAsked(async (code, signal) =>
    (await fetchData(calls.codeTaken, { query: { code, ...own }, signal })) ? words.codeTaken : undefined,
  )
  const submit = async ({ name, code, sortNum, remark, isEnabled }: Typed) => {
    const body = { name, code, remark: remark ?? '', ...(sortNum ? { sortNum } : {}) }
    const answer: Envelope = row
      ? await update.run({ body: { ...body, id: row.id, version: row.version } })
      : await save.run({ body: { ...body, status: isEnabled ? 1 : 0 } })
    if (!ok(answer)) return false
    notifier.toast(text.saved, CONFIG_MS, 'success')
    return true
  }
  return (
    <FormDialog<Typed>
      title={row ? text.editOf(row.name) : text.add(text.faces[kind].name)}
      initial={row ?? { name: '', code: '', isEnabled: true }}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="form-pair">
        <Form.Item name="name" label={words.name} required validateFirst rules={[needed(words.name), legal, nameRule]}>
          <TrimInput />
        </Form.Item>
        <Form.Item
          name="code"
          label={words.code}
          extra={words.codeHint}
          required
          validateFirst
          rules={[needed(words.code), legal, matches(CODE, words.codeProblem), codeRule]}
        >
          <TrimInput />
        </Form.Item>
        <Form.Item name="sortNum" label={words.sortNum} extra={words.sortHint} rules={[wholeSortNum]}>
          <InputNumber min={1} max={999999} precision={0} controls={false} className="wide" />
        </Form.Item>
        {!row && (
          <Form.Item name="isEnabled" label={words.status} valuePropName="checked">
            <Switch checkedChildren={text.enabled} unCheckedChildren={text.disabled} />
          </Form.Item>
        )}
      </div>
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea maxLength={200} rows={2} showCount />
      </Form.Item>
    </FormDialog>
  )
}
