import { loginLog, loginLogFilter, type LoginLogFilter } from '@hufu/contract/login-log'
import { refuse } from '../../kernel/refuse.ts'
import { feature } from '../../kernel/turn.ts'
import { pageLoginLogs } from './login-log.sql.ts'
import { EXPORT_LOGINS } from './login-log.tasks.ts'

export const loginLogFeature = feature('loginLog', loginLog, {
  page: ({ kernel: { db, config }, scope, query }) => pageLoginLogs({ db, scope, idleMinutes: config.values.sessionMinutes }, query),
  exportExcel: async ({ db, who, kernel, query, note, afterCommit }) => {
    const taskId = await kernel.tasks.start(db, who, EXPORT_LOGINS, readFilter(query.query), query.uuid)
    note(taskId)
    afterCommit(() => kernel.tasks.wake())
    return taskId
  },
})

/** The list's own filters as JSON text (D-08). */
function readFilter(text: string | undefined): LoginLogFilter {
  const parsed = loginLogFilter.safeParse(text ? jsonOf(text) : {})
  return parsed.success ? parsed.data : refuse('filterUnreadable')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('filterUnreadable')
  }
}
