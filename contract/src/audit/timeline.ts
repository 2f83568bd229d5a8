import { z } from 'zod'
import { HistoryField, Move } from './audit.ts'
import { button, get, menu, orPage, type PagePermit } from '../call.ts'
import { id, inQuery, maybe, rangeInOrder, timeRange } from '../shapes.ts'

/**
 * change: the object's own data changed; grant: it gained or lost rights; act: an
 * operation changed none of its rows; signIn: an attempt to sign in.
 */
export const entryKinds = ['change', 'grant', 'act', 'signIn'] as const
export type EntryKind = (typeof entryKinds)[number]

const Change = z.object({
  id: z.string(),
  table: z.string(),
  operateType: z.enum(['insert', 'update', 'delete']),
  fields: z.array(HistoryField),
})
export type TimelineChange = z.infer<typeof Change>

export const TimelineEntry = z.object({
  key: z.string(),
  time: z.string(),
  kind: z.enum(entryKinds),
  /** The call as the operation log names it; '' without a call. */
  module: z.string(),
  operateType: z.string(),
  byId: maybe(z.string()),
  byName: maybe(z.string()),
  ip: maybe(z.string()),
  /** 1 done, 0 refused. */
  result: z.number(),
  message: z.string(),
  /** The method of a sign-in. */
  loginType: maybe(z.string()),
  agent: maybe(z.string()),
  /** Its record in the operation log. */
  logId: maybe(z.string()),
  changes: z.array(Change),
  /** Where the object went. */
  moves: z.array(Move),
  /** A change by which the entry can be taken back (dataHistory.restoreOf…); null if none of them can be. */
  restoreId: maybe(z.string()),
  /** The whole operation has been taken back. */
  isUndone: z.boolean(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const TimelinePage = z.object({
  entries: z.array(TimelineEntry),
  /** By nameKey, the names of the objects in the changes the caller may see. */
  names: z.record(z.string(), z.string()),
  /** The cursor of the next, older page; null at the end. */
  next: maybe(z.string()),
})
export type TimelinePage = z.infer<typeof TimelinePage>

const query = z
  .object({
    id,
    kind: inQuery(z.enum(entryKinds)),
    ...timeRange.shape,
    cursor: inQuery(z.string().regex(/^[0-9A-Za-z-]{0,64}\.[0-9]{0,20}\.[0-9A-Za-z-]{0,64}$/)),
  })
  .refine(...rangeInOrder)
export type TimelineQuery = z.infer<typeof query>

const of = (path: string, permit: PagePermit) => get(`/v3/timeline/${path}`, { permit, query, reply: TimelinePage })

/** All that happened to one object, newest first. */
export const timeline = {
  ofUser: of(
    'pageByUser',
    orPage(button(['/organiz/index'], 'user-detail', 'edit-user'), '/audit/operation', '/organiz/user-label', '/organiz/work-group'),
  ),
  ofOrg: of('pageByOrg', orPage(button(['/organiz/index', '/organiz/org-list'], 'view-org'), '/audit/operation')),
  ofApp: of('pageByApp', orPage(button(['/app/list'], 'edit-c'), '/audit/operation')),
  ofRole: of('pageByRole', menu('/system/systemRoleIndex', '/audit/operation')),
  ofAppRole: of('pageByAppRole', menu('/app/authority', '/audit/operation')),
}
