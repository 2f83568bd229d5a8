import { sql } from 'kysely'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { isDisabling } from './gone.sql.ts'
import type { ObjectType } from '../sources/source.ts'

type Run = Readonly<{ id: string; syncId: string }>

/** A row whose object the plan loses: missing for the first time, marked as deleted, or disabled by its mapped status. */
const isLost = sql`(s.verdict = 'gone' and coalesce(s.gone_runs, 1) = 1 or ${isDisabling})`
const lostRows = ({ id }: Run, objectType: ObjectType) => sql`(select s.origin_id, s.org_id, s.target_id as object_id from sync_row s
  where s.run_id = ${id} and s.object_type = ${objectType} and ${isLost})`

/**
 * Start of the window for recent losses: one hour ago, or the end of the last run that a person released in full, if that is
 * later. Runs that follow each other closely are judged together.
 */
const lossWindowStart = ({ syncId }: Run) => sql`(select greatest(now() - interval '1 hour', max(r.end_time)) from sync_run r
  where r.sync_id = ${syncId} and r.released_by is not null and not r.only_add)`
const recentlyLost = (run: Run, objectType: ObjectType) =>
  everyone(
    'counts the objects that one task has lost',
    sql`(select l.origin_id, coalesce(j.org_id, o.parent_id) as org_id, l.object_id
  from sync_link l left join job j on ${objectType === 'user'} and j.user_id = l.object_id and j.job_type = 1
    left join org o on ${objectType === 'org'} and o.id = l.object_id
  where l.sync_id = ${run.syncId} and l.object_type = ${objectType}
    and (l.state = 'gone' and l.gone_since > ${lossWindowStart(run)} or l.disabled_time > ${lossWindowStart(run)}))`,
  )
/** Objects lost by the plan or by runs of the last hour, each object once. */
const lost = (run: Run, objectType: ObjectType) => sql`(select * from ${lostRows(run, objectType)} p
  union all select * from ${recentlyLost(run, objectType)} q
    where not exists (select 1 from ${lostRows(run, objectType)} p where p.origin_id = q.origin_id))`

export interface LinkCounts {
  linked: number
  /** Linked objects that the read contains. */
  matched: number
  /** Lost by this plan or by runs of the last hour. */
  lost: number
  /** Lost by runs of the last hour alone. */
  lately: number
  /** Objects linked now, and those that went missing in the last hour: the base of the percentage. */
  before: number
}

/** Counts a plan's objects of one kind against the links of the task. */
export async function countLinks(db: Db, run: Run, objectType: ObjectType): Promise<LinkCounts> {
  const links = sql`sync_link l where l.sync_id = ${run.syncId} and l.object_type = ${objectType}`
  const { rows } = await sql<LinkCounts>`with counted as (select
      (select count(*) from ${links} and l.state = 'linked') as linked,
      (select count(*) from ${links} and l.state = 'linked' and exists (
        select 1 from sync_row s where s.run_id = ${run.id} and s.object_type = ${objectType} and s.origin_id = l.origin_id and s.verdict <> 'gone')) as matched,
      (select count(*) from ${links} and l.state = 'gone' and l.gone_since > ${lossWindowStart(run)}) as gone,
      (select count(*) from ${lost(run, objectType)} x) as lost, (select count(*) from ${lostRows(run, objectType)} x) as planned)
    select linked, matched, lost, lost - planned as lately, linked + gone as before from counted`.execute(db)
  return rows[0]!
}

export interface Loss {
  orgId: string
  orgName: string
  count: number
}

/** The organisations that lose the most users by this plan. */
export async function lossesOf(db: Db, run: Run, most: number): Promise<Loss[]> {
  const { rows } = await everyone(
    'what a plan would do, for those who may release it',
    sql<Loss>`select x.org_id, o.name as org_name, count(*) as count from ${lostRows(run, 'user')} x join org o on o.id = x.org_id
    group by x.org_id, o.name order by count desc, o.name limit ${most}`,
  ).execute(db)
  return rows
}

/** The organisation that loses the most users of its own (not of those below it), the last hour included. */
export async function worstOrg(db: Db, run: Run): Promise<Loss | undefined> {
  const { rows } = await everyone(
    'what a plan would do, for those who may release it',
    sql<Loss>`select x.org_id, o.name as org_name, count(*) as count from ${lost(run, 'user')} x join org o on o.id = x.org_id
    group by x.org_id, o.name order by count desc, o.name limit 1`,
  ).execute(db)
  return rows[0]
}

/**
 * The subtree below the task's root that loses the most users, if it loses more than `least` and more than `percent` of its
 * linked users.
 */
export async function worstSubtree(
  db: Db,
  run: Run,
  { root, least, percent }: { root: string; least: number; percent: number },
): Promise<Loss | undefined> {
  const { rows } = await everyone(
    'what a plan would do, for those who may release it',
    sql<Loss>`with above as (select a.ancestor_id as org_id, count(*) as count
      from ${lost(run, 'user')} x join org_ancestor a on a.org_id = x.org_id
      where a.ancestor_id not in (select ancestor_id from org_ancestor where org_id = ${root})
      group by 1 having count(*) > ${least})
    select b.org_id, o.name as org_name, b.count from above b join org o on o.id = b.org_id
    where b.count * 100 > ${percent} * (select count(*) from org_ancestor a join job j on j.org_id = a.org_id and j.job_type = 1
      join sync_link l on l.sync_id = ${run.syncId} and l.object_type = 'user' and l.object_id = j.user_id
        and (l.state = 'linked' or l.gone_since > ${lossWindowStart(run)}) where a.ancestor_id = b.org_id)
    order by b.count desc, o.name limit 1`,
  ).execute(db)
  return rows[0]
}

/** The lost organisation with the most lost organisations at or below it. */
export async function worstBranch(db: Db, run: Run): Promise<Loss | undefined> {
  const { rows } = await everyone(
    'what a plan would do, for those who may release it',
    sql<Loss>`with gone as ${lost(run, 'org')}
    select a.ancestor_id as org_id, o.name as org_name, count(*) as count from gone x join org_ancestor a on a.org_id = x.object_id
      join org o on o.id = a.ancestor_id
    where a.ancestor_id in (select object_id from gone) group by 1, 2 order by count desc, o.name limit 1`,
  ).execute(db)
  return rows[0]
}

/** For each field: how many users lose its value, and how many get another one. */
export async function changedFields(db: Db, runId: string): Promise<{ field: string; label: string; emptied: number; changed: number }[]> {
  const { rows } = await sql<{
    field: string
    label: string
    emptied: number
    changed: number
  }>`select c ->> 'field' as field, min(c ->> 'label') as label,
      count(*) filter (where c ->> 'before' is not null and c ->> 'after' is null) as emptied,
      count(*) filter (where c ->> 'before' is not null and c ->> 'after' is not null) as changed
    from sync_row s, jsonb_array_elements(s.changes) c
    where s.run_id = ${runId} and s.object_type = 'user' and s.verdict in ('changed', 'back') group by 1`.execute(db)
  return rows
}

/** How many existing users the plan would link by something other than their id at the source. */
export async function weakLinks(db: Db, runId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from sync_row s where s.run_id = ${runId} and s.object_type = 'user'
    and s.verdict = 'changed' and s.changes @> '[{"field": "link"}]' and s.changes @> '[{"field": "originUserId"}]'`.execute(db)
  return rows[0]!.n
}
