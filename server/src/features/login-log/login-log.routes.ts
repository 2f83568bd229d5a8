import { loginLog, loginLogFilter } from '@hufu/contract/login-log'
import { readFilter } from '../../kernel/input.ts'
import { feature } from '../../kernel/turn.ts'
import { pageLoginLogs } from './login-log.sql.ts'
import { EXPORT_LOGINS } from './login-log.tasks.ts'

export const loginLogFeature = feature('loginLog', loginLog, {
  page: ({ kernel, scope, query }) => pageLoginLogs(kernel.db, scope, query),
  exportExcel: async ({ db, who, kernel, query, note, afterCommit }) => {
    const taskId = await kernel.tasks.start(db, who, EXPORT_LOGINS, readFilter(loginLogFilter, query.query), query.uuid)
    note(taskId)
    afterCommit(() => kernel.tasks.wake())
    return taskId
  },
})
