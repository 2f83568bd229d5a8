import { codeInAppForm } from '@hufu/contract/apps/app-resource'
import { appRole } from '@hufu/contract/apps/app-role'
import type { Flag } from '@hufu/contract/shapes'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { ok } from '../../../platform/client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { EnabledField, NameAndCode, RemarkField } from '../../../ui/dialog/name-and-code.tsx'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import type { RoleTask } from './authority-page.tsx'
import { ROLE_LISTS } from './role-acts.ts'
import { text } from './text.ts'

interface Typed {
  name: string
  code: string
  remark?: string | null
  status: Flag
}
interface Props {
  appId: string
  task: RoleTask
  onSaved: (id: string) => void
  onClose: () => void
}
const words = text.dialog

export default function RoleDialog({ appId, task, onSaved, onClose }: Props) {
  const submit = useStore(appId, task, onSaved)
  const own = { appId, ...(task.kind === 'edit' && { id: task.row.id }) }
  const title = { add: words.add, edit: words.edit, copy: task.kind === 'add' ? '' : words.copyTitle(task.row.name) }[task.kind]
  return (
    <FormDialog<Typed> title={title} initial={initialOf(task)} onSubmit={submit} onClose={onClose}>
      {task.kind === 'copy' && <p className="dialog-note">{words.copyHint(task.row.resourceCount)}</p>}
      <NameAndCode
        words={words}
        isNameTaken={(name, signal) => fetchData(appRole.nameTaken, { query: { name, ...own }, signal })}
        isCodeTaken={(code, signal) => fetchData(appRole.codeTaken, { query: { code, ...own }, signal })}
        codeForm={codeInAppForm}
      />
      <RemarkField label={words.remark} />
      {task.kind !== 'edit' && <EnabledField label={words.status} />}
    </FormDialog>
  )
}

function initialOf(task: RoleTask): Partial<Typed> {
  if (task.kind === 'add') return { status: 1 }
  const { name, code, remark } = task.row
  return task.kind === 'edit' ? { name, code, remark } : { name: words.copyName(name), remark, status: 1 }
}

/** Saves the form; false if the dialog must stay open. */
function useStore(appId: string, task: RoleTask, onSaved: (id: string) => void) {
  const refreshes = { refreshes: ROLE_LISTS }
  const save = useAction(appRole.save, refreshes)
  const update = useAction(appRole.update, refreshes)
  const hold = useAction(appRole.saveResource, refreshes)
  return async ({ name, code, remark, status }: Typed) => {
    if (task.kind === 'edit') {
      const { id, version } = task.row
      return toastIfDone(await update.run({ body: { id, name, code, remark: remark ?? '', version } }), text.saved)
    }
    const answer = await save.run({ body: { appId, name, code, remark: remark ?? '', status } })
    if (!ok(answer)) return false
    onSaved(answer.data.id)
    if (task.kind === 'add') return toastIfDone(answer, text.saved)
    const { resourceIds } = await fetchData(appRole.byId, { query: { id: task.row.id } })
    // The role exists now, so a second press must not create another.
    toastIfDone(await hold.run({ body: { roleId: answer.data.id, resourceIds } }), text.saved)
    return true
  }
}
