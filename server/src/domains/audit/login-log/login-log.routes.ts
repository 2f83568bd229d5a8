import { loginLog, loginLogFilter } from '@hufu/contract/audit/login-log'
import { readFilterText } from '../../../platform/http/filter.ts'
import { feature } from '../../../platform/http/turn.ts'
import { pageLoginLogs } from './login-log.sql.ts'
import { EXPORT_LOGINS } from './login-log.tasks.ts'

export const loginLogFeature = feature('loginLog', loginLog, {
  page: ({ kernel: { db, config }, scope, query }) => pageLoginLogs({ db, scope, idleMinutes: config.values.sessionMinutes }, query),
  exportExcel: async ({ db, who, kernel, query, note, afterCommit }) => {
    const taskId = await kernel.tasks.start(db, who, EXPORT_LOGINS, readFilterText(loginLogFilter, query.query) ?? {}, query.uuid)
    note(taskId)
    afterCommit(() => kernel.tasks.wake())
    return taskId
  },
})
