import { sms } from '@hufu/contract/messages/sms'
import { feature } from '../../../platform/http/context.ts'
import { messagesPort } from '../inbox/messages-port.ts'
import { canSend } from './queue.ts'
import { exportSms } from './sms-export.ts'
import { findSms, pageSms, smsToday } from './sms-list.sql.ts'

export const smsFeature = feature('sms', sms, {
  page: ({ db, scope, query, kernel }) => pageSms(db, { scope, filter: query, keys: kernel.keys }, query),
  byId: ({ db, scope, query }) => findSms(db, scope, query.id),
  overview: ({ db, scope }) => smsToday(db, scope),
  exportExcel: exportSms,
  canSendPassword: async ({ kernel }) => ({
    canSend: canSend(kernel, 'password'),
    hasInitialPassword: await messagesPort.use().hasInitialPassword(kernel),
  }),
})
