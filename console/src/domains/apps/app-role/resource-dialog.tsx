import { appResource, codeInAppForm, type AppResource, type ResourceType } from '@hufu/contract/apps/app-resource'
import { URI_MAX } from '@hufu/contract/shapes'
import { Form, Input, InputNumber } from 'antd'
import { fetchData, useAction } from '../../../platform/calls.ts'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { legal, matches, needed, useAsked, wholeSortNum } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { ROLE_LISTS, say } from './role-acts.ts'
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
  const codeRule = useAsked(async (code, signal) =>
    (await fetchData(appResource.codeTaken, { query: { appId, code, ...own }, signal })) ? words.codeTaken : undefined,
  )
  const submit = async ({ name, code, type, uri, sortNum }: Typed) => {
    const fields = { name, code, type, uri: uri ?? '', ...(sortNum ? { sortNum } : {}) }
    return task.kind === 'edit'
      ? say(await update.run({ body: { ...fields, id: task.row.id, version: task.row.version } }), text.saved)
      : say(await save.run({ body: { ...fields, appId, parentId: task.below?.id ?? '0' } }), text.saved)
  }
  const title = task.kind === 'edit' ? words.dialogEdit : task.below ? words.dialogAddBelow(task.below.name) : words.dialogAdd
  return (
    <FormDialog<Typed> title={title} initial={task.kind === 'edit' ? task.row : { type: 'menu' }} onSubmit={submit} onClose={onClose}>
      <Form.Item name="name" label={words.name} required validateFirst rules={[needed(words.name), legal]}>
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
      <div className="form-pair">
        <Form.Item name="type" label={words.type}>
          <NativeSelect options={types} />
        </Form.Item>
        <Form.Item name="sortNum" label={words.sortNum} rules={[wholeSortNum]}>
          <InputNumber min={1} max={999999} precision={0} controls={false} className="wide" />
        </Form.Item>
      </div>
      <Form.Item name="uri" label={words.uri} extra={words.uriHint} rules={[legal]}>
        <Input maxLength={URI_MAX} />
      </Form.Item>
    </FormDialog>
  )
}
