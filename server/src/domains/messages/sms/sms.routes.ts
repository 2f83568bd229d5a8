import { sms } from '@hufu/contract/messages/sms'
import { feature } from '../../../platform/http/context.ts'
import { canSend } from './queue.ts'
import { exportSms } from './sms-export.ts'
import { findSms, pageSms, smsToday } from './sms-list.sql.ts'

export const smsFeature = feature('sms', sms, {
  page: ({ db, scope, query, kernel }) => pageSms(db, { scope, filter: query, keys: kernel.keys }, query),
  byId: ({ db, scope, query }) => findSms(db, scope, query.id),
  overview: ({ db, scope }) => smsToday(db, scope),
  exportExcel: exportSms,
  canSendPassword: ({ kernel }) => canSend(kernel, 'password'),
})
