import { z } from 'zod'
import { button, get, menu, post } from '../call.ts'
import { count, ids, paged, paging, queryFlag, REMARK_MAX, search, text } from '../shapes.ts'
import { fields } from '../text.ts'

/** A live session: neither ended, expired nor idle too long. */
export const OnlineSession = z.object({
  /** The session's id, never its token. */
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  realName: z.string(),
  orgName: z.string().nullable(),
  ip: z.string(),
  browser: z.string(),
  os: z.string(),
  loginType: z.string(),
  loginTime: z.string(),
  /** Up to a minute late. */
  lastTime: z.string(),
  /** Has a role, a delegation or a segregated role. */
  isAdmin: z.boolean(),
  /** The session of the caller. */
  isOwn: z.boolean(),
  /** Its user ranks above the caller, who may not end it. */
  isAbove: z.boolean(),
})
export type OnlineSession = z.infer<typeof OnlineSession>

const permit = menu('/audit/getPage')

export const online = {
  page: get('/v3/online/page', {
    permit,
    query: paging.extend({ searchKey: search, ip: search, loginType: search, isAdmin: queryFlag }),
    reply: paged(OnlineSession),
  }),
  /** Users are counted once, however many sessions they have. */
  tally: get('/v3/online/tally', {
    permit,
    reply: z.object({ people: z.number(), admins: z.number(), sessions: z.number() }),
  }),
  kick: post('/v3/online/kick', { permit: button(['/audit/getPage'], 'kick'), body: z.strictObject({ ids }), reply: count }),
  /** Ends all sessions of these users and locks their accounts, so that they cannot simply sign in again. */
  kickAndLock: post('/v3/online/kickAndLock', {
    permit: button(['/audit/getPage'], 'kick-lock'),
    body: z.strictObject({ userIds: ids, reason: text(fields.reason, REMARK_MAX) }),
    reply: count,
  }),
}
