import type { UseQueryResult } from '@tanstack/react-query'
import { Checkbox, Form, Radio } from 'antd'
import { useState } from 'react'
import { type Envelope, ok } from '../../platform/client.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'
import { rule } from '../form/rules.ts'
import { Missing } from '../states.tsx'
import { TaskDialog } from '../dialog/task-dialog.tsx'
import { newTaskId } from '../dialog/task-id.ts'
import { text } from '../text.ts'

const words = text.exporting

interface Column {
  attribute: string
  name: string
}
interface Typed<R extends string> {
  range: R
  attributes?: string[]
}
interface Props<R extends string> {
  title: string
  /** The columns to choose from; absent if they cannot be chosen. */
  columns?: UseQueryResult<Column[]>
  ranges: readonly { value: R; label: string }[]
  /** The range proposed when the dialog was opened. */
  range: R
  note?: string
  /** Starts the task with this id, range and columns; undefined: all columns. */
  start: (uuid: string, range: R, attributes: string | undefined) => Promise<Envelope<string>>
  onClose: () => void
}

/** Asks for rows and columns, then shows the task and downloads its file. */
export function ExportDialog<R extends string>({ title, columns, ranges, range, note, start, onClose }: Props<R>) {
  const [taskId, setTaskId] = useState<string>()
  const [uuids] = useState(() => new Map<string, string>())
  if (taskId !== undefined) return <TaskDialog taskId={taskId} title={title} downloads onClose={onClose} />
  if (columns && !columns.data)
    return (
      <Dialog title={title} onClose={onClose}>
        <Missing of={columns} lines={6} />
      </Dialog>
    )
  const all = columns?.data?.map(one => one.attribute) ?? []
  const submit = async (typed: Typed<R>) => {
    const chosen = typed.attributes ?? all
    const attributes = chosen.length === all.length ? undefined : chosen.join(',')
    // The same choice again returns the same task.
    const aim = `${typed.range} ${attributes}`
    const uuid = uuids.get(aim) ?? newTaskId()
    uuids.set(aim, uuid)
    const answer = await start(uuid, typed.range, attributes)
    if (ok(answer)) setTaskId(answer.data)
    // The task replaces the form.
    return false
  }
  return (
    <FormDialog<Typed<R>> title={title} initial={{ range, attributes: all }} okText={words.ok} onSubmit={submit} onClose={onClose}>
      <Form.Item name="range" label={words.range}>
        <Radio.Group vertical options={[...ranges]} />
      </Form.Item>
      {columns?.data && <Columns of={columns.data} />}
      {note && <p className="dialog-note">{note}</p>}
    </FormDialog>
  )
}

function Columns({ of }: { of: readonly Column[] }) {
  const form = Form.useFormInstance<{ attributes: string[] }>()
  const all = of.map(one => one.attribute)
  const chosen = Form.useWatch('attributes', form) ?? all
  return (
    <Form.Item label={words.columns} htmlFor="export-all">
      <Checkbox
        id="export-all"
        className="export-all"
        checked={chosen.length === all.length}
        indeterminate={chosen.length > 0 && chosen.length < all.length}
        onChange={event => form.setFieldValue('attributes', event.target.checked ? all : [])}
      >
        {words.everyColumn}
      </Checkbox>
      <Form.Item name="attributes" noStyle rules={[rule((typed?: string[]) => (typed?.length ? undefined : words.columnsMissing))]}>
        <Checkbox.Group
          className="export-columns"
          options={of.map(({ attribute, name }) => ({ value: attribute, label: name }))}
          aria-label={words.columns}
        />
      </Form.Item>
    </Form.Item>
  )
}
