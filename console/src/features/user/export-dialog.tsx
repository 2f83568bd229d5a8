import { user } from '@hufu/contract/user'
import { Checkbox, Form, Radio } from 'antd'
import { useAction, useCall } from '../../kernel/calls.ts'
import { ok } from '../../kernel/client.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { rule } from '../../parts/rules.ts'
import { Failure, Skeleton } from '../../parts/states.tsx'
import { EXPORT_IDS_MAX } from './list-params.ts'
import { newTaskId } from './task-id.ts'
import { text } from './text.ts'
import type { Place } from './transfer-dialog.tsx'

/** rangeType of exportExcel (D-49). */
type Range = '1' | '2' | '3' | '4'
interface Typed {
  rangeType: Range
  attributes: string[]
}
interface Props {
  ids: string[]
  from: Place
  /** Filters that stand, without the organisation. */
  filters: Record<string, string>
  range: Range
  onStarted: (taskId: string) => void
  onClose: () => void
}

/** Who and which columns; the file itself is a task. */
export function ExportDialog({ ids, from, filters, range, onStarted, onClose }: Props) {
  const attributes = useCall(user.attributes, { staleTime: Infinity })
  const start = useAction(user.exportExcel)
  if (!attributes.data)
    return attributes.isError ? <Failure error={attributes.error} onRetry={() => void attributes.refetch()} /> : <Skeleton lines={2} />
  const all = attributes.data.map(one => one.attribute)
  const submit = async ({ rangeType, attributes: chosen }: Typed) => {
    const query = {
      uuid: newTaskId(),
      rangeType,
      attributes: chosen.length === all.length ? undefined : chosen.join(','),
      ...whomOf(rangeType, { ids, orgId: from.id, filters }),
    }
    const answer = await start.run({ query })
    if (!ok(answer)) return false
    onStarted(answer.data)
    return true
  }
  return (
    <FormDialog<Typed>
      title={text.exporting.title}
      initial={{ rangeType: range, attributes: all }}
      okText={text.exporting.ok}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="rangeType" label={text.exporting.range}>
        <Radio.Group
          vertical
          options={[
            ...(ids.length > 0 && ids.length <= EXPORT_IDS_MAX ? [{ value: '1', label: text.exporting.chosen(ids.length) }] : []),
            { value: '3', label: text.exporting.org(from.name) },
            { value: '2', label: text.exporting.below(from.name) },
            { value: '4', label: text.exporting.all },
          ]}
        />
      </Form.Item>
      <Columns all={all} options={attributes.data.map(({ attribute, name }) => ({ value: attribute, label: name }))} />
      <p className="dialog-note">{text.exporting.masked}</p>
    </FormDialog>
  )
}

function Columns({ all, options }: { all: string[]; options: { value: string; label: string }[] }) {
  const form = Form.useFormInstance<Typed>()
  const chosen = Form.useWatch('attributes', form) ?? all
  return (
    <Form.Item label={text.exporting.columns} htmlFor="export-all">
      <Checkbox
        id="export-all"
        className="export-all"
        checked={chosen.length === all.length}
        indeterminate={chosen.length > 0 && chosen.length < all.length}
        onChange={event => form.setFieldValue('attributes', event.target.checked ? all : [])}
      >
        {text.exporting.everyColumn}
      </Checkbox>
      <Form.Item
        name="attributes"
        noStyle
        rules={[rule((typed?: string[]) => (typed?.length ? undefined : text.exporting.columnsMissing))]}
      >
        <Checkbox.Group className="export-columns" options={options} aria-label={text.exporting.columns} />
      </Form.Item>
    </Form.Item>
  )
}

/** Without sub-organisations an export takes no filters: its range is the organisation as it is. */
function whomOf(rangeType: Range, { ids, orgId, filters }: { ids: string[]; orgId: string; filters: Record<string, string> }) {
  const query = Object.keys(filters).length > 0 ? JSON.stringify(filters) : undefined
  if (rangeType === '1') return { userIds: ids }
  if (rangeType === '3') return { orgIds: [orgId] }
  return rangeType === '2' ? { orgId, query } : { query }
}
