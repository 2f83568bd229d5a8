import { z } from 'zod'
import { get, post } from '../call.ts'
import { count, done, inQuery, paged, paging, queryFlag } from '../shapes.ts'

/** Kinds of messages, by the groups of the filter. */
export const INBOX_GROUPS = {
  review: ['todo', 'remind', 'passed', 'rejected', 'copied'],
  task: ['task'],
  sync: ['syncBlocked', 'syncLapsed', 'syncFailed', 'pushHeld', 'scimBlocked'],
  request: ['appRequest'],
  notice: ['notice'],
} as const
export const inboxGroups = ['review', 'task', 'sync', 'request', 'notice'] as const
export type InboxGroup = (typeof inboxGroups)[number]
export type InboxKind = (typeof INBOX_GROUPS)[InboxGroup][number]
const kinds = Object.values(INBOX_GROUPS).flat() as [InboxKind, ...InboxKind[]]
const group = z.enum(inboxGroups)

/** The highest number that is counted. */
export const UNREAD_MAX = 100

export const InboxMessage = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  /** Names and numbers for its sentence and its link. */
  facts: z.record(z.string(), z.string()),
  /** How many events it stands for: unread ones about the same object are merged. */
  count: z.number(),
  isRead: z.boolean(),
  createTime: z.string(),
})
export type InboxMessage = z.infer<typeof InboxMessage>

/** The caller's own messages. */
export const inbox = {
  page: get('/v3/inbox/page', {
    permit: 'signedIn',
    query: paging.extend({ group: inQuery(group), isUnread: queryFlag }),
    reply: paged(InboxMessage),
  }),
  /** Up to UNREAD_MAX. */
  unreadCount: get('/v3/inbox/unreadCount', { permit: 'signedIn', reply: count }),
  /** Reading a notice marks earlier ones as read, too. */
  read: post('/v3/inbox/read', { permit: 'signedIn', body: z.strictObject({ id: z.string().min(1).max(80) }), reply: done }),
  readAll: post('/v3/inbox/readAll', { permit: 'signedIn', body: z.strictObject({ group: group.optional() }), reply: done }),
}
