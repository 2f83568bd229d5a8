import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { personInScope, type Scope } from '../../../platform/access/scope.ts'

export interface TestedApp {
  id: string
  name: string
  protocol: 'oauth2' | 'cas' | 'saml' | 'form'
  status: number
  clientId: string
  redirectUris: string[]
  ipWhitelist: string[]
  accountFrom: string
  claims: { claim: string; from: string }[]
  hasSecret: boolean
}

export async function findTestedApp(db: Db, id: string): Promise<TestedApp> {
  const { rows } = await sql<TestedApp>`
    select id, name, protocol, status, client_id, redirect_uris, ip_whitelist, account_from, claims,
      exists (select 1 from client_secret s where s.app_id = a.id and (s.end_time is null or s.end_time > now())) as has_secret
    from app a where id = ${id}`.execute(db)
  return rows[0] ?? refuse('appMissing')
}

/** Refuses users out of the caller's scope. Users who may not sign in can be tested. */
export async function findTested(db: Db, scope: Scope, userId: string): Promise<void> {
  const { rows } = await sql`select 1 from live_user u where u.id = ${userId} and ${personInScope(scope, 'u.id')}`.execute(db)
  if (rows.length === 0) refuse('userMissing')
}
