import { type SyncRunInFull, syncText } from '@hufu/contract/provisioning/sync'
import { Button } from 'antd'
import { notifier } from '../../../../platform/client.ts'
import { WARNING_MS } from '../../../../platform/constants.ts'
import { text } from './plan-text.ts'

const words = text.brake

interface Props {
  of: SyncRunInFull
  onOrg: (id: string) => void
}

/** Why a plan was stopped, who would be affected, and who may release it. */
export function BrakePanel({ of: run, onOrg }: Props) {
  const isWaiting = run.state === 'blocked' || run.state === 'planned'
  return (
    <section className="sync-run-brake" aria-label={words.over}>
      <h2 className="sync-run-brake-title">{run.state === 'blocked' ? words.title : words.over}</h2>
      {isWaiting && <p className="sync-run-note">{words.about}</p>}
      <ul className="sync-run-reasons">
        {run.brake.map(({ rule, words: sentence }) => (
          <li key={sentence}>
            <strong>{syncText.brake[rule]}</strong>
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
      {run.state === 'blocked' && <Waiting of={run} />}
      {run.losses.length > 0 && <Losses of={run.losses} onOrg={onOrg} />}
    </section>
  )
}

function Waiting({ of: { userName, mayRelease, mayReleaseFrom, releaseUntil, lapseTime, syncName } }: { of: SyncRunInFull }) {
  return (
    <div className="sync-run-waiting">
      {releaseUntil !== null && <p className="sync-run-note">{words.until(releaseUntil)}</p>}
      {lapseTime !== null && <p className="sync-run-note">{words.lapses(lapseTime)}</p>}
      {!mayRelease && userName !== null && <p className="sync-run-note">{words.askOther(userName)}</p>}
      {mayReleaseFrom !== null && <p className="sync-run-note">{words.from(mayReleaseFrom)}</p>}
      {!mayRelease && <Button onClick={() => void copyAddress(syncName)}>{words.copy}</Button>}
    </div>
  )
}

/** The clipboard is missing on plain http. */
async function copyAddress(name: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(words.link(name, location.href))
    notifier.done(words.copied)
  } catch {
    notifier.toast(words.copyFailed, WARNING_MS, 'warning')
  }
}

function Losses({ of, onOrg }: { of: SyncRunInFull['losses']; onOrg: (id: string) => void }) {
  const most = Math.max(...of.map(({ count }) => count), 1)
  return (
    <>
      <h3 className="sync-run-losses-title">{words.losses}</h3>
      <ul className="sync-run-losses">
        {of.map(({ orgId, orgName, count }) => (
          <li key={orgId}>
            <Button type="link" size="small" className="cell-link" aria-label={words.loss(orgName, count)} onClick={() => onOrg(orgId)}>
              {orgName}
            </Button>
            <meter className="sync-run-meter" aria-hidden="true" min={0} max={most} value={count} />
            <span>{words.people(count)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
