import { useQueryClient } from '@tanstack/react-query'
import { inBackground } from '../../../../platform/error-log.ts'
import { TaskDialog } from '../../../../ui/dialog/task-dialog.tsx'
import { newestRun, REFRESHES, type Watched } from './use-sync-acts.ts'
import { text } from '../text.ts'

interface Props {
  of: Watched
  onClose: () => void
  /** Called when the run has ended, to show its plan or its result. */
  onPlan: (runId: string) => void
}

/** The progress of a started run; its plan is opened at the end. */
export default function WatchedRun({ of, onClose, onPlan }: Props) {
  const client = useQueryClient()
  const refresh = () => {
    for (const { path } of REFRESHES) inBackground(client.invalidateQueries({ queryKey: [path] }))
  }
  const open = async () => {
    refresh()
    const id = await newestRun(of.id)
    if (id !== undefined) onPlan(id)
  }
  return (
    <TaskDialog
      taskId={of.taskId}
      title={text.progressOf(of.name)}
      onFinish={() => void open()}
      onError={refresh}
      onClose={() => {
        refresh()
        onClose()
      }}
    />
  )
}
