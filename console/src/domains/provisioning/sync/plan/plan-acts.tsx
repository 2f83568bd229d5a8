import { sync, type SyncRunInFull } from '@hufu/contract/provisioning/sync'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useAction } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import { lazyComponent } from '../../../../platform/lazy-component.tsx'
import { ActButton } from '../../../../ui/act-button.tsx'
import { confirmAct } from '../../../../ui/dialog/confirm-act.ts'
import { useDialog } from '../../../../ui/dialog/use-dialog.ts'
import { SheetButton } from '../../../../ui/list/sheet-button.tsx'
import { text } from './plan-text.ts'
import type { ReleaseScope } from './release-dialog.tsx'
import { usePlaces } from '../mapping/use-places.ts'
import { REFRESHES, type Watched } from '../list/use-sync-acts.ts'

const ReleaseDialog = lazyComponent(() => import('./release-dialog.tsx'))
// Loaded when a run is first watched.
const WatchedRun = lazyComponent(() => import('../list/watched-run.tsx'))
const words = text.acts

interface Props {
  of: SyncRunInFull
  isMoving: boolean
}

/** 执行 / 只做新增与修改 / 放弃 for a waiting plan. */
export function PlanActs({ of: run, isMoving }: Props) {
  const release = useDialog<ReleaseScope>()
  const discard = useAction(sync.discard, { refreshes: REFRESHES })
  const exporting = useAction(sync.exportPlan)
  const [watched, setWatched] = useState<Watched>()
  const places = usePlaces()
  const watch = (taskId: string) => setWatched({ id: run.syncId, name: run.syncName, taskId })
  const isBlocked = run.state === 'blocked'
  const isWaiting = isBlocked || run.state === 'planned'
  const isAlone = useHasPassed(run.mayReleaseFrom)
  const mayRelease = run.mayRelease || isAlone
  const askDiscard = () =>
    confirmAct({
      title: words.discardTitle,
      content: words.discardText,
      okText: words.discard,
      danger: true,
      run: async () => {
        if (ok(await discard.run({ body: { runId: run.id } }))) notifier.done(words.discarded)
      },
    })
  return (
    <>
      {!isMoving && (
        <SheetButton call={sync.exportPlan} title={words.downloading} start={uuid => exporting.run({ query: { runId: run.id, uuid } })}>
          {words.download}
        </SheetButton>
      )}
      {isMoving && run.taskId !== null && <Button onClick={() => watch(run.taskId!)}>{text.progress}</Button>}
      {isWaiting && (
        <ActButton call={sync.discard} danger onClick={askDiscard}>
          {words.discard}
        </ActButton>
      )}
      {isWaiting && mayRelease && (
        <>
          {run.mode !== 'relink' && (
            <ActButton call={sync.release} type={isBlocked ? 'primary' : 'default'} onClick={() => release.open('addChange')}>
              {words.addChange}
            </ActButton>
          )}
          <ActButton
            call={sync.release}
            type={isBlocked ? 'default' : 'primary'}
            danger={isBlocked}
            onClick={() => release.open('everything')}
          >
            {isBlocked ? words.release : words.run}
          </ActButton>
        </>
      )}
      {release.item && <ReleaseDialog of={run} extent={release.item} onStarted={watch} onClose={release.close} />}
      {watched && <WatchedRun of={watched} onClose={() => setWatched(undefined)} onPlan={id => id === run.id || places.toRun(id)} />}
    </>
  )
}

const timeOf = (time: string) => Date.parse(`${time.replace(' ', 'T')}+08:00`)

/** Whether a time has come; null never comes. */
function useHasPassed(time: string | null): boolean {
  const [now, setNow] = useState(() => Date.now())
  const isReached = time !== null && timeOf(time) <= now
  useEffect(() => {
    if (time === null || isReached) return undefined
    const timer = setTimeout(() => setNow(Date.now()), timeOf(time) - Date.now())
    return () => clearTimeout(timer)
  }, [time, isReached])
  return isReached
}
