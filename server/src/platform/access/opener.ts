import { sql } from 'kysely'
import type { AnyCall } from '@hufu/contract/call'
import { scimCalls } from '@hufu/contract/federation/scim'
import { everyone } from './scope.ts'
import type { Db } from '../database/db.ts'
import { refuse } from '../http/refuse.ts'
import type { Kernel } from '../kernel.ts'
import { isSecurityAdmin } from './granted-rights.ts'
import { RightsReader, type Rights } from './rights.ts'
import type { Acting } from './seniority.ts'

/** The call by which an API client acts. */
export interface Opening {
  kernel: Kernel
  call: AnyCall
  /** Whether the client acts only in a branch. */
  isOfBranch: boolean
}

const scim: ReadonlySet<AnyCall> = new Set(Object.values(scimCalls))

/** Whether an administrator may open this call to an API client; `client` calls (creating tickets) allow signing in as anybody. */
export function mayOpen(rights: Rights, call: AnyCall): boolean {
  if (rights.isAdmin) return true
  if (scim.has(call)) return isSecurityAdmin(rights)
  return call.permit !== 'client' && rights.mayGive(call.permit)
}

/**
 * Refuses a client's call if the administrator who opened it could no longer do so. Used where the call itself is the right, such as
 * signing in as anybody; calls opened before openers were recorded pass, because whoever opened them was checked then.
 */
export async function refuseLapsedOpener(kernel: Kernel, db: Db, { rights }: Acting, call: AnyCall): Promise<void> {
  const openedBy = rights.calls?.get(call) ?? null
  if (openedBy === null) return
  const opener = await openerNow(kernel, db, openedBy)
  if (!opener || !mayOpen(opener.rights, call)) refuse('clientOpenerLapsed')
}

/** The administrator with their present rights; undefined if they are unknown or can no longer sign in. */
export async function openerNow({ config, clock }: Kernel, db: Db, userId: string | null): Promise<Acting | undefined> {
  const { rows } = await everyone(
    'checks whether the administrator who opened a call may still act',
    sql`select 1 from live_user u where u.id = ${userId} and u.status = 1
    and (u.valid_end_time is null or u.valid_end_time > now())`,
  ).execute(db)
  return rows.length > 0 && userId !== null ? { userId, rights: await new RightsReader(db, config, clock).of(userId, 0) } : undefined
}
