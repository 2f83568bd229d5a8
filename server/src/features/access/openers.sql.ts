import { sql } from 'kysely'
import type { Db } from '../../kernel/db.ts'
import { isAlive } from '../../kernel/sessions.ts'

export interface Openers {
  appId: string
  userCount: number
  /** Those of them who are signed in. */
  onlineCount: number
}

const holds = (grant: string) =>
  sql`(${sql.ref(`${grant}.begin_time`)} is null or ${sql.ref(`${grant}.begin_time`)} <= now())
    and (${sql.ref(`${grant}.end_time`)} is null or ${sql.ref(`${grant}.end_time`)} > now())`
const hasLiveRole = (grant: string) =>
  sql`not exists (select 1 from app_role r where r.id = ${sql.ref(`${grant}.role_id`)} and r.status = 0)`

/** How many people may open each of these applications now: paths_of, asked from its other end. */
export async function countOpeners(db: Db, appIds: readonly string[], sessionMinutes: number): Promise<Openers[]> {
  const { rows } = await sql<Openers>`
    with given as materialized (
      select g.app_id, g.subject_type, g.subject_id, g.below from app_grant g
        where g.app_id = any (${[...appIds]}) and g.subject_type <> 'authGroup' and ${holds('g')} and ${hasLiveRole('g')}
      union
      select i.app_id, g.subject_type, g.subject_id, g.below
        from app_grant i join auth_group b on b.id = i.subject_id and b.status = 1 join app_grant g on g.group_id = b.id
        where i.app_id = any (${[...appIds]}) and i.subject_type = 'authGroup' and ${holds('i')} and ${holds('g')} and ${hasLiveRole('i')}),
    person as (
      select g.app_id, g.subject_id as user_id from given g where g.subject_type = 'user'
      union
      select g.app_id, j.user_id from given g join org o on o.id = g.subject_id and o.status = 1
        join org_ancestor a on a.ancestor_id = o.id and (g.below or a.depth = 0) join job j on j.org_id = a.org_id where g.subject_type = 'org'
      union
      select g.app_id, m.user_id from given g join user_label l on l.id = g.subject_id and l.status = 1
        join user_label_member m on m.label_id = l.id where g.subject_type = 'label'
      union
      select g.app_id, m.user_id from given g
        join work_group w on w.id = g.subject_id and w.status = 1 and (w.valid_end_time is null or w.valid_end_time > now())
        join work_group_member m on m.group_id = w.id where g.subject_type = 'workGroup'
      union
      select g.app_id, j.user_id from given g join standing s on s.id = g.subject_id and s.status = 1
        join job j on j.post_id = s.id where g.subject_type = 'post'
      union
      select g.app_id, j.user_id from given g join stripe s on s.id = g.subject_id and s.status = 1
        join stripe_org n on n.stripe_id = s.id join job j on j.org_id = n.org_id where g.subject_type = 'stripe')
    select p.app_id, count(*) as user_count,
      count(*) filter (where exists (select 1 from session s where s.user_id = p.user_id and ${isAlive(sessionMinutes)})) as online_count
    from person p join app a on a.id = p.app_id and a.status = 1 join users u on u.id = p.user_id and u.deleted_at is null and u.status <> 0
    where not exists (select 1 from app_account h where h.app_id = p.app_id and h.user_id = p.user_id and h.status = 0)
    group by p.app_id`.execute(db)
  return rows
}
