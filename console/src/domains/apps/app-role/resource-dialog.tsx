import { appResource, codeInAppForm, type AppResource, type ResourceType } from '@hufu/contract/apps/app-resource'
import { URI_MAX } from '@hufu/contract/shapes'
import { Form, Input } from 'antd'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { NameAndCode, SortNumField } from '../../../ui/dialog/name-and-code.tsx'
import { legal } from '../../../ui/form/rules.ts'
import { toastIfDone } from '../../../ui/toast-if-done.ts'
import { ROLE_LISTS } from './role-acts.ts'
import { text } from './text.ts'

export type ResourceTask = { kind: 'add'; below: AppResource | undefined } | { kind: 'edit'; row: AppResource }
interface Typed {
  name: string
  code: string
  type: ResourceType
  uri?: string | null
  sortNum?: number | null
}
const words = text.resources
const types = Object.entries(words.types).map(([value, label]) => ({ value, label }))

export function ResourceDialog({ appId, task, onClose }: { appId: string; task: ResourceTask; onClose: () => void }) {
  const save = useAction(appResource.save, { refreshes: ROLE_LISTS })
  const update = useAction(appResource.update, { refreshes: ROLE_LISTS })
  const own = task.kind === 'edit' ? { id: task.row.id } : {}
  const submit = async ({ name, code, type, uri, sortNum }: Typed) => {
    const fields = { name, code, type, uri: uri ?? '', ...(sortNum ? { sortNum } : {}) }
    return task.kind === 'edit'
      ? toastIfDone(await update.run({ body: { ...fields, id: task.row.id, version: task.row.version } }), text.saved)
      : toastIfDone(await save.run({ body: { ...fields, appId, parentId: task.below?.id ?? '0' } }), text.saved)
  }
  const title = task.kind === 'edit' ? words.dialogEdit : task.below ? words.dialogAddBelow(task.below.name) : words.dialogAdd
  return (
    <FormDialog<Typed> title={title} initial={task.kind === 'edit' ? task.row : { type: 'menu' }} onSubmit={submit} onClose={onClose}>
      <NameAndCode
        words={words}
        isCodeTaken={(code, signal) => fetchData(appResource.codeTaken, { query: { appId, code, ...own }, signal })}
        codeForm={codeInAppForm}
      />
      <div className="form-pair">
        <Form.Item name="type" label={words.type}>
          <SelectField options={types} />
        </Form.Item>
        <SortNumField label={words.sortNum} />
      </div>
      <Form.Item name="uri" label={words.uri} extra={words.uriHint} rules={[legal]}>
        <Input maxLength={URI_MAX} />
      </Form.Item>
    </FormDialog>
  )
}
