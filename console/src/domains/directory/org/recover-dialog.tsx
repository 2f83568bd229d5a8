import { type DeletedOrg, org } from '@hufu/contract/directory/org'
import { useQuery } from '@tanstack/react-query'
import { Form, Radio } from 'antd'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok, transmit } from '../../../platform/client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { chosen } from '../../../ui/form/rules.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { OrgSelect } from '../../../pickers/org/org-select.tsx'
import { ORG_LISTS } from './org-acts.ts'
import { text } from './text.ts'

interface Props {
  row: DeletedOrg
  onClose: () => void
  onDone: () => void
}
interface Typed {
  where: 'former' | 'other'
  parentId: string
}
const words = text.deleted

/** Recovers to the former parent or, if that is gone, below another one. */
export function RecoverDialog({ row, onClose, onDone }: Props) {
  // Asked without error messages, as a missing parent is an expected answer.
  const former = useQuery({
    queryKey: ['former-parent', row.parentId],
    queryFn: async ({ signal }) => ok(await transmit(org.path, { query: { id: row.parentId }, signal })),
    retry: false,
    gcTime: 0,
  })
  if (former.isLoading)
    return (
      <Dialog title={words.recoverTitle(row.name)} onClose={onClose} small>
        <Skeleton lines={3} />
      </Dialog>
    )
  return <RecoverForm row={row} isThere={former.data ?? false} onClose={onClose} onDone={onDone} />
}

function RecoverForm({ row, isThere, onClose, onDone }: Props & { isThere: boolean }) {
  const [form] = Form.useForm<Typed>()
  const where = Form.useWatch('where', form)
  const recover = useAction(org.recover, { refreshes: [...ORG_LISTS, org.deletedById] })
  const submit = async (typed: Typed) => {
    const body = typed.where === 'other' ? { parentId: typed.parentId } : {}
    if (!ok(await recover.run({ query: { orgId: row.id }, body }))) return false
    notifier.done(words.recovered)
    onDone()
    return true
  }
  const formerName = row.parentName ?? ''
  return (
    <FormDialog<Typed>
      title={words.recoverTitle(row.name)}
      form={form}
      initial={{ where: isThere ? 'former' : 'other' }}
      okText={words.recover}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="org-hint">{words.hint}</p>
      <Form.Item name="where" label={words.where}>
        <Radio.Group
          vertical
          options={[
            { value: 'former', label: isThere ? words.former(formerName) : words.formerGone(formerName), disabled: !isThere },
            { value: 'other', label: words.other },
          ]}
        />
      </Form.Item>
      {where === 'other' && (
        <Form.Item name="parentId" label={words.otherLabel} rules={[chosen(words.otherLabel)]}>
          <OrgSelect />
        </Form.Item>
      )}
    </FormDialog>
  )
}
