import { push, type PushDryRun } from '@hufu/contract/provisioning/push'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { ok } from '../../../platform/client.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { PushNames } from './push-names.tsx'
import { text } from './push-text.ts'

const columns = ['insert', 'update', 'disable', 'delete', 'unchanged'] as const

/** What aligning the application now would send; nothing is sent. */
export function PushDryRunPart({ appId, children }: { appId: string; children?: ReactNode }) {
  const [found, setFound] = useState<PushDryRun>()
  const dryRun = useAction(push.dryRun)
  const run = async () => {
    const answer = await dryRun.run({ query: { appId } })
    if (ok(answer)) setFound(answer.data)
  }
  return (
    <section className="push-dry-run" aria-label={text.dryRun}>
      <p className="push-acts">
        <ActButton call={push.dryRun} loading={dryRun.pending} onClick={() => void run()}>
          {found ? text.dryRunAgain : text.dryRun}
        </ActButton>
        {children}
        <span className="push-hint">{text.dryRunHint}</span>
      </p>
      {found && <Found of={found} />}
    </section>
  )
}

function Found({ of: { counts, names, isWhole, compared } }: { of: PushDryRun }) {
  const hasChanges = counts.some(one => one.insert + one.update + one.disable + one.delete > 0)
  return (
    <>
      {!hasChanges && <p>{text.nothing}</p>}
      <table className="push-counts">
        <thead>
          <tr>
            <th scope="col" aria-label={text.fields.object} />
            {columns.map(key => (
              <th key={key} scope="col">
                {text.counts[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counts.map(one => (
            <tr key={one.objectType}>
              <th scope="row">{text.objects[one.objectType]}</th>
              {columns.map(key => (
                <td key={key}>{one[key]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole && <p className="push-hint">{text.partial(compared)}</p>}
      <PushNames of={names} />
    </>
  )
}
