import { sql, type RawBuilder } from 'kysely'
import type { Paging } from '@hufu/contract/shapes'
import { type Db, planAnew } from '../../../platform/database/db.ts'
import { COLLECTED_MAX, offsetOf } from '../../../platform/database/paging.ts'
import { everyone, amongPeopleInScope, everything, type Scope } from '../../../platform/access/scope.ts'
import { countPeople, grantsOfApp, isLiveGroup, entitledOutsideBranches, ROOT, type GrantRows } from './people.sql.ts'

/** A search for the users in the caller's scope whom these grants entitle. */
export interface Entitled {
  grants: GrantRows
  scope: Scope
  /** on user `u` */
  conditions: readonly RawBuilder<unknown>[]
  /** Whether the conditions match few users, which an index finds. */
  isNarrow: boolean
}

interface Counted extends Entitled {
  /** Whether all are collected before they are sorted, instead of walking the order until the page is full. */
  isCollected?: boolean
  /** The users walked through; all if absent. */
  among?: RawBuilder<unknown>
}

interface Page {
  limit: number
  offset: number
  down: boolean
}

const orderOf = (down: boolean) => (down ? sql`u.pinyin desc, u.id desc` : sql`u.pinyin, u.id`)

const where = ({ scope, conditions }: Entitled, ...more: RawBuilder<unknown>[]) =>
  sql.join([sql`true`, ...(scope.all ? [] : [amongPeopleInScope(scope, 'u.id')]), ...conditions, ...more], sql` and `)

const as = ({ isCollected = false }: Counted) => (isCollected ? sql`as materialized` : sql`as not materialized`)

/** `inside`: the organisations of all granted branches; `other`: users entitled in any other way. Each is computed once. */
const inside = everyone(
  'the organisations that have a grant; where() limits the users to the scope',
  sql`inside as materialized (select distinct a.org_id from given g join live_org o on o.id = g.subject_id and o.status = 1
    join org_ancestor a on a.ancestor_id = o.id where g.subject_type = 'org' and g.below)`,
)
const parts = ({ grants }: Counted) => sql`given as materialized (${grants}), ${inside}, other as materialized (${entitledOutsideBranches})`

/** Whether user `u` is entitled, as scalar subqueries, so that PostgreSQL walks an index of users without collecting them all. */
const isEntitled = everyone(
  'a condition on users whom where() limits to the scope',
  sql`(coalesce((select true from job j where j.user_id = u.id and j.org_id in (select org_id from inside) limit 1), false)
  or u.id in (select user_id from other))`,
)

/** Whether one of the subjects of user `u` has a grant, for few users: it reads no other users. */
const isEntitledOneByOne = everyone(
  'a condition on users whom where() limits to the scope',
  sql`(u.id in (select g.subject_id from given g where g.subject_type = 'user') or coalesce(
  (select true from job j where j.user_id = u.id
    and (j.org_id in (select org_id from inside) or j.org_id in (select org_id from place) or j.post_id in (select id from live_post)) limit 1),
  (select true from user_label_member m where m.user_id = u.id and m.label_id in (select id from live_label) limit 1),
  (select true from work_group_member m where m.user_id = u.id and m.group_id in (select id from live_group) limit 1), false))`,
)
const firstUsers = (rows: number, down: boolean) =>
  everyone('where() limits the users to the scope', sql`(select u.* from live_user u order by ${orderOf(down)} limit ${sql.lit(rows)})`)
const walked = (entitled: Counted) =>
  everyone(
    'where() limits the users to the scope',
    sql`with given as materialized (${entitled.grants}), ${inside},
  place as materialized (
    select o.id as org_id from given g join org o on o.id = g.subject_id and o.status = 1 where g.subject_type = 'org' and not g.below
    union select n.org_id from given g join stripe s on s.id = g.subject_id and s.status = 1 join stripe_org n on n.stripe_id = s.id
      where g.subject_type = 'stripe'),
  live_post as materialized (select s.id from given g join standing s on s.id = g.subject_id and s.status = 1 where g.subject_type = 'post'),
  live_label as materialized (select l.id from given g join user_label l on l.id = g.subject_id and l.status = 1 where g.subject_type = 'label'),
  live_group as materialized (select w.id from given g join work_group w on w.id = g.subject_id and ${isLiveGroup} where g.subject_type = 'workGroup'),
  found ${as(entitled)} (select u.id, u.pinyin from ${entitled.among ?? sql`live_user`} u where ${where(entitled, isEntitledOneByOne)})`,
  )
const probed = (entitled: Counted) =>
  everyone(
    'where() limits the users to the scope',
    sql`with ${parts(entitled)}, found ${as(entitled)} (
  select u.id, u.pinyin from live_user u where ${where(entitled, isEntitled)})`,
  )
const byMembers = (entitled: Counted) =>
  everyone(
    'where() limits the users to the scope',
    sql`with ${parts(entitled)}, member as (
    select user_id from other union select j.user_id from inside i join job j on j.org_id = i.org_id),
  found ${as(entitled)} (select u.id, u.pinyin from member m join live_user u on u.id = m.user_id where ${where(entitled)})`,
  )
const everybody = (entitled: Counted) =>
  everyone(
    'where() limits the users to the scope',
    sql`with found ${as(entitled)} (select u.id, u.pinyin from live_user u where ${where(entitled)})`,
  )

const isShutOut = (appId: string, userId: string) =>
  sql`exists (select from app_account h where h.app_id = ${appId} and h.user_id = ${sql.ref(userId)} and h.status = 0)`

/** The users among `userIds` who may open the application, disabled users included. */
export async function entitledAmong(db: Db, appId: string, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const conditions = [sql`u.id = any (${[...userIds]})`, sql`not ${isShutOut(appId, 'u.id')}`]
  const entitled = { grants: grantsOfApp(sql`${appId}`), scope: everything, conditions, isNarrow: true }
  const { rows } = await everyone(
    'users that are provisioned to the application, in scope or not',
    sql<{ id: string }>`${planAnew} ${walked(entitled)} select u.id from found u`,
  ).execute(db)
  return new Set(rows.map(row => row.id))
}

/** Rows `(user_id)` of everybody who may open an application. */
export const usersEntitled = (appId: string): RawBuilder<unknown> =>
  everyone(
    'compared with the users that were provisioned to the application',
    sql`(${byMembers({ grants: grantsOfApp(sql`${appId}`), scope: everything, conditions: [sql`not ${isShutOut(appId, 'u.id')}`], isNarrow: false })}
    select distinct u.id as user_id from found u)`,
  )

type Plan = (entitled: Counted) => RawBuilder<unknown>

async function read(db: Db, plan: RawBuilder<unknown>, { limit, offset, down }: Page): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${planAnew} ${plan} select u.id from found u
    order by ${orderOf(down)} limit ${limit} offset ${offset}`.execute(db)
  return down ? rows.map(row => row.id).toReversed() : rows.map(row => row.id)
}

async function countOf(db: Db, plan: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`${planAnew} ${plan} select count(*) as n from found`.execute(db)
  return rows[0]!.n
}

/** Whether the root organisation has a grant: then everybody is entitled and no user need be tested. */
async function grantExtentOf(db: Db, { grants }: Entitled): Promise<{ isAll: boolean; wholeOrganisation: number }> {
  const { rows } = await everyone(
    'only decides how the statement is planned, and is shown to nobody',
    sql<{ isAll: boolean; wholeOrganisation: number }>`with given as (${grants})
    select exists (select 1 from given g join org o on o.id = g.subject_id and o.status = 1
      where g.subject_type = 'org' and g.below and g.subject_id = ${ROOT}) as is_all, org_people(${ROOT}) as whole_organisation`,
  ).execute(db)
  return rows[0]!
}

/** Cost of one user in microseconds: walked over in the index of names, or collected, joined and sorted. */
const COST = { walked: 30, byMembers: 3 }
/** A walk through entitled users that are spread evenly nearly always fills the page within so many times the users it needs. */
const WALKED_MAX = 4
/** Up to so many users, collecting them is faster than walking. */
const GATHER_MAX = 50_000

interface Extent {
  isAll: boolean
  wholeOrganisation: number
  total: number
}

/** How many users in the order of names have the page among them, if those who are entitled are spread evenly. */
const passedBy = ({ offset, limit }: Page, { wholeOrganisation, total }: Extent) =>
  ((offset + limit) * wholeOrganisation) / Math.max(total, 1)

function cheapestPlan({ scope, conditions, isNarrow }: Entitled, extent: Extent, cut: Page): Plan {
  const { isAll, total } = extent
  if (isAll) return everybody
  if (!scope.all || conditions.length > 0) return total > GATHER_MAX && (isNarrow || !scope.all) ? probed : byMembers
  return passedBy(cut, extent) * COST.walked < total * COST.byMembers ? walked : byMembers
}

/** The entitled users may all come last in the order, so the walk is given up after WALKED_MAX times as many users as expected. */
async function walkedPage(db: Db, entitled: Entitled, extent: Extent, cut: Page): Promise<string[]> {
  const among = firstUsers(Math.ceil(passedBy(cut, extent) * WALKED_MAX), cut.down)
  return read(db, walked({ ...entitled, among }), cut)
}

/** One page in the order of names, and the total. */
export async function pageEntitled(db: Db, entitled: Entitled, paging: Paging): Promise<{ total: number; userIds: string[] }> {
  const extent = await grantExtentOf(db, entitled)
  const all = await countPeople(db, everything, entitled.grants)
  const [offset, limit] = [offsetOf(paging), paging.size]
  const isPlain = entitled.scope.all && entitled.conditions.length === 0
  const first = { limit, offset, down: false }
  const total = isPlain ? all : await countOf(db, cheapestPlan(entitled, { ...extent, total: all }, first)(entitled))
  if (offset >= total) return { total, userIds: [] }
  const size = Math.min(limit, total - offset)
  // Pages of the second half are read from the end.
  const cut = offset > total / 2 ? { limit: size, offset: total - offset - size, down: true } : first
  const plan = cheapestPlan(entitled, { ...extent, total: all }, cut)
  const userIds = plan === walked ? await walkedPage(db, entitled, { ...extent, total: all }, cut) : []
  if (userIds.length === size) return { total, userIds }
  const found = { ...entitled, isCollected: !isPlain && total <= COLLECTED_MAX }
  return { total, userIds: await read(db, (plan === walked ? byMembers : plan)(found), cut) }
}

/** All ids, at most `max`. */
export async function idsEntitled(db: Db, entitled: Entitled, max: number): Promise<string[]> {
  const plan = (await grantExtentOf(db, entitled)).isAll ? everybody : byMembers
  return read(db, plan(entitled), { limit: max, offset: 0, down: false })
}
