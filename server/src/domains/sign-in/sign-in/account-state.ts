import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { findById, type StoredUser } from './account.sql.ts'
import { lockFor, type Lock } from './failures.sql.ts'

/** Why nobody signs in with this account now; a lock closes the password, and every method if an administrator has set it (N-06). */
export type AccountBlocker = { blocker: 'deleted' | 'disabled' | 'expired' } | { blocker: 'locked'; lock: Lock }

const stateOf = ({ status, expired }: Pick<StoredUser, 'status' | 'expired'>) =>
  status !== 1 ? 'disabled' : expired ? 'expired' : undefined

/** The rule of the sign-in, for whoever explains it. Without an address only locks for all addresses count. */
export async function accountBlockerOf(db: Db, userId: string, ip = ''): Promise<AccountBlocker | undefined> {
  const account = await findById(db, userId)
  if (!account) return { blocker: 'deleted' }
  const state = stateOf(account)
  if (state) return { blocker: state }
  const lock = await lockFor(db, userId, ip)
  return lock && { blocker: 'locked', lock }
}

/** Refuses accounts that are disabled or expired; locks are checked with the credential. */
export function refuseUnusable(account: Pick<StoredUser, 'status' | 'expired'>): void {
  const state = stateOf(account)
  if (state) refuse(state === 'disabled' ? 'accountDisabled' : 'accountExpired')
}
