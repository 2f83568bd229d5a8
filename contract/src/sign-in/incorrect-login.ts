import { z } from 'zod'
import { get, menu, post } from '../call.ts'
import { unlockPermit } from './unlock-permit.ts'
import { count, id, ids, paged, paging, queryBoolean, rangeInOrder, search, timeRange } from '../shapes.ts'

/** The failures counted against a name, whether somebody bears it or not. */
export const IncorrectLogin = z.object({
  id: z.string(),
  loginName: z.string(),
  userId: z.string().nullable(),
  realName: z.string().nullable(),
  orgName: z.string().nullable(),
  failCount: z.number(),
  /** '' where it was locked by hand before anything failed. */
  lastIp: z.string(),
  lastTime: z.string(),
  /** The method guessed at; wrong guesses lock only that. */
  method: z.enum(['password', 'phone', 'code', 'face', 'recovery']),
  locked: z.boolean(),
  /** What the lock closes: some addresses, every address, or (set by an administrator) every method, too. */
  lockedFor: z.enum(['address', 'all', 'account']).nullable(),
  /** The addresses a lock runs for; IPv6 by its first 64 bits. */
  lockedAddresses: z.array(z.string()),
  unlockTime: z.string().nullable(),
  /** The administrator who locked it, and why; null where wrong passwords did. */
  lockedBy: z.string().nullable(),
  lockReason: z.string().nullable(),
  /** Stands above the caller, who may not unlock it. */
  isAbove: z.boolean(),
})
export type IncorrectLogin = z.infer<typeof IncorrectLogin>

export const UserLock = z.object({
  /** What unlocks it. */
  id: z.string(),
  unlockTime: z.string(),
  failCount: z.number(),
  lastIp: z.string(),
  /** null where wrong passwords did it. */
  lockedBy: z.string().nullable(),
  lockReason: z.string().nullable(),
})
export type UserLock = z.infer<typeof UserLock>

const permit = menu('/system/incorrectLoginIndex')

export const incorrectLogin = {
  page: get('/v3/incorrectLogin/page', {
    permit,
    query: paging
      .extend(timeRange.shape)
      .extend({ searchKey: search, ip: search, locked: queryBoolean })
      .refine(...rangeInOrder),
    reply: paged(IncorrectLogin),
  }),
  /** The lock of one user, where there is one just now. */
  ofUser: get('/v3/incorrectLogin/getByUser', {
    permit: menu('/system/incorrectLoginIndex', '/organiz/index'),
    query: z.object({ userId: id }),
    reply: UserLock.nullable(),
  }),
  unlock: post('/v3/incorrectLogin/unlock', {
    permit: unlockPermit,
    body: z.strictObject({ ids }),
    reply: count,
  }),
}
