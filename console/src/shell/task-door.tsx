import { lazy, Suspense, useEffect } from 'react'
import { restoreTasks, useLeftTasks } from '../parts/left-tasks.ts'

const TaskCentre = lazy(() => import('./task-centre.tsx'))

/** 我的任务: there only while there are some. */
export function TaskDoor() {
  const tasks = useLeftTasks()
  useEffect(restoreTasks, [])
  if (tasks.length === 0) return null
  return (
    <Suspense>
      <TaskCentre tasks={tasks} />
    </Suspense>
  )
}
