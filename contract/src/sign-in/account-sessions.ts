import { z } from 'zod'
import { get, post } from '../call.ts'
import { count, done, id } from '../shapes.ts'

export const AccountSession = z.object({
  /** Never the token. */
  id: z.string(),
  loginType: z.string(),
  ip: z.string(),
  browser: z.string(),
  os: z.string(),
  loginTime: z.string(),
  lastTime: z.string(),
  /** Whether it is the session that sent this request. */
  isThis: z.boolean(),
})
export type AccountSession = z.infer<typeof AccountSession>

const SignedIn = z.object({ loginTime: z.string(), loginType: z.string(), ip: z.string(), browser: z.string(), os: z.string() })
/** The sign-in before this session, and the failed attempts since then. */
export const LastSignIn = z.object({ last: SignedIn.nullable(), failedSince: z.number() })
export type LastSignIn = z.infer<typeof LastSignIn>

/** The caller's own sessions. */
export const accountSessions = {
  list: get('/v3/ownSession/list', { permit: 'signedIn', reply: z.array(AccountSession) }),
  end: post('/v3/ownSession/end', { permit: 'signedIn', body: z.strictObject({ id }), reply: done }),
  /** Ends the caller's other sessions and forgets their other remembered devices; answers how many were ended. */
  endOthers: post('/v3/ownSession/endOthers', { permit: 'signedIn', reply: count }),
  lastSignIn: get('/v3/ownSession/lastSignIn', { permit: 'signedIn', reply: LastSignIn }),
}
