import { createSessionStore, session } from '../../platform/session.ts'
import { useStore } from '../../platform/store.ts'

export interface TaskEnd {
  status: 'FINISH' | 'CANCEL' | 'ERROR'
  message: string
  fileId: string | null
}
/** A task that continues in the background, and its result. */
export interface BackgroundTask {
  taskId: string
  title: string
  since: number
  end?: TaskEnd
}

/** How long the server keeps the result of a task. */
const KEPT_MS = 24 * 3_600_000
const NONE: readonly BackgroundTask[] = []
const left = createSessionStore({ tasks: NONE })
export const useBackgroundTasks = (): readonly BackgroundTask[] => useStore(left, value => value.tasks)

/** Reads the background tasks of the signed-in user in this browser. */
export const restoreTasks = (): void => left.set({ tasks: stored().filter(task => Date.now() - task.since < KEPT_MS) })
export const moveToBackground = (taskId: string, title: string): void => change(tasks => [{ taskId, title, since: Date.now() }, ...tasks])
export const endTask = (taskId: string, end: TaskEnd): void =>
  change(tasks => tasks.map(task => (task.taskId === taskId ? { ...task, end } : task)))
export const dropTasks = (isDropped: (task: BackgroundTask) => boolean): void => change(tasks => tasks.filter(task => !isDropped(task)))

const key = () => `hufu-tasks-${session.get().id}`

function change(make: (tasks: readonly BackgroundTask[]) => readonly BackgroundTask[]): void {
  const tasks = make(left.get().tasks)
  localStorage.setItem(key(), JSON.stringify(tasks))
  left.set({ tasks })
}

function stored(): BackgroundTask[] {
  try {
    return JSON.parse(localStorage.getItem(key()) ?? '[]') as BackgroundTask[]
  } catch {
    return []
  }
}
