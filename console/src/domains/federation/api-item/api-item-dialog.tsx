import { API_METHODS, apiItem, type ApiItem, apiPathForm } from '@hufu/contract/federation/api-item'
import { Form, Input, Switch } from 'antd'
import { FlagField } from '../../../ui/form/flag-field.tsx'
import type { Flag } from '@hufu/contract/shapes'
import { isOn } from '../../../platform/flag.ts'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { INPUT_MAX, REMARK_MAX } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { legal, matches, needed, useServerRule } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { text } from './text.ts'
import { REFRESHES } from './use-api-acts.ts'

type Method = (typeof API_METHODS)[number]
interface Typed {
  groupName: string
  name: string
  method: Method
  path: string
  openable: Flag
  status: Flag
  remark: string | null
}
interface Props {
  /** Absent: a new one. */
  row: ApiItem | undefined
  onClose: () => void
}
const words = text.dialog
const PATH_MAX = 200
const NAME_MAX = 100
const initialOf = (row: ApiItem | undefined): Partial<Typed> =>
  row
    ? { ...row, method: row.method as Method, openable: row.openable as Flag, status: row.status as Flag }
    : { method: 'GET', openable: 1, status: 1 }

export default function ApiItemDialog({ row, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const method = Form.useWatch('method', form) ?? 'GET'
  const save = useAction(apiItem.save, { refreshes: REFRESHES })
  const update = useAction(apiItem.update, { refreshes: REFRESHES })
  const pathRule = useServerRule(async (path, signal) =>
    (await fetchData(apiItem.pathTaken, { query: { method, path, ...(row && { id: row.id }) }, signal })) ? words.pathTaken : undefined,
  )
  const submit = async ({ groupName, name, path, openable, status, remark, ...typed }: Typed) => {
    const body = { groupName, name, method: typed.method, path, openable, remark: remark ?? '' }
    const answer: Envelope = row
      ? await update.run({ body: { id: row.id, ...body, version: row.version } })
      : await save.run({ body: { ...body, status } })
    if (!ok(answer)) return false
    notifier.done(text.saved)
    return true
  }
  const isFixed = isOn(row?.builtIn)
  const mayOpen = row?.mayOpen ?? true
  return (
    <FormDialog<Typed>
      title={row ? text.editOf(row.name) : text.add}
      form={form}
      initial={initialOf(row)}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="form-pair">
        <Form.Item name="groupName" label={words.groupName} required rules={[needed(words.groupName), legal]}>
          <Input maxLength={INPUT_MAX} />
        </Form.Item>
        <Form.Item name="name" label={words.name} required rules={[needed(words.name), legal]}>
          <Input maxLength={NAME_MAX} />
        </Form.Item>
        <Form.Item name="method" label={words.method}>
          <SelectField disabled={isFixed} options={API_METHODS.map(value => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item
          name="path"
          label={words.path}
          extra={isFixed ? words.fixed : words.pathHint}
          required
          validateFirst
          dependencies={['method']}
          rules={[needed(words.path), legal, matches(apiPathForm, words.pathProblem), pathRule]}
        >
          <TrimInput maxLength={PATH_MAX} disabled={isFixed} />
        </Form.Item>
        <FlagField name="openable" label={words.openable} extra={!mayOpen && words.notOpenable}>
          <Switch disabled={!mayOpen && row?.openable === 0} />
        </FlagField>
        {!row && (
          <FlagField name="status" label={words.status}>
            <Switch checkedChildren={text.enabled} unCheckedChildren={text.disabled} />
          </FlagField>
        )}
      </div>
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea maxLength={REMARK_MAX} rows={2} showCount />
      </Form.Item>
    </FormDialog>
  )
}
