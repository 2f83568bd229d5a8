import type { LastRun, RunState } from '@hufu/contract/provisioning/sync'
import { Link } from 'react-router'
import { Ago } from '../../../../ui/list/time.tsx'
import { useMayOpen } from '../../../../ui/permitted.ts'
import { countsOf } from './counts.ts'
import { RunStateTag } from './state.tsx'
import { text } from '../text.ts'
import './last-runs.css'

const WRITTEN: ReadonlySet<RunState> = new Set(['done', 'part'])
/** States of runs that wrote nothing, so that the log has no rows of them, or only that they were stopped. */
const PLANNED: ReadonlySet<RunState> = new Set(['planned', 'blocked', 'replaced', 'discarded', 'lapsed'])
const phraseOf = ({ counts, failed, mode, state }: LastRun): string =>
  text.counts(
    [countsOf(counts, mode) || (WRITTEN.has(state) ? text.nothingChanged : ''), failed > 0 ? text.unwritten(failed) : ''].filter(Boolean),
  )

/** The last run of each task, with a link to its log or, if nothing was written, to its plan. */
export default function LastRuns({ of }: { of: readonly LastRun[] }) {
  const mayOpenPlan = useMayOpen()('/sync/config')
  return (
    <section className="card" aria-label={text.lastRuns}>
      <h2 className="card-title">{text.lastRuns}</h2>
      <ul className="last-runs">
        {of.map(run => (
          <li key={run.id}>
            <Link to={PLANNED.has(run.state) && mayOpenPlan ? `/sync/config?run=${run.id}` : `/sync/syncLog?runId=${run.id}`}>
              {run.syncName}
            </Link>
            <RunStateTag of={run.state} />
            <span className="last-run-counts">{phraseOf(run)}</span>
            <Ago at={run.beginTime} />
          </li>
        ))}
      </ul>
    </section>
  )
}
