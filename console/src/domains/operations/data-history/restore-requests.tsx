import { dataHistory, type RestoreRequest } from '@hufu/contract/operations/data-history'
import { useCall } from '../../../platform/calls.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { EventTime } from '../../../ui/list/time.tsx'
import { DifferenceTable } from './difference-table.tsx'
import { effectOf, titleOf, useRestore } from './restore-part.tsx'
import { text as restoreText } from '../../../pickers/restore-text.ts'
import { text } from './text.ts'
import './data-history.css'

const words = text.requests

/** Requests of the audit administrator that the security administrator may confirm. */
export default function RestoreRequests() {
  const { data = [] } = useCall(dataHistory.requests, { quietly: true })
  if (data.length === 0) return null
  return (
    <section className="card history-requests" aria-label={words.title}>
      <h2>{words.title}</h2>
      {data.map(request => (
        <Request key={request.id} of={request} />
      ))}
    </section>
  )
}

function Request({ of }: { of: RestoreRequest }) {
  const restore = useRestore()
  const { refusal, askedBy } = of.restoration
  const title = titleOf(of)
  const act = () =>
    confirmAct({ title: restoreText.sure(title), content: effectOf(of), okText: words.ok, danger: true, run: () => restore(of.id) })
  return (
    <article className="history-request">
      <h3>{title}</h3>
      <p>
        {words.asked(askedBy ?? '')} <EventTime at={of.askTime} />
      </p>
      <p>{words.reason(of.reason)}</p>
      <DifferenceTable of={of} />
      {refusal === null ? (
        <ActButton call={dataHistory.restore} onClick={act}>
          {words.ok}
        </ActButton>
      ) : (
        <p>{restoreText.impossible(refusal)}</p>
      )}
    </article>
  )
}
