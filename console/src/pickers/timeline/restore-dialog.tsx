import type { EntryRestoration } from '@hufu/contract/operations/data-history'
import { timeline as timelines, type TimelineChange, type TimelineEntry } from '@hufu/contract/audit/timeline'
import { fieldName, tableName } from '@hufu/contract/audit/history-text'
import { useAction, useCall } from '../../platform/calls.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Failure } from '../../ui/states.tsx'
import { toastIfDone } from '../../ui/toast-if-done.ts'
import { text as restoreText } from '../restore-text.ts'
import { grantSentence } from './grant-sentence.ts'
import { restoreCalls, type TimelineName } from './restore-calls.ts'
import { Fields, headOf, type Naming } from './timeline-entry.tsx'
import { text } from './timeline-text.ts'

const words = text.restore

interface Props {
  of: TimelineEntry
  timeline: TimelineName
  naming: Naming
  onClose: () => void
}

/** Takes an entry of a timeline back, after showing what that does and what stays. */
export default function RestoreDialog({ of, timeline, naming, onClose }: Props) {
  const { preview, restore, shown } = restoreCalls[timeline]
  const query = { id: naming.own.id, changeId: of.restoreId! }
  const found = useCall(preview, { query, quietly: true })
  const act = useAction(restore, { refreshes: [timelines[timeline], preview, ...shown] })
  const { data } = found
  const blocked = data ? (data.refusal === null ? undefined : restoreText.impossible(data.refusal)) : words.looking
  return (
    <FormDialog<object>
      title={restoreText.sure(headOf(of))}
      initial={{}}
      onSubmit={async () => toastIfDone(await act.run({ query }), restoreText.done)}
      onClose={onClose}
      okText={restoreText.ok}
      blockedBecause={blocked}
      danger
    >
      {found.error && !data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div aria-live="polite">{data ? <Effect of={data} changes={of.changes} naming={naming} /> : <p>{words.looking}</p>}</div>
      )}
    </FormDialog>
  )
}

interface EffectProps {
  of: EntryRestoration
  changes: readonly TimelineChange[]
  naming: Naming
}

function Effect({ of: { parts, refusal, isReviewed }, changes, naming }: EffectProps) {
  if (refusal !== null) return <p>{restoreText.impossible(refusal)}</p>
  const shown = parts.flatMap(part => {
    const change = changes.find(({ id }) => id === part.id)
    return change ? [{ part, change }] : []
  })
  const back = shown.filter(({ part }) => part.refusal === null)
  const staying = shown.filter(({ part }) => part.refusal !== null)
  const left = parts.flatMap(part => part.left)
  return (
    <>
      <p>{words.back}</p>
      <ul className="timeline-changes">
        {back.map(({ part, change }) => (
          <Undone key={part.id} of={undoing(change, part.fields)} naming={naming} />
        ))}
      </ul>
      {left.length > 0 && <p>{restoreText.left(left)}</p>}
      {staying.length > 0 && <p>{words.stays}</p>}
      <ul className="timeline-changes">
        {staying.map(({ part, change }) => (
          <li key={part.id}>{words.stay(tableName(change.table), part.refusal ?? '')}</li>
        ))}
      </ul>
      {isReviewed && <p>{words.reviewed}</p>}
    </>
  )
}

const OPPOSITE = { insert: 'delete', update: 'update', delete: 'insert' } as const
const verbOf = ({ operateType }: TimelineChange): string =>
  ({ insert: words.returns, update: text.verbs.update, delete: words.removes })[operateType]

/** The change that undoes this one: of an update, the restored fields alone. */
const undoing = ({ operateType, fields, ...change }: TimelineChange, restored: readonly string[]): TimelineChange => ({
  ...change,
  operateType: OPPOSITE[operateType],
  fields: fields
    .filter(({ name }) => operateType !== 'update' || restored.includes(fieldName(name)))
    .map(field => ({ ...field, before: field.after, after: field.before })),
})

function Undone({ of, naming }: { of: TimelineChange; naming: Naming }) {
  return <li>{grantSentence(of, naming) ?? <Fields of={of} verb={verbOf(of)} naming={naming} />}</li>
}
