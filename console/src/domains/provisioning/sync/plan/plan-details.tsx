import type { SyncRunInFull } from '@hufu/contract/provisioning/sync'
import { Descriptions } from '../../../../ui/descriptions.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { text } from './plan-text.ts'
import { RunStateTag } from '../list/state.tsx'

const words = text.facts
const STARTED: ReadonlySet<string> = new Set(['released', 'writing', 'done', 'part', 'failed', 'cancelled'])
const timeOf = (time: string) => Date.parse(`${time.replace(' ', 'T')}+08:00`)

/** The state of a run. */
export function PlanDetails({ of: run }: { of: SyncRunInFull }) {
  const { beginTime, endTime, releasedBy, releaseTime, releaseReason } = run
  const seconds = endTime === null ? undefined : Math.max(0, Math.round((timeOf(endTime) - timeOf(beginTime)) / 1000))
  const isOver = run.state !== 'reading'
  return (
    <>
      <Descriptions
        of={[
          [words.state, <RunStateTag key="state" of={run.state} />],
          [
            words.read,
            <span key="read">
              {text.readOf(run.readOrg, run.readUser)} {isOver && !run.complete && <Tag tone="bad">{text.incompleteTag}</Tag>}
            </span>,
          ],
          ...(STARTED.has(run.state) && run.written + run.failed > 0
            ? [[words.written, text.written(run.written, run.failed)] as const]
            : []),
          ...(seconds === undefined ? [] : [[words.time, text.duration(seconds)] as const]),
          ...(releasedBy === null ? [] : [[words.released, text.released(releasedBy, releaseTime ?? '', releaseReason)] as const]),
        ]}
      />
      {run.message !== '' && <p className="sync-plan-message">{run.message}</p>}
    </>
  )
}
