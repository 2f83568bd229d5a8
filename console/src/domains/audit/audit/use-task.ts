import { useState } from 'react'
import { type Envelope, ok } from '../../../platform/client.ts'
import { newTaskId } from '../../../ui/dialog/task-id.ts'

/** A task begun here: asked for a second time with the same wish it is the same one (D-49). */
export function useTask() {
  const [taskId, setTaskId] = useState<string>()
  const [uuids] = useState(() => new Map<string, string>())
  const begin = async (wish: object, start: (uuid: string) => Promise<Envelope<string>>) => {
    const key = JSON.stringify(wish)
    const uuid = uuids.get(key) ?? newTaskId()
    uuids.set(key, uuid)
    const answer = await start(uuid)
    if (ok(answer)) setTaskId(answer.data)
    // The form makes room for the task itself.
    return false
  }
  const end = () => {
    // The next is a task of its own.
    uuids.clear()
    setTaskId(undefined)
  }
  return { taskId, begin, end }
}
