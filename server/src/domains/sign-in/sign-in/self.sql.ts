import { sql } from 'kysely'
import type { CurrentUser } from '@hufu/contract/sign-in/sign-in'
import { isWeaker } from '@hufu/contract/sign-in/strength'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Principal } from '../../../platform/access/sessions.ts'
import { signInPort } from './sign-in-port.ts'

export async function currentUser(db: Db, who: Principal): Promise<CurrentUser> {
  // Asked only for users without pages, because only for them does the answer matter.
  const hasPages = who.rights.nodes.length > 0
  const { rows } = await everyone(
    "the caller's own account",
    sql<Omit<CurrentUser, 'isAdmin' | 'isGradeAdmin' | 'secondFactorDue' | 'passwordDaysLeft'>>`
    select u.id, u.user_name, u.real_name, u.avatar, u.phone_mask as phone, o.id as org_id, o.name as org_name,
      ${hasPages ? sql`false` : signInPort.use().hasDirectAppGrant(who.userId)} as lands_at_apps
    from users u left join job j on j.user_id = u.id and j.job_type = 1 left join org o on o.id = j.org_id
    where u.id = ${who.userId}`,
  ).execute(db)
  const row = rows[0] ?? refuse('userMissing')
  const { factor, passwordDaysLeft, rights } = who
  const { isAdmin, isGradeAdmin: isDelegatedAdmin, secondFactor } = rights
  const landsAtApps = row.landsAtApps || (!hasPages && (await signInPort.use().opensAnyApp(db, who.userId)))
  return {
    ...row,
    isAdmin,
    isGradeAdmin: isDelegatedAdmin,
    passwordDaysLeft,
    landsAtApps,
    secondFactorDue: isWeaker(factor, secondFactor) ? secondFactor : '',
  }
}

export async function passwordHashOf(db: Db, userId: string): Promise<string | null> {
  const row = await everyone("the caller's own account", db.selectFrom('users'))
    .select('passwordHash')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.passwordHash ?? null
}

export const setAccountPassword = (db: Db, userId: string, passwordHash: string) =>
  everyone("the caller's own account", db.updateTable('users'))
    .set({ passwordHash, passwordFrom: 'own', passwordTime: sql<string>`now()` })
    .where('id', '=', userId)
    .execute()
