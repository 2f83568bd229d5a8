import { sql, type RawBuilder } from 'kysely'
import type { LabelRule } from '@hufu/contract/directory/label-rule'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { ruleCondition } from './rule.sql.ts'

/** The kinds of object whose members may be decided by a rule. */
export type RuleOwnerKind = 'label' | 'workGroup'
const places = {
  label: { table: sql.table('user_label'), members: sql.table('user_label_member'), of: sql.ref('label_id') },
  workGroup: { table: sql.table('work_group'), members: sql.table('work_group_member'), of: sql.ref('group_id') },
} as const
/** A label or a work group. */
export interface RuleOwner {
  of: RuleOwnerKind
  id: string
}

/** Advisory lock: one writer of rule members at a time, so that results found before a change are never written after it. */
const MEMBER_WRITER_LOCK = sql.lit(7318)
export const lockMembers = (db: Db) => sql`select pg_advisory_xact_lock(${MEMBER_WRITER_LOCK})`.execute(db)

const AT_A_TIME = 2000
const WITHOUT_RULES = 50_000

export async function isAnyUserQueued(db: Db): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`select exists (select 1 from label_due) as due`.execute(db)
  return rows[0]!.due
}

/** Rechecks the next batch of queued users against all rules; returns whether there may be more. */
export async function recheckQueuedUsers(db: Db): Promise<boolean> {
  const { rows: lock } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${MEMBER_WRITER_LOCK}) as held`.execute(db)
  // Another node or a full check holds the lock; the next run continues.
  if (!lock[0]!.held) return false
  const owners = [...(await ownersOf(db, 'label')), ...(await ownersOf(db, 'workGroup'))]
  const most = owners.length > 0 ? AT_A_TIME : WITHOUT_RULES
  if (owners.length > 0) await queueUsersOfOrgs(db)
  const { rows } = await sql<{ userId: string | null }>`
    delete from label_due where ctid = any (array(select ctid from label_due limit ${sql.lit(most)})) returning user_id`.execute(db)
  const ids = [...new Set(rows.flatMap(row => row.userId ?? []))]
  if (ids.length > 0) for (const { rule, ...owner } of owners) await updateRuleMembers(db, owner, rule, sql`= any (${ids})`)
  return rows.length === most
}

/** Replaces each moved organisation in the queue with the users who have a job at or below it. */
const queueUsersOfOrgs = (db: Db) =>
  everyone(
    'a rule applies to all users, and the users it finds here are not shown to the caller',
    sql`with moved as (delete from label_due where org_id is not null returning org_id)
    insert into label_due (user_id) select distinct j.user_id from moved m
    join org_ancestor a on a.ancestor_id = m.org_id join job j on j.org_id = a.org_id`,
  ).execute(db)

async function ownersOf(db: Db, of: RuleOwnerKind): Promise<(RuleOwner & { rule: LabelRule })[]> {
  const { rows } = await sql<{ id: string; rule: LabelRule }>`
    select id, rule from ${places[of].table} where rule is not null order by id for key share`.execute(db)
  return rows.map(row => ({ of, ...row }))
}

/** Among the users selected by `those`, makes members of exactly those the rule finds. `those` is SQL after the user id column. */
async function updateRuleMembers(db: Db, owner: RuleOwner, rule: LabelRule, those: RawBuilder<unknown>): Promise<void> {
  const { members, of } = places[owner.of]
  await everyone(
    'a rule applies to all users, and the users it finds here are not shown to the caller',
    sql`with hit as materialized (
      select u.id from live_user u where u.id ${those} and ${ruleCondition(rule, 'few')}),
    gone as (delete from ${members} m where m.${of} = ${owner.id} and m.user_id ${those} and m.user_id not in (select id from hit))
    insert into ${members} (user_id, ${of}) select id, ${owner.id} from hit on conflict do nothing`,
  ).execute(db)
}

/** The last user of the next step through all users, deleted ones included; undefined at the end. */
export async function nextStep(db: Db, after: string, size: number): Promise<{ last: string; people: number } | undefined> {
  const { rows } = await everyone(
    'a rule applies to all users, and the users it finds here are not shown to the caller',
    sql<{ last: string | null; people: number }>`select max(id) as last, count(*) as people
    from (select id from users where id > ${after} order by id limit ${size}) step`,
  ).execute(db)
  const { last, people } = rows[0]!
  return last === null ? undefined : { last, people }
}

/** The rule this task was started for; undefined if it has been replaced or its owner is gone. */
export async function ruleOf(db: Db, { of, id }: RuleOwner, taskId: string): Promise<LabelRule | undefined> {
  const { rows } = await sql<{ rule: LabelRule }>`
    select rule from ${places[of].table} where id = ${id} and task_id = ${taskId} and rule is not null for key share`.execute(db)
  return rows[0]?.rule
}

export const settleStep = (db: Db, owner: RuleOwner, rule: LabelRule, after: string, last: string) =>
  updateRuleMembers(db, owner, rule, sql`between ${after} and ${last}`)

/** Marks the rule as pending: until `taskId` has checked everybody, the members are those of the former rule. */
export const markRulePending = (db: Db, { of, id }: RuleOwner, taskId: string) =>
  sql`update ${places[of].table} set task_id = ${taskId}, rule_done = false where id = ${id}`.execute(db)

export const finishRule = (db: Db, { of, id }: RuleOwner, taskId: string) =>
  sql`update ${places[of].table} set rule_done = true where id = ${id} and task_id = ${taskId}`.execute(db)

export async function countEverybody(db: Db): Promise<number> {
  const { rows } = await everyone(
    'a rule applies to all users, and the users it finds here are not shown to the caller',
    sql<{ n: number }>`select count(*) as n from users`,
  ).execute(db)
  return rows[0]!.n
}

export async function countMembers(db: Db, { of, id }: RuleOwner): Promise<number> {
  const { members, of: column } = places[of]
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${members} where ${column} = ${id}`.execute(db)
  return rows[0]!.n
}

/** The users whom the rule finds and who are not members yet, among those whose ids the query `among` returns. */
export async function findRuled(db: Db, { of, id, rule }: RuleOwner & { rule: LabelRule }, among: RawBuilder<unknown>): Promise<string[]> {
  const { members, of: column } = places[of]
  const { rows } = await everyone(
    'a rule applies to all users, and the users it finds here are not shown to the caller',
    sql<{ id: string }>`select u.id from live_user u where u.id in (${among})
    and ${ruleCondition(rule, 'few')} and not exists (select 1 from ${members} m where m.user_id = u.id and m.${column} = ${id})`,
  ).execute(db)
  return rows.map(row => row.id)
}

/** Whether the rule makes a member of a user whose id the query `among` returns, or no longer one. */
export async function changesMembers(
  db: Db,
  { of, id, rule }: RuleOwner & { rule: LabelRule },
  among: RawBuilder<unknown>,
): Promise<boolean> {
  const { members, of: column } = places[of]
  const { rows } = await everyone(
    'a rule applies to all users, and the users it finds here are not shown to the caller',
    sql`select 1 from live_user u where u.id in (${among}) and (${ruleCondition(rule, 'few')}) is true
    <> exists (select 1 from ${members} m where m.user_id = u.id and m.${column} = ${id}) limit 1`,
  ).execute(db)
  return rows.length > 0
}

/** Whether this user meets the rule, as seen in the caller's transaction. */
export async function meetsRule(db: Db, rule: LabelRule, userId: string): Promise<boolean> {
  const { rows } = await everyone(
    'a rule applies to all users, and the users it finds here are not shown to the caller',
    sql`select 1 from users u where u.id = ${userId} and ${ruleCondition(rule, 'few')}`,
  ).execute(db)
  return rows.length > 0
}
