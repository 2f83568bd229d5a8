import { type RunState, sync, type SyncRunInFull, syncText } from '@hufu/contract/provisioning/sync'
import { Button } from 'antd'
import { useCall } from '../../../../platform/calls.ts'
import { usePollWhile } from '../../../../ui/list/use-poll-while.ts'
import { Card, Page } from '../../../../ui/page.tsx'
import { Failure, Skeleton } from '../../../../ui/states.tsx'
import { BrakePanel } from './brake-panel.tsx'
import { PlanActs } from './plan-acts.tsx'
import { PlanDetails } from './plan-details.tsx'
import { PlanRows } from './plan-rows.tsx'
import { text } from './plan-text.ts'
import { Report } from './report.tsx'
import { usePlaces } from '../mapping/use-places.ts'
import { usePlanList } from './use-plan-list.ts'
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
        {found.isError ? <Failure error={found.error} onRetry={() => void found.refetch()} /> : <Skeleton lines={10} />}
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
