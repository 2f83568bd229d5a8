import { org } from '@hufu/contract/org'
import { Checkbox, Form, Radio } from 'antd'
import { useState } from 'react'
import { useAction, useCall } from '../../kernel/calls.ts'
import { ok } from '../../kernel/client.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Skeleton } from '../../parts/states.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TaskDialog } from '../../parts/task-dialog.tsx'
import type { Filters } from './org-params.ts'
import { text } from './text.ts'

/** What could be meant when the dialog was opened. */
export interface ExportAim {
  chosen: readonly string[]
  parent: { id: string; name: string } | undefined
  filters: Filters
  total: number
}
type RangeKey = 'chosen' | 'below' | 'found' | 'everything'
interface Typed {
  range: RangeKey
  attributes: string[]
}
const words = text.export

/** Which rows and which columns; then a task, whose file comes by itself. */
export function ExportDialog({ aim, onClose }: { aim: ExportAim; onClose: () => void }) {
  const attributes = useCall(org.attributes, { staleTime: Infinity })
  const start = useAction(org.exportExcel)
  const [taskId, setTaskId] = useState<string>()
  if (taskId !== undefined) return <TaskDialog taskId={taskId} title={words.task} downloads onClose={onClose} />
  if (!attributes.data)
    return (
      <Dialog title={words.title} onClose={onClose}>
        <Skeleton lines={6} />
      </Dialog>
    )
  const all = attributes.data
  const submit = async (typed: Typed) => {
    const columns = typed.attributes.length === all.length ? undefined : typed.attributes.join(',')
    const answer = await start.run({ query: { uuid: newTaskId(), attributes: columns, ...rowsOf(typed.range, aim) } })
    if (ok(answer)) setTaskId(answer.data)
    // The form makes room for the task itself.
    return false
  }
  return (
    <FormDialog<Typed>
      title={words.title}
      okText={words.ok}
      initial={{ range: aim.chosen.length > 0 ? 'chosen' : 'found', attributes: all.map(one => one.attribute) }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="range" label={words.range}>
        <Radio.Group className="export-ranges" options={choicesOf(aim)} />
      </Form.Item>
      <Form.Item name="attributes" label={words.columns} rules={[{ required: true, type: 'array', message: words.needed }]}>
        <Checkbox.Group className="export-columns" options={all.map(({ attribute, name }) => ({ value: attribute, label: name }))} />
      </Form.Item>
    </FormDialog>
  )
}

const choicesOf = ({ chosen, parent, total }: ExportAim): { value: RangeKey; label: string }[] => [
  ...(chosen.length > 0 ? [{ value: 'chosen' as const, label: words.chosen(chosen.length) }] : []),
  { value: 'found', label: words.found(total) },
  ...(parent ? [{ value: 'below' as const, label: words.below(parent.name) }] : []),
  { value: 'everything', label: words.everything },
]

/** rangeType of D-49: 1 chosen rows, 2 an organisation with all below it, 4 the caller's whole scope, with the filters or without. */
function rowsOf(range: RangeKey, { chosen, parent, filters }: ExportAim) {
  if (range === 'chosen') return { rangeType: '1', orgIds: [...chosen] }
  if (range === 'below' && parent) return { rangeType: '2', orgId: parent.id }
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  return { rangeType: '4', ...(range === 'found' && { query: JSON.stringify(given) }) }
}

/** Made by the caller, so that a second try is the same task (D-49); without crypto.randomUUID, which plain http has not. */
function newTaskId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
