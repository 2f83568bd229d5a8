import { sql } from 'kysely'

/** Whether members follow the owner's rule yet, and the running task. `owner` is the table alias; `runningTask` joins `t`. */
export const ruleState = (owner: 'l' | 'g') =>
  sql`${sql.ref(`${owner}.rule`)}, case when ${sql.ref(`${owner}.rule_done`)} then 'ready' when t.id is not null then 'running' else 'incomplete' end as state,
  t.id as task_id`
export const runningTask = (owner: 'l' | 'g') =>
  sql`left join async_task t on t.id = ${sql.ref(`${owner}.task_id`)} and t.status in ('WAIT', 'RUNNING')`
