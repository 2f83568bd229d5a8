import { type ReactNode, useState } from 'react'
import { type Envelope, ok } from '../../platform/client.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { newTaskId } from '../dialog/task-id.ts'

const TaskDialog = lazyComponent(async () => ({ default: (await import('../dialog/task-dialog.tsx')).TaskDialog }))

/** Exports a list: starts the task and shows its dialog. */
export function useSheet(
  title: string,
  start: (uuid: string) => Promise<Envelope<string>>,
): { begin: () => Promise<void>; dialog: ReactNode } {
  const [taskId, setTaskId] = useState<string>()
  const begin = async () => {
    const answer = await start(newTaskId())
    if (ok(answer)) setTaskId(answer.data)
  }
  const dialog = taskId !== undefined && <TaskDialog taskId={taskId} title={title} downloads onClose={() => setTaskId(undefined)} />
  return { begin, dialog }
}
