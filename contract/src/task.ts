import { z } from 'zod'
import { get } from './call.ts'
import { callerId } from './shapes.ts'

export const TaskProgress = z.object({
  taskId: z.string(),
  stage: z.string(),
  status: z.enum(['WAIT', 'RUNNING', 'FINISH', 'CANCEL', 'ERROR']),
  progress: z.number(),
  total: z.number(),
  message: z.string(),
  percentage: z.number(),
  fileId: z.string().nullable(),
})
export type TaskProgress = z.infer<typeof TaskProgress>

/** The answer of every call that starts a task: its number. */
export const started = z.string()

const byTask = z.object({ taskId: callerId })
export const task = {
  progress: get('/v3/asyncTask/progress', { permit: 'signedIn', query: byTask, reply: TaskProgress }),
  cancel: get('/v3/asyncTask/cancel', { permit: 'signedIn', changes: true, query: byTask, reply: z.boolean() }),
}
