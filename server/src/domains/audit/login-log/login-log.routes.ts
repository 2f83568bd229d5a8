import { loginLog, loginLogFilter } from '@hufu/contract/audit/login-log'
import { readFilterText } from '../../../platform/http/filter.ts'
import { currentLanguage } from '../../../platform/http/language.ts'
import { feature } from '../../../platform/http/context.ts'
import { explanationIn } from './explanation.ts'
import { pageLoginLogs } from './login-log.sql.ts'
import { EXPORT_LOGINS } from './login-log.tasks.ts'

export const loginLogFeature = feature('loginLog', loginLog, {
  page: async ({ kernel: { db, config }, scope, query }) => {
    const page = await pageLoginLogs({ db, scope, idleMinutes: config.values.sessionMinutes }, query)
    return { ...page, records: page.records.map(row => ({ ...row, message: explanationIn(currentLanguage(), row.message) })) }
  },
  exportExcel: async ({ db, who, kernel, query, auditTarget, afterCommit }) => {
    const taskId = await kernel.tasks.start(db, who, EXPORT_LOGINS, readFilterText(loginLogFilter, query.query) ?? {}, query.uuid)
    auditTarget(taskId, 'task')
    afterCommit(() => kernel.tasks.wake())
    return taskId
  },
})
