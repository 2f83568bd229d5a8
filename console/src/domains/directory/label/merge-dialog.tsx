import { type Label, userLabel } from '@hufu/contract/directory/label'
import { Form, Radio } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { ColorChip } from '../../../ui/form/color-chip.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { text } from './text.ts'
import { REFRESHES } from './use-label-acts.ts'

interface Typed {
  targetId: string
}
interface Props {
  labels: readonly Label[]
  onDone: () => void
  onClose: () => void
}
const words = text.merge

/** Merges several labels into one of them. */
export default function MergeDialog({ labels, onDone, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const largest = labels.reduce((most, label) => (label.userCount > most.userCount ? label : most))
  const targetId = Form.useWatch('targetId', form) ?? largest.id
  const merge = useAction(userLabel.merge, { refreshes: REFRESHES })
  const ids = labels.map(label => label.id)
  const submit = async (typed: Typed) => {
    const answer = await merge.run({ body: { ids, ...typed } })
    if (!ok(answer)) return false
    onDone()
    notifier.done(words.merged(answer.data))
    return true
  }
  return (
    <FormDialog<Typed>
      okText={words.act}
      title={words.title(labels.length)}
      form={form}
      initial={{ targetId: largest.id }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="targetId" label={words.target} required>
        <Radio.Group
          className="merge-targets"
          options={labels.map(({ id, name, color, userCount }) => ({
            value: id,
            label: (
              <>
                <ColorChip color={color}>{name}</ColorChip> <small>{words.people(userCount)}</small>
              </>
            ),
          }))}
        />
      </Form.Item>
      <Outcome labels={labels} targetId={targetId} />
    </FormDialog>
  )
}

/** The effect of merging, read from the server once a target is chosen. */
function Outcome({ labels, targetId }: { labels: readonly Label[]; targetId: string }) {
  const ids = labels.map(label => label.id)
  const found = useCall(userLabel.mergePreview, { body: { ids, targetId }, keepPrevious: true })
  const stays = labels.find(label => label.id === targetId)
  const gone = labels.filter(label => label.id !== targetId).map(label => label.name)
  return (
    <output className="merge-outcome" aria-busy={found.isFetching}>
      {found.isError
        ? (found.error as Error).message
        : found.data && words.outcome(stays?.name ?? '', gone, found.data.userCount, found.data.freshCount)}
    </output>
  )
}
