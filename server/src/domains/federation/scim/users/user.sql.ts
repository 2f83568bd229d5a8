import { userFields, type UserFields } from '@hufu/contract/fields/user-fields'
import { plainWith, type RecordValues, type PlainWith } from '@hufu/contract/fields/field'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import { fieldColumns } from '../../../../platform/database/field-columns.sql.ts'
import { collected } from '../../../../platform/database/paging.ts'
import { everyone, personInScope, type Scope } from '../../../../platform/access/scope.ts'
import type { GroupSource } from '../groups/group-source.sql.ts'
import type { Resource } from '../protocol/resource.ts'

export interface Coded {
  code: string
  name: string
}
export interface UserJob {
  orgId: string
  orgName: string
  isMain: boolean
  rank: Coded | null
  title: Coded | null
  duty: Coded | null
  post: Coded | null
  order: number
}

/** Attributes a client sent that have no column, or whose sent form differs from the stored one. */
export interface UserExtra {
  attributes: Resource
  names?: { realName: string; displayName?: string | undefined; name?: Resource | undefined }
  emails?: { email: string; list: Resource[] }
  /** Encrypted, as the telephone number in `users` is. */
  phones?: { phoneHash: string | null; sealed: string }
  org?: { orgId: string; enterprise: Resource }
}

export interface UserRow extends RecordValues<UserFields, PlainWith<UserFields, 'scim'>> {
  id: string
  status: number
  phoneCipher: string | null
  phoneHash: string | null
  version: number
  createTime: string
  updateTime: string
  externalId: string | null
  extra: UserExtra | null
  jobs: UserJob[]
  /** Names of the user's labels, whether assigned by hand or by rule. */
  labels: string[]
  groups: { id: string; name: string }[] | null
  /** The exact value of the column a list is sorted by, for the cursor. */
  sortKey: string
}

const positionAttribute = (alias: string) =>
  sql.raw(`case when ${alias}.id is not null then jsonb_build_object('code', ${alias}.code, 'name', ${alias}.name) end`)

const jobs = everyone(
  'a user in scope is returned with all their jobs',
  sql`(select coalesce(jsonb_agg(jsonb_build_object('orgId', o.id, 'orgName', o.name, 'isMain', j.job_type = 1,
    'rank', ${positionAttribute('r')}, 'title', ${positionAttribute('t')}, 'duty', ${positionAttribute('d')}, 'post', ${positionAttribute('p')}, 'order', j.sort_num)
    order by j.job_type, j.sort_num, j.id), '[]')
  from job j join org o on o.id = j.org_id left join standing r on r.id = j.rank_id left join standing t on t.id = j.title_id
    left join standing d on d.id = j.duty_id left join standing p on p.id = j.post_id where j.user_id = u.id)`,
)

const labels = sql`(select coalesce(jsonb_agg(t.name order by t.sort_num, t.id), '[]')
  from user_label_member m join user_label t on t.id = m.label_id where m.user_id = u.id)`

const groupsOf = ({
  scope,
  groups,
}: UserReader) => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.id), '[]')
  from ${groups.members} m join ${groups.table} g on g.id = m.group_id where m.user_id = u.id and ${groups.seen(scope)})`

export interface UserReader {
  /** `api_client.id`, not the public client id. */
  clientRow: string
  scope: Scope
  groups: GroupSource
}
interface ReadOptions {
  withGroups: boolean
  sortKey?: RawBuilder<unknown>
}

const columns = (
  reader: UserReader,
  { withGroups, sortKey = sql`u.id` }: ReadOptions,
) => sql`u.id, ${fieldColumns('u', userFields, plainWith(userFields, 'scim'))}, u.status, u.phone_cipher, u.phone_hash, u.version, u.create_time, u.update_time, l.external_id,
  x.doc as extra, ${jobs} as jobs, ${labels} as labels, ${withGroups ? groupsOf(reader) : sql`null::jsonb`} as groups, (${sortKey})::text as sort_key`

/** Together with `userConditions`: the users in the client's scope, without those the client deleted. */
export const usersFrom = ({ clientRow }: UserReader): RawBuilder<unknown> => sql`live_user u
  left join scim_link l on l.client_id = ${clientRow} and l.type = 'User' and l.id = u.id
  left join scim_extra x on x.client_id = ${clientRow} and x.type = 'User' and x.id = u.id`
export const userConditions = ({ scope }: UserReader): RawBuilder<unknown> => sql`x.is_gone is not true and ${personInScope(scope, 'u.id')}`

export async function readUser(db: Db, reader: UserReader, id: string, withGroups = true): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select ${columns(reader, { withGroups })} from ${usersFrom(reader)}
    where u.id = ${id} and ${userConditions(reader)}`.execute(db)
  return rows[0]
}

export interface ListQuery {
  where: RawBuilder<unknown>
  order: RawBuilder<unknown>
  sortKey: RawBuilder<unknown>
  count: number
  offset: number
  /** How many users match, if a filter was counted. */
  total?: number | undefined
  withGroups: boolean
}

/** Selects the ids of the page first, so that jobs, labels and groups are read only for the rows of the page. */
export async function listUsers(
  db: Db,
  reader: UserReader,
  { where, order, count, offset, total = Infinity, ...how }: ListQuery,
): Promise<UserRow[]> {
  const { rows } = await everyone(
    'the outer query reads the rows of the inner page, which is narrowed',
    sql<UserRow>`select ${columns(reader, how)} from (
      select u.id from (select u.* from ${usersFrom(reader)} where ${userConditions(reader)} and ${where} ${collected(total)}) u
      order by ${order} limit ${count} offset ${offset}
    ) page join users u on u.id = page.id
    left join scim_link l on l.client_id = ${reader.clientRow} and l.type = 'User' and l.id = u.id
    left join scim_extra x on x.client_id = ${reader.clientRow} and x.type = 'User' and x.id = u.id order by ${order}`,
  ).execute(db)
  return rows
}

export async function countUsers(db: Db, reader: UserReader, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${usersFrom(reader)}
    where ${userConditions(reader)} and ${where}`.execute(db)
  return rows[0]!.n
}

/**
 * The number of users in the client's scope: the maintained count of its root organisation, minus the users hidden by `markGone`.
 */
export async function countAllUsers(db: Db, { clientRow }: Pick<UserReader, 'clientRow'>, rootOrg: string): Promise<number> {
  const { rows } = await everyone(
    "the root is the client's own, and the users it deleted were in its scope",
    sql<{
      n: number
    }>`select org_people(${rootOrg}) - (select count(*) from scim_extra x join live_user u on u.id = x.id
    where x.client_id = ${clientRow} and x.type = 'User' and x.is_gone) as n`,
  ).execute(db)
  return rows[0]!.n
}
