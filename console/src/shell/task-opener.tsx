import { useEffect } from 'react'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { restoreTasks, useLeftTasks } from '../ui/dialog/left-tasks.ts'

const TaskCentre = lazyComponent(() => import('./task-centre.tsx'))

/** 我的任务, shown while there are tasks. */
export function TaskOpener() {
  const tasks = useLeftTasks()
  useEffect(restoreTasks, [])
  if (tasks.length === 0) return null
  return <TaskCentre tasks={tasks} />
}
