import { useEffect } from 'react'
import { later } from '../kernel/later.tsx'
import { restoreTasks, useLeftTasks } from '../parts/left-tasks.ts'

const TaskCentre = later(() => import('./task-centre.tsx'))

/** 我的任务: there only while there are some. */
export function TaskDoor() {
  const tasks = useLeftTasks()
  useEffect(restoreTasks, [])
  if (tasks.length === 0) return null
  return <TaskCentre tasks={tasks} />
}
