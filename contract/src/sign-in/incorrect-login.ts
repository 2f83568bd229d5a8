import { z } from 'zod'
import { get, menu, post } from '../call.ts'
import { unlockPermit } from './unlock-permit.ts'
import { count, id, ids, paged, paging, queryBoolean, rangeInOrder, search, timeRange } from '../shapes.ts'

/** The failures counted against a login name, whether or not a user has that name. */
export const IncorrectLogin = z.object({
  id: z.string(),
  loginName: z.string(),
  userId: z.string().nullable(),
  realName: z.string().nullable(),
  orgName: z.string().nullable(),
  failCount: z.number(),
  /** '' if an administrator locked it before any attempt failed. */
  lastIp: z.string(),
  lastTime: z.string(),
  /** The sign-in method of the failures; they lock only that method. */
  method: z.enum(['password', 'phone', 'code', 'face', 'recovery']),
  locked: z.boolean(),
  /** What is locked: some addresses, all addresses, or (by an administrator) all methods as well. */
  lockedFor: z.enum(['address', 'all', 'account']).nullable(),
  /** The addresses a lock applies to; IPv6 by its first 64 bits. */
  lockedAddresses: z.array(z.string()),
  unlockTime: z.string().nullable(),
  /** The administrator who locked it, and why; null if failed attempts did. */
  lockedBy: z.string().nullable(),
  lockReason: z.string().nullable(),
  /** Whether the user ranks above the caller, who then may not unlock them. */
  isAbove: z.boolean(),
})
export type IncorrectLogin = z.infer<typeof IncorrectLogin>

export const UserLock = z.object({
  /** The id to unlock it with. */
  id: z.string(),
  unlockTime: z.string(),
  failCount: z.number(),
  lastIp: z.string(),
  /** null if failed attempts locked it. */
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
  /** The present lock of one user, or null. */
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
