import { sql, type Kysely } from 'kysely'
import { searchColumns } from '../server/src/domains/directory/user/edit/person.ts'
import { inTransaction, SYSTEM, type Db } from '../server/src/platform/database/db.ts'
import type { Keys } from '../server/src/platform/secrets/keys.ts'
import type { Tables } from '../server/migrations/tables.ts'
import { samplePerson } from '../tools/sample/people.ts'
import { seedPeople } from '../tools/seed/people.ts'
import { withoutLimits } from '../tools/seed/rows.ts'

/** How many rows match a filter, all of them at the end of their list. */
export const LATE = 2000
/** What their names and accounts begin with; it sorts behind nearly all other names. */
export const LATE_NAME = '最末人'
export const LATE_ACCOUNT = 'zuimoren'
/** Of their records; documentation addresses (RFC 5737), which no other row of the bench has. */
export const LATE_IP = '203.0.113.'
/** The year of their records, before all others. */
export const LATE_YEAR = 2001
const MEMBERS = 200_000
const ADMINISTRATORS = 2000
const GONE = 100_000
/** Numbers of sample people that the bench never comes to, and how many: seeding deletes 150 of them. */
const FROM = 1_950_000
const SEEDED = LATE + 200

export const isPlanted = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`select from users where user_name = ${`${LATE_ACCOUNT}1`}`.execute(db)
  return rows.length > 0
}

/** The people who come last in the list of users, and what the lists about them need. */
export async function seedLatePeople(db: Kysely<Tables>, keys: Keys): Promise<void> {
  await seedPeople(db, keys, SEEDED, { from: FROM })
  await inTransaction(db, SYSTEM, async trx => {
    await withoutLimits(trx)
    await renamePeople(trx)
    await placePeople(trx)
    await groupPeople(trx)
    await grantApps(trx)
  })
  await inTransaction(db, SYSTEM, async trx => {
    await withoutLimits(trx)
    await deletePeople(trx)
  })
}

async function renamePeople(db: Db): Promise<void> {
  const people = Array.from({ length: SEEDED }, (_, k) => {
    const person = { userName: `${LATE_ACCOUNT}${k + 1}`, realName: LATE_NAME, employeeNumber: null }
    const { grams, ...columns } = searchColumns(person)
    return { was: samplePerson(FROM + k).userName, userName: person.userName, ...columns, grams: [...grams] }
  })
  await sql`update users u set user_name = p."userName", real_name = ${LATE_NAME}, employee_number = null, pinyin = p.pinyin, initials = p.initials,
      search = p.search, grams = p.grams, status = 1, create_time = make_timestamptz(${LATE_YEAR}, 1, 1, 0, 0, 0)
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      p (was text, "userName" text, pinyin text, initials text, search text, grams text[])
    where u.user_name = p.was and u.deleted_at is null`.execute(db)
  await sql`create temporary table late on commit drop as
    select id, row_number() over (order by id) as n from users where user_name like ${`${LATE_ACCOUNT}%`} and deleted_at is null`.execute(
    db,
  )
}

/** In one organisation, with position attributes nobody else has, at the end of the order. */
async function placePeople(db: Db): Promise<void> {
  await sql`insert into org (id, parent_id, name, code, search, sort_num) values ('late', '1', ${LATE_NAME}, 'late', ${`${LATE_NAME}\nlate`}, 999999)`.execute(
    db,
  )
  await sql`insert into standing (id, kind, name, code, sort_num)
    select 'late-' || kind, kind, ${LATE_NAME}, 'late', 999999 from unnest(array['rank', 'title', 'duty', 'post']) kind`.execute(db)
  await sql`delete from job where user_id in (select id from late) and job_type = 2`.execute(db)
  await sql`update job set org_id = 'late', sort_num = 999999, rank_id = 'late-rank', title_id = 'late-title', duty_id = 'late-duty',
      post_id = 'late-post' where user_id in (select id from late)`.execute(db)
}

/** A label of their own; a work group, and a business line over the whole organisation, in which they come last. */
async function groupPeople(db: Db): Promise<void> {
  await sql`insert into user_label (id, name, sort_num) values ('late', ${LATE_NAME}, 999999)`.execute(db)
  await sql`insert into user_label_member (user_id, label_id) select id, 'late' from late`.execute(db)
  await sql`insert into work_group (id, name, code) values ('late', ${LATE_NAME}, 'late')`.execute(db)
  await sql`insert into work_group_member (group_id, user_id)
    select 'late', id from late union all (select 'late', id from live_user where user_name not like ${`${LATE_ACCOUNT}%`} limit ${MEMBERS})`.execute(
    db,
  )
  await sql`insert into stripe (id, name, code) values ('late', ${LATE_NAME}, 'late'), ('whole', '全部机构', 'whole')`.execute(db)
  await sql`insert into stripe_org (stripe_id, org_id) select 'whole', id from live_org where id <> '1'`.execute(db)
  await sql`insert into stripe_org (stripe_id, org_id) values ('late', 'late')`.execute(db)
  await sql`insert into role (id, code, name) values ('late', 'late', ${LATE_NAME})`.execute(db)
  await sql`insert into user_role (user_id, role_id, create_time) select id, 'late', '2099-01-01' from late
    union all (select id, 'late', now() from live_user where id not in (select id from late) and id <> '1' limit ${ADMINISTRATORS})`.execute(
    db,
  )
}

/** The oldest grants, to an application the whole directory may open and to one that is given to people one by one. */
const grantApps = (db: Db) =>
  sql`insert into app_grant (id, subject_type, subject_id, below, app_id, granted_by, create_time)
    select 'late-' || a.id || '-' || late.n, 'user', late.id, true, a.id, '1', make_timestamptz(${LATE_YEAR}, 1, 1, 0, 0, 0)
    from late cross join (select id from app where id in ('bench-app-0', 'bench-app-8')) a on conflict do nothing`.execute(db)

/** Deleted people, those with the late name first. */
const deletePeople = (db: Db) =>
  sql`insert into users (id, user_name, real_name, pinyin, initials, search, grams, deleted_at, deleted_by, deleted_jobs)
    select 'gone-' || n, case when n <= ${sql.lit(LATE)} then ${LATE_ACCOUNT} else 'gone' end || n, case when n <= ${sql.lit(LATE)} then ${LATE_NAME} else real_name end,
      '', '', case when n <= ${sql.lit(LATE)} then ${`${LATE_NAME}\n${LATE_ACCOUNT}`} else search end, '{}',
      case when n <= ${sql.lit(LATE)} then make_timestamptz(${LATE_YEAR}, 1, 1, 0, 0, 0) else now() - n * interval '5 minutes' end, '1',
      jsonb_build_array(jsonb_build_object('id', 'gone', 'org_id', org_id, 'job_type', 1, 'sort_num', 1))
    from (select u.real_name, u.search, j.org_id, row_number() over () as n from live_user u join job j on j.user_id = u.id and j.job_type = 1
      limit ${GONE}) person`.execute(db)
