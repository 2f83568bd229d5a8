import { sql } from 'kysely'
import type { ReplyOf } from '@hufu/contract/call'
import { conditionsIn, type LabelRule } from '@hufu/contract/label-rule'
import type { userLabel } from '@hufu/contract/label'
import { standingKinds } from '@hufu/contract/standing'
import type { Db } from '../../kernel/db.ts'
import { planAnew } from '../../kernel/prepared.ts'
import { refuse } from '../../kernel/refuse.ts'
import { personWithin, type Scope } from '../../kernel/scope.ts'
import { holdOrgs } from '../org/org.ts'
import { ruleCondition } from './rule.sql.ts'

/** Every one of them is there and within reach, or nothing is done (D-34); kept from being deleted meanwhile. */
async function holdPeople(db: Db, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)].sort()
  if (wanted.length === 0) refuse('nothingChosen')
  const { rows } =
    await sql`select u.id from users u where u.id = any (${wanted}) and u.deleted_at is null and ${personWithin(scope, 'u.id')}
    order by u.id for share`.execute(db)
  if (rows.length !== wanted.length) refuse('userMissing')
  return wanted
}

export async function addMembers(db: Db, scope: Scope, labelId: string, userIds: readonly string[]): Promise<number> {
  const ids = await holdPeople(db, scope, userIds)
  const { rows } = await sql`insert into user_label_member (user_id, label_id) select unnest(${ids}::text[]), ${labelId}
    on conflict do nothing returning user_id`.execute(db)
  return rows.length
}

export async function removeMembers(db: Db, scope: Scope, labelId: string, userIds: readonly string[]): Promise<number> {
  const ids = await holdPeople(db, scope, userIds)
  const { rows } =
    await sql`delete from user_label_member where label_id = ${labelId} and user_id = any (${ids}) returning user_id`.execute(db)
  return rows.length
}

/** What a rule names must be there when it is written; what goes later simply finds nobody. */
export async function refuseUnknown(db: Db, scope: Scope, rule: LabelRule): Promise<void> {
  const conditions = conditionsIn(rule)
  await holdOrgs(
    db,
    scope,
    conditions.flatMap(one => (one.field === 'org' ? one.orgIds : [])),
  )
  for (const kind of standingKinds) {
    const ids = [...new Set(conditions.flatMap(one => (one.field === kind ? one.ids : [])))]
    if (ids.length === 0) continue
    const { rows } = await sql`select id from standing where kind = ${kind} and id = any (${ids})`.execute(db)
    if (rows.length !== ids.length) refuse(`${kind}Missing`)
  }
}

const FIRST = 10

/** How many a rule finds, and the first of them. */
export async function previewRule(db: Db, rule: LabelRule): Promise<ReplyOf<typeof userLabel.preview>> {
  const { rows } = await sql<{ total: number; ids: string[] }>`${planAnew} with hit as materialized (
      select u.id from users u where u.deleted_at is null and ${ruleCondition(rule, 'everybody')})
    select (select count(*) from hit) as total, array(select id from hit order by id limit ${sql.lit(FIRST)}) as ids`.execute(db)
  const { total, ids } = rows[0]!
  const { rows: records } = await sql<ReplyOf<typeof userLabel.preview>['records'][number]>`
    select u.id, u.user_name, u.real_name, o.name as org_name from users u
    left join job j on j.user_id = u.id and j.job_type = 1 left join org o on o.id = j.org_id where u.id = any (${ids}) order by u.id`.execute(
    db,
  )
  return { total, records }
}
