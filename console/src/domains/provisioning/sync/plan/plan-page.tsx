import { type RunState, sync, type SyncRunInFull, syncText } from '@hufu/contract/provisioning/sync'
import { Button } from 'antd'
import { useCall } from '../../../../platform/calls.ts'
import { usePollWhile } from '../../../../ui/list/use-poll-while.ts'
import { Card, Page } from '../../../../ui/page.tsx'
import { Missing } from '../../../../ui/states.tsx'
import { BrakePanel } from './brake-panel.tsx'
import { PlanActs } from './plan-acts.tsx'
import { PlanRows } from './plan-rows.tsx'
import { text } from './plan-text.ts'
import { Report } from './report.tsx'
import { usePlaces } from '../mapping/use-places.ts'
import { usePlanList } from './use-plan-list.ts'
import { Descriptions } from '../../../../ui/descriptions.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { RunStateTag } from '../list/state.tsx'
import './plan.css'

const IN_PROGRESS: ReadonlySet<RunState> = new Set(['reading', 'released', 'writing'])

/** One run: its plan, what prevents its release, and its result. */
export default function PlanPage({ id }: { id: string }) {
  const found = useCall(sync.getRun, { query: { id }, quietly: true })
  usePollWhile(found.data !== undefined && IN_PROGRESS.has(found.data.state), found.refetch)
  const places = usePlaces()
  const back = <Button onClick={places.toCentre}>{text.back}</Button>
  if (!found.data)
    return (
      <Page title={text.title} actions={back}>
        <Missing of={found} lines={10} />
      </Page>
    )
  const run = found.data
  const who = run.userName === null ? text.clock : text.byHand(run.userName)
  return (
    <Page
      title={text.titleOf(run.syncName)}
      description={text.about(syncText.mode[run.mode], run.beginTime, who)}
      actions={
        <>
          {back}
          <PlanActs of={run} isMoving={IN_PROGRESS.has(run.state)} />
        </>
      }
    >
      <Plan of={run} />
    </Page>
  )
}

function Plan({ of: run }: { of: SyncRunInFull }) {
  const list = usePlanList(run)
  return (
    <div className="sync-run">
      {run.brake.length > 0 && <BrakePanel of={run} onOrg={list.showLoss} />}
      {run.state === 'planned' && run.brake.length === 0 && (
        <p className="sync-run-note">{run.mode === 'relink' ? text.plannedIds : text.planned}</p>
      )}
      {run.report && <Report of={run.report} onAll={list.showDifferences} />}
      <Card>
        <PlanDetails of={run} />
      </Card>
      {run.state !== 'reading' && (
        <Card>
          <PlanRows of={run} list={list} />
        </Card>
      )}
    </div>
  )
}

const words = text.facts
const STARTED: ReadonlySet<string> = new Set(['released', 'writing', 'done', 'part', 'failed', 'cancelled'])
const timeOf = (time: string) => Date.parse(`${time.replace(' ', 'T')}+08:00`)

/** The state of a run. */
function PlanDetails({ of: run }: { of: SyncRunInFull }) {
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
