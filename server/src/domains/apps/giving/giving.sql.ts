import { sql, type RawBuilder } from 'kysely'
import type { LabelRule } from '@hufu/contract/directory/label-rule'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db, Giving } from '../../../platform/database/db.ts'
import { type RuleOwner, subjectName } from '../../directory/index.ts'
import type { Gained } from '../../../platform/access/giving.ts'

/** How what a transaction gives is limited. */
export interface Limits {
  /** Whose rights limit it: the caller, or the administrator who opened the call to an API client. */
  giverId: string
  /** What users may get that the giver does not hold: everything, only what comes with an organisation or its lines, or nothing. */
  others: 'everything' | 'byPlace' | 'nothing'
  /** An API client never gives administrators anything. */
  isClient: boolean
}

/** The changes that triggers have recorded in this transaction (migration 0041). */
const changes = sql`(select * from rights_change where xact = pg_current_xact_id_if_assigned())`

export const clearChanges = (db: Db) => sql`delete from rights_change where xact = pg_current_xact_id_if_assigned()`.execute(db)

/** The users who must not gain anything, where others may get everything. */
const watched = ({ isClient, giverId, others }: Limits) =>
  isClient
    ? sql`(select user_id as id from user_role union select user_id from grade_admin union select user_id from duty_holder)`
    : sql`(select ${giverId}::text as id where ${others === 'everything'})`

/** Rules that an API client has set in this transaction. */
export async function rulesSet(db: Db): Promise<(RuleOwner & { rule: LabelRule })[]> {
  const { rows } = await sql<RuleOwner & { rule: LabelRule }>`select c.old_id as of, c.record_id as id, coalesce(l.rule, g.rule) as rule
    from ${changes} c left join user_label l on c.old_id = 'label' and l.id = c.record_id
      left join work_group g on c.old_id = 'workGroup' and g.id = c.record_id where c.kind = 'rule'`.execute(db)
  return rows
}

export const movedOrgs = sql`select record_id, old_ids from ${changes} c where kind = 'orgMoved'`

export async function roleIdsGiven(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select distinct new_id as id from ${changes} c where kind = 'role' and new_id is not null`.execute(db)
  return rows.map(row => row.id)
}

/** Users for whom a rule may now decide differently, and users whose account was enabled, as a rule may be about to grant it. */
const everyoneChanged = everyone(
  'compares all rights that a change gives to anybody (N-02); the only result is a refusal',
  sql`select user_id from ${changes} c where kind in ('job', 'person', 'recovered', 'account')
  union select j.user_id from ${changes} c join org_ancestor a on a.ancestor_id = c.record_id join job j on j.org_id = a.org_id where c.kind = 'orgMoved'`,
)

/** Those of them whose gain matters. */
export const peopleChanged = (limits: Limits) =>
  limits.others === 'everything'
    ? sql`select user_id from (${everyoneChanged}) p where user_id = any (array${watched(limits)})`
    : everyoneChanged

export const watchedPeople = (limits: Limits) => sql`select id from ${watched(limits)} w`

const notOver = (alias: string) => sql`(${sql.ref(`${alias}.end_time`)} is null or ${sql.ref(`${alias}.end_time`)} > now())`

/** Records the members that a rule will add within a second, as if this transaction had added them. */
export async function writeMembers(db: Db, { of, id }: RuleOwner, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await sql`insert into rights_change (kind, record_id, user_id, new_id)
    select ${of}, person.id || ':' || ${id}::text, person.id, ${id} from unnest(${[...userIds]}::text[]) as person (id)
    where not exists (select 1 from ${changes} c where c.record_id = person.id || ':' || ${id}::text)`.execute(db)
}

/** The net change of each record: its state before this transaction and its last one. */
const net = sql`net as materialized (
  select kind, record_id, user_id, (array_agg(old_id order by n))[1] as old_id, (array_agg(old_post_id order by n))[1] as old_post_id,
    (array_agg(new_id order by n desc))[1] as new_id, (array_agg(new_post_id order by n desc))[1] as new_post_id
  from change where kind in ('job', 'label', 'workGroup', 'recovered') group by kind, record_id, user_id)`

/** The subjects that users have newly got; a null user stands for everybody who has the subject. */
const newSubjects = everyone(
  'compares all rights that a change gives to anybody (N-02); the only result is a refusal',
  sql`moved_job as materialized (select * from net where kind = 'job' and new_id is not null and new_id is distinct from old_id),
  new_subject as materialized (
    select n.user_id, 'org' as subject_type, a.ancestor_id as subject_id, a.depth > 0 as is_above, n.new_id as org_id
      from moved_job n join org_ancestor a on a.org_id = n.new_id
    union all select n.user_id, 'stripe', s.stripe_id, false, n.new_id from moved_job n join stripe_org s on s.org_id = n.new_id
    union all select user_id, 'post', new_post_id, false, new_id from net
      where kind = 'job' and new_post_id is not null and new_post_id is distinct from old_post_id
    union all select user_id, kind, new_id, false, null from net where kind in ('label', 'workGroup') and new_id is not null and old_id is null
    union all select user_id, 'user', user_id, false, null from net where kind = 'recovered'
    union all select distinct null, 'stripe', new_id, false, null from change where kind = 'stripe'
    union all select null, old_id, new_id, false, null from change where kind in ('enabled', 'rule')
    union all select null, 'org', a.ancestor_id, a.depth > 0, c.new_id from change c join org_ancestor a on a.org_id = c.new_id where c.kind = 'place'
    union all select null, 'stripe', s.stripe_id, false, c.new_id from change c join stripe_org s on s.org_id = c.new_id where c.kind = 'place'
    union all select null, 'org', a.ancestor_id, true, null from change c join org_ancestor a on a.org_id = c.record_id
      where c.kind = 'orgMoved' and a.ancestor_id <> all (c.old_ids))`,
)

/** The subjects of users whose account in an application was enabled again. */
const reenabledAccounts = sql`reenabled as materialized (
  select c.user_id, c.new_id as app_id, s.subject_type, s.subject_id, s.is_above
    from change c cross join lateral subjects_of(c.user_id) s where c.kind = 'account')`

/** The subjects that watched users have newly got with everybody who has them. */
const watchedSubjects = (limits: Limits) =>
  everyone(
    'compares all rights that a change gives to anybody (N-02); the only result is a refusal',
    sql`watched as materialized ${watched(limits)},
  watched_subject as materialized (
    select j.user_id, 'stripe' as subject_type, c.new_id as subject_id, false as is_above from change c join job j on j.org_id = c.org_id
      where c.kind = 'stripe' and j.user_id in (select id from watched)
    union select w.id, c.old_id, c.new_id, false from change c cross join watched w where ${limits.isClient} and c.kind = 'enabled'
      and exists (select 1 from subjects_of(w.id) s where s.subject_type = c.old_id and s.subject_id = c.new_id)
    union select j.user_id, 'org', a.ancestor_id, true from change c join org_ancestor a on a.org_id = c.record_id
      join org_ancestor b on b.ancestor_id = c.record_id join job j on j.org_id = b.org_id
      where c.kind = 'orgMoved' and a.ancestor_id <> all (c.old_ids) and j.user_id in (select id from watched))`,
  )

/** Grants of these subjects that reach a watched user who does not hold the right by another subject. */
const watchedGains = sql`select w.user_id, h.app_id, h.role_id, h.subject_type, h.subject_id, h.grant_id
  from watched_subject w join subject_grant h using (subject_type, subject_id, is_above)
  where not exists (select 1 from paths_of(w.user_id) p where p.fault is null and p.app_id = h.app_id and (h.role_id is null or p.role_id = h.role_id)
    and not exists (select 1 from watched_subject x where x.user_id = w.user_id and x.subject_type = p.subject_type and x.subject_id = p.subject_id))`

/** Whether it matters that users other than the giver gain the right of `alias` that the giver does not hold. */
const isLimited = ({ others }: Limits, alias: string) =>
  others === 'nothing' ? sql`true` : others === 'byPlace' ? sql`${sql.ref(`${alias}.subject_type`)} not in ('org', 'stripe')` : sql`false`

const isEnabled = (alias: string) => sql`exists (select 1 from app where app.id = ${sql.ref(`${alias}.app_id`)} and app.status = 1)
  and not exists (select 1 from app_role r where r.id = ${sql.ref(`${alias}.role_id`)} and r.status = 0)`

const hasBegun = (alias: string) => sql`(${sql.ref(`${alias}.begin_time`)} is null or ${sql.ref(`${alias}.begin_time`)} <= now())`

/**
 * The applications and roles that grant `g` gives, directly or through a permission group. Disabled ones are left out, because
 * only callers with an unlimited scope can enable them.
 */
const grantedWhere = (inner: RawBuilder<unknown>) => sql`(select g.app_id, g.role_id where g.app_id is not null and ${isEnabled('g')}
  union all select i.app_id, i.role_id from app_grant i join auth_group b on b.id = i.subject_id and b.status = 1
    where i.subject_type = 'authGroup' and i.subject_id = g.group_id and ${inner} and ${isEnabled('i')})`
const activeGrants = grantedWhere(notOver('i'))
const grantedNow = grantedWhere(sql`${notOver('i')} and ${hasBegun('i')}`)

/** The grants of each new subject, also of disabled subjects and before their begin time, as they may come into force later. */
const subjectGrants = sql`subject_grant as materialized (
  select s.subject_type, s.subject_id, s.is_above, g.id as grant_id, r.app_id, r.role_id
  from (select subject_type, subject_id, is_above from new_subject union select subject_type, subject_id, is_above from reenabled) s
    join app_grant g on g.subject_type = s.subject_type and g.subject_id = s.subject_id and (g.below or not s.is_above) and ${notOver('g')}
    cross join lateral ${activeGrants} r)`

/** The applications the caller may open and the roles they hold, except what this transaction gave. */
const own = (userId: string) => sql`own as materialized (
  select p.app_id, p.role_id from paths_of(${userId}) p
  where p.fault is null
    and p.grant_id not in (select record_id from change where kind = 'grant')
    and not exists (select 1 from new_subject f where f.user_id is null
      and (f.subject_type, f.subject_id) in ((p.subject_type, p.subject_id), ('authGroup', p.group_id))))`
const notOwn = (alias: string) => sql`not exists (select 1 from own o where o.app_id = ${sql.ref(`${alias}.app_id`)}
  and (${sql.ref(`${alias}.role_id`)} is null or o.role_id = ${sql.ref(`${alias}.role_id`)}))`

/** The enabled subjects that user `f.user_id` of `new_subject` had before this transaction. */
const before = everyone(
  'compares all rights that a change gives to anybody (N-02); the only result is a refusal',
  sql`(
  with job_before as (
    select j.org_id, j.post_id from job j where j.user_id = f.user_id and not exists (select 1 from net n where n.kind = 'job' and n.record_id = j.id)
    union all select n.old_id, n.old_post_id from net n where n.kind = 'job' and n.user_id = f.user_id and n.old_id is not null),
  member_before as (
    select 'label' as kind, m.label_id as id from user_label_member m where m.user_id = f.user_id
    union all select 'workGroup', m.group_id from work_group_member m where m.user_id = f.user_id)
  select 'user' as subject_type, f.user_id as subject_id, false as is_above
    where not exists (select 1 from net n where n.kind = 'recovered' and n.user_id = f.user_id)
  union all select 'org', a.ancestor_id, a.depth > 0 from job_before j join org_ancestor a on a.org_id = j.org_id
    join org o on o.id = a.ancestor_id and o.status = 1
  union all select 'stripe', s.stripe_id, false from job_before j join stripe_org s on s.org_id = j.org_id
    join stripe t on t.id = s.stripe_id and t.status = 1
  union all select 'post', p.id, false from job_before j join standing p on p.id = j.post_id and p.status = 1
  union all select m.kind, m.id, false from (
      select b.kind, b.id from member_before b
        where not exists (select 1 from net n where n.kind = b.kind and n.user_id = f.user_id and n.record_id = f.user_id || ':' || b.id)
      union all select n.kind, n.old_id from net n where n.kind in ('label', 'workGroup') and n.user_id = f.user_id and n.old_id is not null) m
    where exists (select 1 from user_label l where m.kind = 'label' and l.id = m.id and l.status = 1)
      or exists (select 1 from work_group w where m.kind = 'workGroup' and w.id = m.id and w.status = 1
        and (w.valid_end_time is null or w.valid_end_time > now())))`,
)
const grantsBefore = sql`${before} b join app_grant g on g.subject_type = b.subject_type and g.subject_id = b.subject_id
  and (g.below or not b.is_above) and ${notOver('g')} and ${hasBegun('g')}`

/** Kinds of change after which a rule may give somebody a right. A recovered user counts by the job that is inserted. */
const RULE_INPUTS = ['job', 'person', 'orgMoved', 'account']
const changesOfRuleInputs = sql`select 1 from change where kind = any (${RULE_INPUTS})`

/** The labels and work groups with a rule that have grants; none if the changes cannot affect a rule. */
const ruled = sql`select s.of, s.id, s.rule from (
    select 'label' as of, id, rule from user_label where rule is not null
    union all select 'workGroup', id, rule from work_group where rule is not null) s
  where exists (${changesOfRuleInputs})
    and exists (select 1 from app_grant g where g.subject_type = s.of and g.subject_id = s.id and ${notOver('g')})`

/** Changes that give rights without a new subject. */
const directlyGivingChanges = sql`select 1 from change where kind in ('grant', 'role', 'orgMoved', 'rule') or kind = 'enabled' and old_id in ('app', 'role')`

export interface Changed {
  giving: Giving
  kinds: string[]
  ruled: (RuleOwner & { rule: LabelRule })[]
  /** No changed subject has grants, so there is nothing to compare; the recorded changes are already deleted. */
  isSettled: boolean
}

/** Reads and settles in one statement, so that a change without rights costs only this one. */
export async function changedRights(db: Db): Promise<Changed> {
  const { rows } =
    await sql<Changed>`with change as materialized (select * from ${changes} c), ${net}, ${newSubjects}, ${reenabledAccounts}, ${subjectGrants},
    ruled as materialized (${ruled}),
    settled as materialized (select not exists (select 1 from ruled) and not exists (select 1 from subject_grant) and not exists (${directlyGivingChanges}) as yes),
    gone as (delete from rights_change where xact = pg_current_xact_id_if_assigned() and (select yes from settled))
    select history_setting('giving') as giving, array(select distinct kind from change) as kinds, (select yes from settled) as is_settled,
      (select coalesce(json_agg(json_build_object('of', r.of, 'id', r.id, 'rule', r.rule)), '[]') from ruled r) as ruled`.execute(db)
  return rows[0]!
}

const isRuled = (alias: string) => sql`exists (select 1 from user_label l
    where ${sql.ref(`${alias}.subject_type`)} = 'label' and l.id = ${sql.ref(`${alias}.subject_id`)} and l.rule is not null)
  or exists (select 1 from work_group w
    where ${sql.ref(`${alias}.subject_type`)} = 'workGroup' and w.id = ${sql.ref(`${alias}.subject_id`)} and w.rule is not null)`

/** One gained right for each user and subject that the limits forbid: beyond the giver's, or one that a watched user gained. */
export async function rightsGained(db: Db, limits: Limits): Promise<Gained[]> {
  const { giverId: userId } = limits
  const { rows } =
    await sql<Gained>`with change as materialized (select * from ${changes} c), ${net}, ${newSubjects}, ${reenabledAccounts}, ${subjectGrants}, ${own(userId)},
    ${watchedSubjects(limits)},
    gained as (
      select f.user_id, true as is_own, h.app_id, h.role_id, h.subject_type, h.subject_id, f.org_id, h.grant_id
        from new_subject f join subject_grant h using (subject_type, subject_id, is_above)
        where f.user_id = ${userId} and h.grant_id not in (select g.id from ${grantsBefore})
      union all
      select f.user_id, false, h.app_id, h.role_id, h.subject_type, h.subject_id, f.org_id, h.grant_id
        from new_subject f join subject_grant h using (subject_type, subject_id, is_above)
        where ${isLimited(limits, 'h')} and ${notOwn('h')} and (f.user_id is null or f.user_id <> ${userId} and not exists (
          select 1 from ${grantsBefore} cross join lateral ${grantedNow} r where r.app_id = h.app_id and (h.role_id is null or r.role_id = h.role_id)))
      union all
      select v.user_id, v.user_id = ${userId}, v.app_id, v.role_id, v.subject_type, v.subject_id, null, v.grant_id from (${watchedGains}) v
      union all
      select null, false, r.app_id, r.role_id, g.subject_type, g.subject_id, null, g.id from change c join app_grant g on g.id = c.record_id
        cross join lateral ${activeGrants} r where c.kind = 'grant' and ${isLimited(limits, 'g')} and ${notOwn('r')}
      union all
      select null, false, a.id, r.id, null, null, null, null from change c left join app_role r on c.old_id = 'role' and r.id = c.new_id
        join app a on a.id = coalesce(r.app_id, c.new_id) where c.kind = 'enabled' and c.old_id in ('app', 'role')
      union all
      select l.user_id, l.user_id = ${userId}, h.app_id, h.role_id, h.subject_type, h.subject_id, null, h.grant_id
        from reenabled l join subject_grant h using (subject_type, subject_id, is_above)
        where h.app_id = l.app_id and (l.user_id = ${userId} or ${isLimited(limits, 'h')} and ${notOwn('h')})),
    won as (select distinct on (user_id, subject_type, subject_id, org_id, personal) * from (
        select *, case when subject_type = 'user' then grant_id end as personal from gained) each_one
      order by user_id, subject_type, subject_id, org_id, personal, is_own desc)
    select won.user_id, won.is_own, a.name as app_name, r.name as role_name, won.subject_type, won.subject_id, ${subjectName('won')} as subject_name,
      won.org_id, ${isRuled('won')} as by_rule, won.personal as grant_id
    from won join app a on a.id = won.app_id left join app_role r on r.id = won.role_id order by won.is_own desc`.execute(db)
  return rows
}
