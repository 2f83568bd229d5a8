import { inbox } from '@hufu/contract/messages/inbox'
import { feature } from '../../../platform/http/context.ts'
import { countUnread, pageInbox, readAllMessages, readMessage } from './inbox.sql.ts'

export const inboxFeature = feature('inbox', inbox, {
  page: ({ db, who, query }) => pageInbox(db, who.userId, query),
  unreadCount: ({ db, who }) => countUnread(db, who.userId),
  read: ({ db, who, body, auditTarget }) => {
    auditTarget(body.id)
    return readMessage(db, who.userId, body.id)
  },
  readAll: ({ db, who, body }) => readAllMessages(db, who.userId, body),
})
