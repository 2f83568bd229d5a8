import type { UserBrief } from '@hufu/contract/directory/user'
import { type ObjectSource, sync } from '@hufu/contract/provisioning/sync'
import { Form, Radio } from 'antd'
import { useAction } from '../platform/calls.ts'
import { notifier, ok } from '../platform/client.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { chosen } from '../ui/form/rules.ts'
import { text as objectSourcesText } from './object-sources-text.ts'
import { UserSelect } from './user/user-select.tsx'

const text = objectSourcesText.relink
const ACTIONS = ['link', 'again', 'ignore'] as const
interface Typed {
  action: (typeof ACTIONS)[number]
  users: UserBrief[]
}

interface Props {
  of: ObjectSource
  onClose: () => void
}

/** Links a source's row to another object; names the consequences first. */
export default function RelinkDialog({ of, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const action = Form.useWatch('action', form) ?? 'link'
  const relink = useAction(sync.relink, { refreshes: [sync.bySource, sync.page, sync.pageConflict] })
  const submit = async ({ users }: Typed) => {
    const targetId = action === 'link' ? users[0]?.id : undefined
    const answer = await relink.run({ body: { syncId: of.syncId, originId: of.originId, action, ...(targetId && { targetId }) } })
    if (!ok(answer)) return false
    notifier.done(text.done)
    return true
  }
  const owned = of.ownedFields.filter(({ field }) => field !== 'originUserId').map(({ label }) => label)
  return (
    <FormDialog<Typed>
      title={text.title(of.name)}
      form={form}
      initial={{ action: 'link', users: [] }}
      okText={text.ok}
      danger
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="action" label={text.action(of.originId)}>
        <Radio.Group options={ACTIONS.map(value => ({ value, label: text.actions[value] }))} />
      </Form.Item>
      {action === 'link' && (
        <Form.Item name="users" label={text.target} rules={[chosen(text.target)]}>
          <UserSelect title={text.choose} max={1} />
        </Form.Item>
      )}
      <ul className="object-sources-effects" aria-label={text.effects}>
        {owned.length > 0 && <li>{text.freed(text.fields(owned))}</li>}
        <li>{text.originId(of.originId)}</li>
        {of.isDisabledBySync && <li>{text.staysDisabled}</li>}
        <li>{text.next[action]}</li>
        {action === 'link' && <li>{text.exchanged}</li>}
      </ul>
    </FormDialog>
  )
}
