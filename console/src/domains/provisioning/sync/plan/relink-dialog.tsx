import { relinkFields, sync, type SyncConfig } from '@hufu/contract/provisioning/sync'
import { Form } from 'antd'
import { useAction } from '../../../../platform/calls.ts'
import { ok } from '../../../../platform/client.ts'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { needed } from '../../../../ui/form/rules.ts'
import { TrimInput } from '../../../../ui/form/trim-input.tsx'
import { text } from '../text.ts'
import { REFRESHES } from '../list/use-sync-acts.ts'

const words = text.relink
interface Typed {
  paths: string[]
}

interface Props {
  of: SyncConfig
  onStarted: (taskId: string) => void
  onClose: () => void
}

/** Chooses other fields of the source as ids; names the consequences first, and starts a plan. */
export default function RelinkDialog({ of, onStarted, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const lines = of.mapping.flatMap(line => {
    const to = relinkFields.find(field => field === line.to)
    return to && line.from ? [{ ...line, to, from: line.from }] : []
  })
  const paths = Form.useWatch('paths', form) ?? lines.map(line => line.from)
  const changed = lines.flatMap(({ object, to, from, transform }, n) => {
    const path = paths[n]?.trim() ?? ''
    return path !== '' && path !== from ? [{ object, to, from: path, transform }] : []
  })
  const relink = useAction(sync.relinkAll, { refreshes: REFRESHES })
  const submit = async () => {
    const answer = await relink.run({ body: { id: of.id, lines: changed } })
    if (!ok(answer)) return false
    onStarted(answer.data)
    return true
  }
  return (
    <FormDialog<Typed>
      title={words.title(of.name)}
      form={form}
      initial={{ paths: lines.map(line => line.from) }}
      okText={words.ok}
      blockedBecause={changed.length === 0 ? words.same : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {lines.map(({ object, to, from }, n) => (
        <Form.Item
          key={`${object} ${to}`}
          name={['paths', n]}
          label={words.fields[to]}
          extra={words.now(from)}
          rules={[needed(words.fields[to])]}
        >
          <TrimInput maxLength={200} spellCheck={false} autoComplete="off" />
        </Form.Item>
      ))}
      <ul className="sync-effects" aria-label={words.effects}>
        {words.effect.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </FormDialog>
  )
}
