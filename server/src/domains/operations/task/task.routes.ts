import { task } from '@hufu/contract/task'
import { feature } from '../../../platform/http/context.ts'

export const taskFeature = feature('task', task, {
  progress: ({ db, who, query, kernel }) => kernel.tasks.progress(db, who, query.taskId),
  cancel: ({ db, who, query, kernel }) => kernel.tasks.cancel(db, who, query.taskId),
})
