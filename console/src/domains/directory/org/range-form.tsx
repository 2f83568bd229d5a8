import { CloseOutlined } from '@ant-design/icons'
import { org } from '@hufu/contract/directory/org'
import { orgRange } from '@hufu/contract/directory/org-range'
import { Form, InputNumber } from 'antd'
import { fetchData, useAction, useCall } from '../../../platform/calls.ts'
import { type Envelope, notifier, ok } from '../../../platform/client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { chosen, legal, needed, useServerRule, sortNumRule } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { OrgTree } from '../../../pickers/org/org-tree.tsx'
import { ORG_LISTS } from './org-acts.ts'
import type { OrgRange } from './ranges-dialog.tsx'
import { text } from './text.ts'

interface Typed {
  name: string
  rootOrgIds: string[]
  sortNum: number | null
}
const words = text.range
const TREE_HEIGHT = 280
const NONE: string[] = []

export function RangeForm({ row, onClose }: { row: OrgRange | undefined; onClose: () => void }) {
  const refreshes = [orgRange.list, ...ORG_LISTS]
  const save = useAction(orgRange.save, { refreshes })
  const update = useAction(orgRange.update, { refreshes })
  const nameRule = useServerRule(async (name, signal) =>
    (await fetchData(orgRange.nameTaken, { query: { name, ...(row && { id: row.id }) }, signal })) ? words.nameTaken : undefined,
  )
  const submit = async ({ name, rootOrgIds, sortNum }: Typed) => {
    const body = { name, rootOrgIds, ...(sortNum ? { sortNum } : {}) }
    const answer: Envelope = row ? await update.run({ body: { id: row.id, ...body } }) : await save.run({ body })
    if (!ok(answer)) return false
    notifier.done(text.acts.saved)
    return true
  }
  return (
    <FormDialog<Typed>
      title={row ? `${words.edit} ${row.name}` : words.add}
      initial={row ?? { name: '', rootOrgIds: [] }}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="form-pair">
        <Form.Item name="name" label={words.name} required validateFirst rules={[needed(words.name), legal, nameRule]}>
          <TrimInput />
        </Form.Item>
        <Form.Item name="sortNum" label={words.sortNum} rules={[sortNumRule]}>
          <InputNumber min={1} max={999999} precision={0} controls={false} className="wide" />
        </Form.Item>
      </div>
      <Form.Item name="rootOrgIds" label={words.roots} extra={words.rootsHint} rules={[{ ...chosen(words.roots), type: 'array' }]}>
        <RootsField />
      </Form.Item>
    </FormDialog>
  )
}

/** Picks the organisations of a range: a click in the tree adds or removes one. */
function RootsField({ value = NONE, onChange }: { value?: string[]; onChange?: (ids: string[]) => void }) {
  const toggle = (id: string) => onChange?.(value.includes(id) ? value.filter(one => one !== id) : [...value, id])
  return (
    <>
      {value.length > 0 && (
        <ul className="root-list">
          {value.map(id => (
            <Root key={id} id={id} onDrop={() => toggle(id)} />
          ))}
        </ul>
      )}
      <OrgTree label={words.roots} selected={undefined} onSelect={toggle} height={TREE_HEIGHT} />
    </>
  )
}

function Root({ id, onDrop }: { id: string; onDrop: () => void }) {
  const path = useCall(org.path, { query: { id } })
  const name = path.data?.at(-1)?.name ?? (path.isError ? words.gone : '')
  return (
    <li className="root" title={path.data?.map(step => step.name).join(' / ')}>
      {name}
      <button type="button" aria-label={words.drop(name)} onClick={onDrop}>
        <CloseOutlined aria-hidden />
      </button>
    </li>
  )
}
