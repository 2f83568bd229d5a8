import { sql, type RawBuilder } from 'kysely'
import { isGroup, type Condition, type Group, type LabelRule } from '@hufu/contract/directory/label-rule'
import { ROOT_ORG } from '@hufu/contract/screens'
import { MAIN_JOB } from '@hufu/contract/directory/user'
import { foldName } from '@hufu/contract/written'
import { everyone } from '../../../platform/access/scope.ts'
import { foldedRealName } from '../../../platform/database/paging.ts'
import { textCondition } from '../user/list/user-filter.sql.ts'

/**
 * How the SQL is shaped. `everybody`: the users a condition finds are collected first; `few`: each candidate is tested by
 * itself. Both give the same result; each is fast for its case.
 */
export type RuleExtent = 'everybody' | 'few'

/** The condition of the rule on user `u`. */
export const ruleCondition = (rule: LabelRule, extent: RuleExtent): RawBuilder<boolean> =>
  joined(rule, { extent, narrows: extent === 'everybody' && rule.match === 'all' })

/** `narrows`: every candidate must meet the condition, so that an index may find them. */
interface ConditionContext {
  extent: RuleExtent
  narrows: boolean
}

function joined({ match, conditions }: LabelRule | Group, context: ConditionContext): RawBuilder<boolean> {
  const all: readonly (Group | Condition)[] = conditions
  const groups = all.filter(one => isGroup(one))
  const single = all.filter((one): one is Condition => !isGroup(one))
  const ofJobs = match === 'any' ? single.filter(one => jobCondition(one) !== undefined && !negated(one)) : []
  const parts = [
    // With "any", all conditions on jobs are tested in one subquery instead of one each.
    ...(ofJobs.length > 0 ? [holdsJob(context.extent, sql.join(ofJobs.map(one => sql`(${jobCondition(one)})`), sql` or `))] : []), // prettier-ignore
    ...single.filter(one => !ofJobs.includes(one)).map(one => conditionOf(one, context)),
    ...groups.map(group => joined(group, { ...context, narrows: context.narrows && group.match === 'all' })),
  ]
  return sql`(${sql.join(parts, match === 'all' ? sql` and ` : sql` or `)})`
}

const negated = (one: Condition) => 'not' in one && one.not === true

function conditionOf(one: Condition, { extent, narrows }: ConditionContext): RawBuilder<boolean> {
  const ofJob = jobCondition(one)
  const meets = ofJob ? holdsJob(extent, ofJob) : personCondition(one, narrows && !negated(one))
  // Null comparisons count as not met, so the negated condition is met.
  return negated(one) ? sql`(${meets}) is not true` : sql`(${meets})`
}

const holdsJob = (extent: RuleExtent, what: RawBuilder<unknown>): RawBuilder<boolean> =>
  everyone(
    'a condition of a rule, which applies to all users',
    extent === 'few'
      ? sql`exists (select 1 from job j where j.user_id = u.id and (${what}))`
      : sql`u.id in (select j.user_id from job j where ${what})`,
  )

/** The condition on one of the user's jobs; undefined where it is not about jobs, or is met by everybody. */
function jobCondition(one: Condition): RawBuilder<unknown> | undefined {
  switch (one.field) {
    case 'org': {
      if (isEverybody(one)) return undefined
      const place = one.below
        ? everyone(
            'a condition of a rule, which applies to all users',
            sql`j.org_id in (select way.org_id from org_ancestor way where way.ancestor_id = any (${one.orgIds}))`,
          )
        : sql`j.org_id = any (${one.orgIds})`
      return one.mainOnly ? sql`${place} and j.job_type = ${sql.lit(MAIN_JOB)}` : place
    }
    case 'jobType':
      return one.value === MAIN_JOB ? undefined : sql`j.job_type = ${one.value}`
    case 'rank':
    case 'title':
    case 'duty':
    case 'post':
      return sql`${sql.ref(`j.${one.field}_id`)} = any (${one.ids})`
    default:
      return undefined
  }
}

/** Whether everybody meets the condition, because everybody has a main job at or below the root. */
const isEverybody = (one: Condition) =>
  (one.field === 'org' && one.below && one.orgIds.includes(ROOT_ORG)) || (one.field === 'jobType' && one.value === MAIN_JOB)

const columns = { realName: 'u.real_name', userName: 'u.user_name', employeeNumber: 'u.employee_number' } as const

function personCondition(one: Condition, narrows: boolean): RawBuilder<unknown> {
  switch (one.field) {
    case 'status':
      return sql`u.status = ${one.value}`
    case 'gender':
      return one.value === 0 ? sql`u.gender is null` : sql`u.gender = ${one.value}`
    case 'validEndTime':
      if (one.how === 'none') return sql`u.valid_end_time is null`
      return one.how === 'before' ? sql`u.valid_end_time < ${one.time}::timestamptz` : sql`u.valid_end_time >= ${one.time}::timestamptz`
    case 'realName':
      return wordsCondition(foldedRealName('u'), one.how, foldName(one.text), narrows)
    case 'userName':
    case 'employeeNumber':
      return wordsCondition(sql.ref(columns[one.field]), one.how, one.text.trim(), narrows)
    default:
      return sql`true`
  }
}

/**
 * `search` contains all three fields as they are compared: its index finds candidates, the column decides. % and _ are literal;
 * text without letter case is compared as it is.
 */
function wordsCondition(
  column: RawBuilder<unknown>,
  how: 'contains' | 'starts' | 'equals',
  words: string,
  narrows: boolean,
): RawBuilder<unknown> {
  const literal = words.replace(/[\\%_]/g, '\\$&')
  const pattern = how === 'equals' ? literal : how === 'starts' ? `${literal}%` : `%${literal}%`
  const like = words.toLowerCase() === words.toUpperCase() ? sql`${column} like ${pattern}` : sql`${column} ilike ${pattern}`
  return narrows ? sql`${textCondition(words)} and ${like}` : like
}
