import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import { exclusiveTree, sharedTree } from '../../../../platform/database/tree-lock.sql.ts'
import { inScope } from '../../../../platform/access/scope.ts'
import type { ListQuery, UserReader } from '../users/user.sql.ts'

export interface OrgRow {
  id: string
  name: string
  shortName: string | null
  code: string
  orgType: string | null
  parentId: string | null
  parentName: string | null
  status: number
  sortNum: number
  leader: string | null
  phone: string | null
  address: string | null
  version: number
  createTime: string
  updateTime: string
  externalId: string | null
  sortKey: string
}

/** The parent is null where it lies outside the client's scope. */
const columns = (
  sortKey: RawBuilder<unknown>,
) => sql`o.id, o.name, o.short_name, o.code, o.org_type, p.id as parent_id, p.name as parent_name,
  o.status, o.sort_num, o.leader, o.phone, o.address, o.version, o.create_time, o.update_time, l.external_id, (${sortKey})::text as sort_key`
const from = ({ clientRow, scope }: UserReader): RawBuilder<unknown> => sql`live_org o
  left join org p on p.id = o.parent_id and ${inScope(scope, sql.ref('p.id'))}
  left join scim_link l on l.client_id = ${clientRow} and l.type = 'Organization' and l.id = o.id`
const isVisible = ({ scope }: UserReader) => inScope(scope, sql.ref('o.id'))

export async function readOrg(db: Db, reader: UserReader, id: string): Promise<OrgRow | undefined> {
  const { rows } = await sql<OrgRow>`select ${columns(sql`o.id`)} from ${from(reader)} where o.id = ${id} and ${isVisible(reader)}`.execute(
    db,
  )
  return rows[0]
}

/** Locks the organisation until the transaction ends; a move locks the tree exclusively, any other change shares it. */
export async function lockOrg(db: Db, { scope }: Pick<UserReader, 'scope'>, id: string, isMoved: boolean): Promise<boolean> {
  const { rows } =
    await sql`select 1 from ${isMoved ? exclusiveTree : sharedTree}, live_org o where o.id = ${id} and ${inScope(scope, sql.ref('o.id'))}
    for no key update of o`.execute(db)
  return rows.length > 0
}

export async function listOrgs(
  db: Db,
  reader: UserReader,
  { where, order, count, offset, sortKey }: Omit<ListQuery, 'withGroups'>,
): Promise<OrgRow[]> {
  const { rows } = await sql<OrgRow>`select ${columns(sortKey)} from ${from(reader)}
    where ${isVisible(reader)} and ${where} order by ${order} limit ${count} offset ${offset}`.execute(db)
  return rows
}

export async function countOrgs(db: Db, reader: UserReader, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${from(reader)} where ${isVisible(reader)} and ${where}`.execute(db)
  return rows[0]!.n
}
