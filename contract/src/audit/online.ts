import { z } from 'zod'
import { button, get, menu, post } from '../call.ts'
import { count, ids, paged, paging, queryFlag, REMARK_MAX, search, text } from '../shapes.ts'
import { fields } from '../text.ts'

/** A session that is alive: neither ended nor over, nor idle too long. */
export const OnlineSession = z.object({
  /** Of the session; never its token. */
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
  /** At most a minute behind. */
  lastTime: z.string(),
  /** Holds a role, a branch or a duty. */
  isAdmin: z.boolean(),
  /** The session that asks. */
  isOwn: z.boolean(),
  /** Whose it is stands above the caller, who may not end it. */
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
  /** People are counted once, however many sessions they have. */
  tally: get('/v3/online/tally', {
    permit,
    reply: z.object({ people: z.number(), admins: z.number(), sessions: z.number() }),
  }),
  kick: post('/v3/online/kick', { permit: button(['/audit/getPage'], 'kick'), body: z.strictObject({ ids }), reply: count }),
  /** Ends every session of these people and locks their accounts, so that none of them simply signs in again. */
  kickAndLock: post('/v3/online/kickAndLock', {
    permit: button(['/audit/getPage'], 'kick-lock'),
    body: z.strictObject({ userIds: ids, reason: text(fields.reason, REMARK_MAX) }),
    reply: count,
  }),
}
