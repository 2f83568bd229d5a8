import { useState } from 'react'
import { type Envelope, ok } from '../../../platform/client.ts'
import { newTaskId } from '../../../ui/dialog/task-id.ts'

/** Starts a task; the same request again returns the same task. */
export function useTask() {
  const [taskId, setTaskId] = useState<string>()
  const [uuids] = useState(() => new Map<string, string>())
  const begin = async (wish: object, start: (uuid: string) => Promise<Envelope<string>>) => {
    const key = JSON.stringify(wish)
    const uuid = uuids.get(key) ?? newTaskId()
    uuids.set(key, uuid)
    const answer = await start(uuid)
    if (ok(answer)) setTaskId(answer.data)
    // The task replaces the form.
    return false
  }
  const end = () => {
    // The next request starts a new task.
    uuids.clear()
    setTaskId(undefined)
  }
  return { taskId, begin, end }
}
