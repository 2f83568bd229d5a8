import { codeInAppForm } from '@hufu/contract/apps/app-resource'
import { appRole } from '@hufu/contract/apps/app-role'
import { REMARK_MAX } from '@hufu/contract/shapes'
import { Form, Input, Switch } from 'antd'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { ok } from '../../../platform/client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { legal, matches, needed, useAsked } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import type { RoleTask } from './authority-page.tsx'
import { ROLE_LISTS, say } from './role-acts.ts'
import { text } from './text.ts'

interface Typed {
  name: string
  code: string
  remark?: string | null
  isEnabled: boolean
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
  const nameRule = useAsked(async (name, signal) =>
    (await fetchData(appRole.nameTaken, { query: { name, ...own }, signal })) ? words.nameTaken : undefined,
  )
  const codeRule = useAsked(async (code, signal) =>
    (await fetchData(appRole.codeTaken, { query: { code, ...own }, signal })) ? words.codeTaken : undefined,
  )
  const title = { add: words.add, edit: words.edit, copy: task.kind === 'add' ? '' : words.copyTitle(task.row.name) }[task.kind]
  return (
    <FormDialog<Typed> title={title} initial={initialOf(task)} onSubmit={submit} onClose={onClose}>
      {task.kind === 'copy' && <p className="dialog-note">{words.copyHint(task.row.resourceCount)}</p>}
      <Form.Item name="name" label={words.name} required validateFirst rules={[needed(words.name), legal, nameRule]}>
        <TrimInput />
      </Form.Item>
      <Form.Item
        name="code"
        label={words.code}
        required
        validateFirst
        extra={words.codeHint}
        rules={[needed(words.code), matches(codeInAppForm, words.codeProblem), codeRule]}
      >
        <TrimInput />
      </Form.Item>
      <Form.Item name="remark" label={words.remark} rules={[legal]}>
        <Input.TextArea maxLength={REMARK_MAX} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
      {task.kind !== 'edit' && (
        <Form.Item name="isEnabled" label={words.status} valuePropName="checked">
          <Switch checkedChildren={text.enabled} unCheckedChildren={text.disabled} />
        </Form.Item>
      )}
    </FormDialog>
  )
}

function initialOf(task: RoleTask): Partial<Typed> {
  if (task.kind === 'add') return { isEnabled: true }
  const { name, code, remark } = task.row
  return task.kind === 'edit' ? { name, code, remark } : { name: words.copyName(name), remark, isEnabled: true }
}

/** Stores what was typed; false where the dialog has to stay. */
function useStore(appId: string, task: RoleTask, onSaved: (id: string) => void) {
  const refreshes = { refreshes: ROLE_LISTS }
  const save = useAction(appRole.save, refreshes)
  const update = useAction(appRole.update, refreshes)
  const hold = useAction(appRole.saveResource, refreshes)
  return async ({ name, code, remark, isEnabled }: Typed) => {
    if (task.kind === 'edit') {
      const { id, version } = task.row
      return say(await update.run({ body: { id, name, code, remark: remark ?? '', version } }), text.saved)
    }
    const answer = await save.run({ body: { appId, name, code, remark: remark ?? '', status: isEnabled ? 1 : 0 } })
    if (!ok(answer)) return false
    onSaved(answer.data.id)
    if (task.kind === 'add') return say(answer, text.saved)
    const { resourceIds } = await fetchData(appRole.byId, { query: { id: task.row.id } })
    // The role is there by now: the dialog must not make a second one.
    say(await hold.run({ body: { roleId: answer.data.id, resourceIds } }), text.saved)
    return true
  }
}
