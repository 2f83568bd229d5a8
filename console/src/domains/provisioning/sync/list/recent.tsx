import type { RunState, SyncConfig } from '@hufu/contract/provisioning/sync'
import { runTones } from './state.tsx'
import { text } from '../text.ts'

const STEP = 5
const HEIGHT = 20
const LEAST = 6

/** The last twenty runs as bars, the newest at the right: height shows how much was written, colour the outcome. */
export function Recent({ of }: { of: SyncConfig['recent'] }) {
  if (of.length === 0) return null
  const count = (...states: RunState[]) => of.filter(({ state }) => states.includes(state)).length
  const [done, part, failed] = [count('done'), count('part'), count('failed', 'blocked', 'lapsed')]
  const sentence = text.recentOf(done, part, failed, of.length - done - part - failed)
  const most = Math.max(...of.map(run => run.written), 1)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot hold what is drawn here
    <svg className="sync-bars" role="img" aria-label={sentence} width={of.length * STEP} height={HEIGHT}>
      <title>{sentence}</title>
      {of.toReversed().map(({ id, state, written }, n) => {
        const height = LEAST + Math.round((Math.sqrt(written / most) || 0) * (HEIGHT - LEAST))
        return <rect key={id} data-tone={runTones[state]} x={n * STEP} y={HEIGHT - height} width={3} height={height} rx={1.5} />
      })}
    </svg>
  )
}
