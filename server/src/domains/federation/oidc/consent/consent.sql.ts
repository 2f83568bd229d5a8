import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { Consent, AccountConsent, resourceServer } from '@hufu/contract/federation/resource-server'
import type { Page } from '@hufu/contract/shapes'
import { type Db, planAnew } from '../../../../platform/database/db.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { idsFound } from '../../../directory/index.ts'
import { everyone, amongPeopleInScope, type Scope } from '../../../../platform/access/scope.ts'
import { collected, offsetOf, pageOf } from '../../../../platform/database/paging.ts'
import { refuse } from '../../../../platform/http/refuse.ts'

/** The user who consents, and the client they consent to. */
export interface Consenting {
  userId: string
  clientId: string
}

/** The scopes consented to, by the id of the resource server; '' stands for OpenID Connect itself. */
export async function consentsOf(db: Db, { userId, clientId }: Consenting): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ resourceId: string | null; scopes: string[] }>`
    select resource_id, scopes from oidc_consent where user_id = ${userId} and client_id = ${clientId}`.execute(db)
  return new Map(rows.map(row => [row.resourceId ?? '', row.scopes]))
}

interface Allowed extends Consenting {
  clientName: string
  clientHost: string
  /** null: OpenID Connect itself. */
  resourceId: string | null
  scopes: readonly string[]
}

/** Adds the scopes to those consented to before. */
export async function keepConsent(db: Db, { scopes, ...allowed }: Allowed): Promise<void> {
  const { userId, clientId, clientName, clientHost, resourceId } = allowed
  await sql`
    insert into oidc_consent as c (id, user_id, client_id, client_name, client_host, resource_id, scopes)
    values (${newId()}, ${userId}, ${clientId}, ${clientName}, ${clientHost}, ${resourceId}, ${[...scopes]})
    on conflict (user_id, client_id, resource_id) do update set client_name = excluded.client_name, client_host = excluded.client_host,
      scopes = array(select distinct unnest(c.scopes || excluded.scopes) order by 1), update_time = now()`.execute(db)
}

const LIST_MAX = 100
const columns = sql`c.id, c.client_name, c.client_host, coalesce(a.name, '') as resource_name,
  array(select coalesce(s.label, w.name) from unnest(c.scopes) with ordinality w (name, n)
    left join oidc_scope s on s.app_id = c.resource_id and s.name = w.name order by w.n) as scopes, c.update_time`

export async function consentsOfUser(db: Db, userId: string): Promise<AccountConsent[]> {
  const { rows } = await sql<AccountConsent>`
    select ${columns} from oidc_consent c left join app a on a.id = c.resource_id
    where c.user_id = ${userId} order by c.update_time desc, c.id limit ${LIST_MAX}`.execute(db)
  return rows
}

const isOfApp = (appId: string) => sql`(c.resource_id = ${appId} or c.client_id = (select client_id from app where id = ${appId}))`

interface ConsentQuery {
  db: Db
  scope: Scope
  keys: Keys
}

/** The consents to an application, as client or as resource server, of users in the caller's scope; newest first. */
export async function pageConsentsOfApp(asking: ConsentQuery, query: QueryOf<typeof resourceServer.consents>): Promise<Page<Consent>> {
  const { db } = asking
  const where = matching(asking, query)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from oidc_consent c where ${where}`.execute(db)
  const { total } = counted[0]!
  const { rows } = await everyone(
    'matching() narrows the consents',
    sql<Consent>`
    select ${columns}, c.user_id, u.user_name, u.real_name
    from (select c.* from (select c.* from oidc_consent c where ${where} ${collected(total)}) c
      order by c.update_time desc, c.id limit ${query.size} offset ${offsetOf(query)}) c join users u on u.id = c.user_id
      left join app a on a.id = c.resource_id order by c.update_time desc, c.id`,
  ).execute(db)
  return pageOf(query, total, rows)
}

function matching({ scope, keys }: ConsentQuery, { appId, searchKey }: QueryOf<typeof resourceServer.consents>): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [isOfApp(appId), amongPeopleInScope(scope, 'c.user_id')]
  if (searchKey !== undefined) conditions.push(sql`c.user_id in ${idsFound({ scope, keys, filter: { searchKey } })}`)
  return sql<boolean>`${planAnew} ${sql.join(conditions, sql` and `)}`
}

/** Withdraws a consent and ends the client's grants for it at once. */
export async function withdrawConsent(db: Db, userId: string, id: string): Promise<void> {
  const { rows } = await sql<Withdrawn>`
    delete from oidc_consent c where c.id = ${id} and c.user_id = ${userId} returning ${withdrawn}`.execute(db)
  await endGrantsOf(db, rows[0] ?? refuse('consentMissing'))
}

export async function withdrawOfApp(db: Db, scope: Scope, appId: string, id: string): Promise<void> {
  const { rows } = await sql<Withdrawn>`
    delete from oidc_consent c where c.id = ${id} and ${isOfApp(appId)} and ${amongPeopleInScope(scope, 'c.user_id')} returning ${withdrawn}`.execute(
    db,
  )
  await endGrantsOf(db, rows[0] ?? refuse('consentMissing'))
}

interface Withdrawn extends Consenting {
  identifier: string | null
}
const withdrawn = sql`c.user_id, c.client_id, (select r.identifier from oidc_resource r where r.app_id = c.resource_id) as identifier`

async function endGrantsOf(db: Db, { userId, clientId, identifier }: Withdrawn): Promise<void> {
  await sql`
    delete from oidc_payload where type = 'Grant' and payload ->> 'accountId' = ${userId} and payload ->> 'clientId' = ${clientId}
      and (${identifier}::text is null or payload -> 'resources' ? ${identifier ?? ''})`.execute(db)
}
