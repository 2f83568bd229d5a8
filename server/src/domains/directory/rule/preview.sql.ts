import { sql } from 'kysely'
import { conditionsIn, type LabelRule } from '@hufu/contract/directory/label-rule'
import { positionAttributeKinds } from '@hufu/contract/directory/position-attribute-list'
import type { UserBrief } from '@hufu/contract/directory/user'
import { type Db, planAnew } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, type Scope } from '../../../platform/access/scope.ts'
import { lockOrgs } from '../org/org-write.sql.ts'
import { ruleCondition } from './rule.sql.ts'

export interface RulePreview {
  total: number
  records: UserBrief[]
}

/** What a rule refers to must exist when it is written; if it is deleted later, the condition finds nobody. */
export async function refuseUnknown(db: Db, scope: Scope, rule: LabelRule): Promise<void> {
  const conditions = conditionsIn(rule)
  await lockOrgs(
    db,
    scope,
    conditions.flatMap(one => (one.field === 'org' ? one.orgIds : [])),
  )
  for (const kind of positionAttributeKinds) {
    const ids = [...new Set(conditions.flatMap(one => (one.field === kind ? one.ids : [])))]
    if (ids.length === 0) continue
    const { rows } = await sql`select id from standing where kind = ${kind} and id = any (${ids})`.execute(db)
    if (rows.length !== ids.length) refuse(`${kind}Missing`)
  }
}

const FIRST = 10

/** How many users a rule finds, and the first of them. */
export async function previewRule(db: Db, rule: LabelRule): Promise<RulePreview> {
  const { rows } = await everyone(
    'refuseLimitedScope has refused callers with a limited scope',
    sql<{ total: number; ids: string[] }>`${planAnew} with hit as materialized (
      select u.id from live_user u where ${ruleCondition(rule, 'everybody')})
    select (select count(*) from hit) as total, array(select id from hit order by id limit ${sql.lit(FIRST)}) as ids`,
  ).execute(db)
  const { total, ids } = rows[0]!
  const { rows: records } = await everyone(
    'refuseLimitedScope has refused callers with a limited scope',
    sql<UserBrief>`
    select u.id, u.user_name, u.real_name, o.name as org_name from users u
    left join job j on j.user_id = u.id and j.job_type = 1 left join org o on o.id = j.org_id where u.id = any (${ids}) order by u.id`,
  ).execute(db)
  return { total, records }
}
