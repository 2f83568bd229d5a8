import { useEffect } from 'react'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { restoreTasks, useBackgroundTasks } from '../ui/dialog/background-tasks.ts'

const TaskCentre = lazyComponent(() => import('./task-centre.tsx'))

/** 我的任务, shown while there are tasks. */
export function TaskOpener() {
  const tasks = useBackgroundTasks()
  useEffect(restoreTasks, [])
  if (tasks.length === 0) return null
  return <TaskCentre tasks={tasks} />
}
