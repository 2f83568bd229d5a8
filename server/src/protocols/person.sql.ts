import { sql } from 'kysely'
import type { Db } from '../kernel/db.ts'

export interface Person {
  id: string
  userName: string
  realName: string
  phoneCipher: string | null
  email: string | null
  employeeNumber: string | null
  originUserId: string | null
  gender: number | null
  /** Seconds since 1970. */
  updatedAt: number
  /** His own account in the application, where he has one. */
  account: string | null
}

export interface Job {
  orgId: string
  orgName: string
  orgCode: string
  isMain: boolean
  post: string | null
  duty: string | null
  rank: string | null
  title: string | null
}

/** One who may sign in at all. */
export async function findPerson(db: Db, userId: string, appId: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select u.id, u.user_name, u.real_name, u.phone_cipher, u.email, u.employee_number, u.origin_user_id, u.gender,
      extract(epoch from u.update_time)::bigint as updated_at, h.account
    from users u left join app_account h on h.user_id = u.id and h.app_id = ${appId}
    where u.id = ${userId} and u.deleted_at is null and u.status = 1
      and (u.valid_end_time is null or u.valid_end_time > now())`.execute(db)
  return rows[0]
}

/** The main one first. */
export async function jobsOf(db: Db, userId: string): Promise<Job[]> {
  const { rows } = await sql<Job>`
    select o.id as org_id, o.name as org_name, o.code as org_code, j.job_type = 1 as is_main,
      p.name as post, d.name as duty, r.name as rank, t.name as title
    from job j join org o on o.id = j.org_id
      left join standing p on p.id = j.post_id left join standing d on d.id = j.duty_id
      left join standing r on r.id = j.rank_id left join standing t on t.id = j.title_id
    where j.user_id = ${userId} order by j.job_type, j.sort_num, j.id`.execute(db)
  return rows
}

/** Whom to ask: who looks after applications, else the whole house; by name, a few of them. */
export async function administratorNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ realName: string }>`
    with held as (
      select distinct u.real_name, r.code from user_role h join role r on r.id = h.role_id and r.status = 1 and r.code in ('app_admin', 'super_admin')
        join users u on u.id = h.user_id and u.deleted_at is null and u.status = 1
      where h.status = 1
      union select u.real_name, 'super_admin' from users u where u.id = '1')
    select distinct real_name from held where code = (select min(code) from held) order by 1 limit 5`.execute(db)
  return rows.map(row => row.realName)
}

/** Since when the session of the console stands, or its person has last proven himself in it; seconds since 1970. */
export async function authTimeOf(db: Db, sessionId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select floor(extract(epoch from greatest(create_time, proven_at)))::bigint as seconds from session where id = ${sessionId}`.execute(db)
  return rows[0]?.seconds ?? 0
}
