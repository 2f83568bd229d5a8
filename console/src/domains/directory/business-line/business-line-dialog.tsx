import { type BusinessLine, businessLine } from '@hufu/contract/directory/business-line'
import type { Flag } from '@hufu/contract/shapes'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { EnabledField, NameAndCode, RemarkField, SortNumField } from '../../../ui/dialog/name-and-code.tsx'
import { BUSINESS_LINE_LISTS } from './business-line-acts.ts'
import { text } from './text.ts'

export type BusinessLineTask = { kind: 'add' } | { kind: 'edit' | 'copy'; row: BusinessLine }

interface Typed {
  name: string
  code: string
  sortNum: number | null
  remark: string | null
  status: Flag
}
const words = text.dialog

/** The form for the line's name and code; its organisations are managed on its own page. */
export default function BusinessLineDialog({ task, onClose }: { task: BusinessLineTask; onClose: () => void }) {
  const row = task.kind === 'add' ? undefined : task.row
  const own = task.kind === 'edit' && row ? { id: row.id } : {}
  const save = useAction(businessLine.save, { refreshes: BUSINESS_LINE_LISTS })
  const update = useAction(businessLine.update, { refreshes: BUSINESS_LINE_LISTS })
  const submit = async ({ name, code, sortNum, remark, status }: Typed) => {
    const body = { name, code, remark: remark ?? '', ...(sortNum ? { sortNum } : {}) }
    const answer: Envelope =
      task.kind === 'edit'
        ? await update.run({ body: { ...body, id: task.row.id, version: task.row.version } })
        : await save.run({ body: { ...body, status, ...(task.kind === 'copy' && { copyId: task.row.id }) } })
    if (!ok(answer)) return false
    notifier.done(text.saved)
    return true
  }
  const initial =
    task.kind === 'edit'
      ? { ...task.row, status: task.row.status as Flag }
      : { name: row ? text.copyName(row.name) : '', code: '', status: 1 as const }
  return (
    <FormDialog<Typed>
      title={task.kind === 'add' ? words.add : task.kind === 'edit' ? words.edit : words.copy(task.row.name)}
      initial={initial}
      onSubmit={submit}
      onClose={onClose}
    >
      {task.kind === 'copy' && <p className="dialog-note">{words.copyHint(task.row.orgCount)}</p>}
      <NameAndCode
        words={words}
        isNameTaken={(name, signal) => fetchData(businessLine.nameTaken, { query: { name, ...own }, signal })}
        isCodeTaken={(code, signal) => fetchData(businessLine.codeTaken, { query: { code, ...own }, signal })}
      />
      <div className="form-pair">
        <SortNumField label={words.sortNum} />
        {task.kind !== 'edit' && <EnabledField label={words.status} />}
      </div>
      <RemarkField label={words.remark} />
    </FormDialog>
  )
}
