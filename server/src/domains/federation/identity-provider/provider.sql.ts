import { sql } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { IdentityProvider, identityProvider, ProviderKind, ProviderRules } from '@hufu/contract/federation/identity-provider'
import type { Flag, Page } from '@hufu/contract/shapes'
import { inScope, type Scope } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { offsetOf, pageOf, nameContains } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'

type Row = Omit<IdentityProvider, 'callback' | 'metadata' | 'logout' | 'jwks' | 'afterLogout'>

const columns = sql`p.id, p.name, p.code, p.kind, p.options, p.force_authn, p.rules, o.id as org_id, o.name as org_name, p.is_shown, p.status,
  p.sort_num, p.remark, p.version, p.create_time, p.update_time,
  exists (select 1 from identity_provider_secret s where s.provider_id = p.id) as has_secret,
  (select count(*) from identity_link l where l.provider_id = p.id) as link_count`
/** Joins the organisation of new accounts only if it is in the caller's scope. */
const from = (scope: Scope) => sql`identity_provider p left join org o on o.id = p.org_id and ${inScope(scope, sql.ref('o.id'))}`

export async function pageProviders(db: Db, scope: Scope, query: QueryOf<typeof identityProvider.page>): Promise<Page<Row>> {
  const conditions = [sql`true`]
  if (query.name !== undefined) conditions.push(nameContains('p.name', query.name))
  if (query.status !== undefined) conditions.push(sql`p.status = ${query.status}`)
  const where = sql.join(conditions, sql` and `)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from identity_provider p where ${where}`.execute(db)
  const { rows } = await sql<Row>`select ${columns} from ${from(scope)} where ${where}
    order by p.sort_num, p.create_time, p.id limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]!.total, rows)
}

export async function findProvider(db: Db, scope: Scope, id: string): Promise<Row> {
  const { rows } = await sql<Row>`select ${columns} from ${from(scope)} where p.id = ${id}`.execute(db)
  return rows[0] ?? refuse('identityProviderMissing')
}

/** A provider with all that a sign-in needs; its secret is sealed. */
export interface StoredProvider {
  id: string
  name: string
  code: string
  kind: ProviderKind
  options: Record<string, unknown>
  forceAuthn: boolean
  rules: ProviderRules
  orgId: string | null
  /** The administrator who chose the organisation of new accounts, if their rights to give are limited. */
  keptBy: string | null
  status: Flag
  version: number
  sealed: string | null
}

const stored = sql`select p.id, p.name, p.code, p.kind, p.options, p.force_authn, p.rules, p.org_id, p.kept_by, p.status, p.version, s.sealed
  from identity_provider p left join identity_provider_secret s on s.provider_id = p.id`

export async function providerById(db: Db, id: string): Promise<StoredProvider | undefined> {
  const { rows } = await sql<StoredProvider>`${stored} where p.id = ${id}`.execute(db)
  return rows[0]
}

export async function providerByCode(db: Db, code: string): Promise<StoredProvider | undefined> {
  const { rows } = await sql<StoredProvider>`${stored} where p.code = ${code}`.execute(db)
  return rows[0]
}

/** The provider by which this session began; undefined if there is none or it is disabled. */
export async function providerOfSession(db: Db, sessionId: string): Promise<StoredProvider | undefined> {
  const { rows } = await sql<StoredProvider>`${stored}
    where p.status = 1 and p.id = (select l.provider_id from session n join identity_link l on l.id = n.identity_id where n.id = ${sessionId})`.execute(
    db,
  )
  return rows[0]
}

/** Locks providers in one order for a change; all must exist. */
export async function lockProviders(db: Db, ids: readonly string[]): Promise<StoredProvider[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) refuse('nothingChosen')
  const { rows } = await sql<StoredProvider>`${stored} where p.id = any (${wanted}) order by p.id for update of p`.execute(db)
  if (rows.length < wanted.length) refuse('identityProviderMissing')
  return rows
}

const SHOWN_MAX = 20

/** The providers that have a button on the sign-in page. */
export async function shownProviders(db: Db): Promise<{ code: string; name: string }[]> {
  const { rows } = await sql<{ code: string; name: string }>`select code, name from identity_provider
    where status = 1 and is_shown = 1 order by sort_num, create_time, id limit ${sql.lit(SHOWN_MAX)}`.execute(db)
  return rows
}

export interface ProviderColumns {
  name: string
  code: string
  kind: ProviderKind
  options: Record<string, unknown>
  forceAuthn: boolean
  rules: ProviderRules
  orgId: string | null
  keptBy: string | null
  isShown: Flag
  sortNum: number
  remark: string | null
}

const jsonOf = ({ options, rules, ...rest }: ProviderColumns) => ({
  ...rest,
  options: JSON.stringify(options),
  rules: JSON.stringify(rules),
})

export async function insertProvider(db: Db, columnsOf: ProviderColumns, status: Flag): Promise<string> {
  const id = newId()
  await db
    .insertInto('identityProvider')
    .values({ id, ...jsonOf(columnsOf), status })
    .execute()
  return id
}

export async function updateProvider(db: Db, id: string, columnsOf: ProviderColumns, version: number | undefined): Promise<void> {
  const query = db
    .updateTable('identityProvider')
    .set({ ...jsonOf(columnsOf), version: sql<number>`version + 1`, updateTime: sql<string>`now()` })
    .where('id', '=', id)
  const { numUpdatedRows } = await (version === undefined ? query : query.where('version', '=', version)).executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('stale')
}

export const keepSecret = (db: Db, providerId: string, sealed: string) =>
  db
    .insertInto('identityProviderSecret')
    .values({ providerId, sealed })
    .onConflict(conflict => conflict.column('providerId').doUpdateSet({ sealed }))
    .execute()

export const dropSecret = (db: Db, providerId: string) =>
  db.deleteFrom('identityProviderSecret').where('providerId', '=', providerId).execute()

export async function removeProviders(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`delete from identity_provider where id = any (${[...ids]}) returning id`.execute(db)
  return rows.length
}

export async function setProviderStatus(db: Db, ids: readonly string[], status: Flag): Promise<number> {
  const { rows } = await sql`update identity_provider set status = ${status}, version = version + 1, update_time = now()
    where id = any (${[...ids]}) and status <> ${status} returning id`.execute(db)
  return rows.length
}

export async function isProviderTaken(db: Db, field: 'name' | 'code', value: string, but = ''): Promise<boolean> {
  const { rows } = await sql`select 1 from identity_provider where ${sql.ref(field)} = ${value} and id <> ${but}`.execute(db)
  return rows.length > 0
}
