import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import { personInScope } from '../../../../platform/access/scope.ts'
import type { ListQuery, UserReader } from '../users/user.sql.ts'

export interface GroupRow {
  id: string
  name: string
  version: number
  /** null: `version` already changes when the members change. */
  memberDigest: string | null
  createTime: string
  updateTime: string
  externalId: string | null
  /** null: the members were not read. */
  members: { id: string; name: string }[] | null
  sortKey: string
}
interface ReadOptions {
  withMembers: boolean
  sortKey?: RawBuilder<unknown>
}

const members = ({
  scope,
  groups,
}: UserReader) => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.real_name) order by u.id), '[]')
  from ${groups.members} m join users u on u.id = m.user_id where m.group_id = g.id and ${personInScope(scope, 'u.id')})`

const columns = (
  reader: UserReader,
  { withMembers, sortKey = sql`g.id` }: ReadOptions,
) => sql`g.id, g.name, g.version, ${reader.groups.memberDigest} as member_digest, g.create_time, g.update_time,
  l.external_id, ${withMembers ? members(reader) : sql`null::jsonb`} as members, (${sortKey})::text as sort_key`

const from = ({ clientRow, groups }: UserReader): RawBuilder<unknown> =>
  sql`${groups.table} g left join scim_link l on l.client_id = ${clientRow} and l.type = 'Group' and l.id = g.id`
const isVisible = ({ scope, groups }: UserReader) => groups.seen(scope)

export async function readGroup(db: Db, reader: UserReader, id: string, withMembers: boolean): Promise<GroupRow | undefined> {
  const { rows } =
    await sql<GroupRow>`select ${columns(reader, { withMembers })} from ${from(reader)} where g.id = ${id} and ${isVisible(reader)}`.execute(
      db,
    )
  return rows[0]
}

export async function listGroups(
  db: Db,
  reader: UserReader,
  { where, order, count, offset, withMembers, sortKey }: Omit<ListQuery, 'withGroups'> & { withMembers: boolean },
): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`select ${columns(reader, { withMembers, sortKey })} from ${from(reader)}
    where ${isVisible(reader)} and ${where} order by ${order} limit ${count} offset ${offset}`.execute(db)
  return rows
}

export async function countGroups(db: Db, reader: UserReader, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${from(reader)} where ${isVisible(reader)} and ${where}`.execute(db)
  return rows[0]!.n
}

/** Those of the ids that belong to no user in scope. */
export async function unknownUsers(db: Db, { scope }: Pick<UserReader, 'scope'>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select w.id from unnest(${[...ids]}::text[]) w (id) where not exists (
    select 1 from live_user u where u.id = w.id and ${personInScope(scope, 'u.id')})`.execute(db)
  return rows.map(row => row.id)
}

/**
 * Locks these users, and the members of the group `allOf`, in one order and before anything else of a request, so that requests at
 * once cannot deadlock. Users who do not exist or are out of scope are left out.
 */
export async function lockMembers(db: Db, { scope, groups }: UserReader, ids: readonly string[], allOf?: string): Promise<void> {
  if (ids.length === 0 && allOf === undefined) return
  await sql`select from live_user u where ${personInScope(scope, 'u.id')} and u.id = any (array(select unnest(${[...ids]}::text[])
    union select m.user_id from ${groups.members} m where m.group_id = ${allOf ?? null})) order by u.id for no key update`.execute(db)
}

export async function hasMembers(db: Db, { scope, groups }: Pick<UserReader, 'scope' | 'groups'>, id: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from ${groups.members} m where m.group_id = ${id} and ${personInScope(scope, 'm.user_id')} limit 1`.execute(db)
  return rows.length > 0
}
