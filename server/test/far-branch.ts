import { sql } from 'kysely'
import { orgRange } from '@hufu/contract/directory/org-range'
import { user } from '@hufu/contract/directory/user'
import { newId } from '../src/platform/database/ids.ts'
import { idCardOf } from './given.ts'
import type { TestServer } from './harness.ts'

/** Part of the name of every object of the other branch. */
export const MARK = '远方'
/** The id, in a source, of a user there. */
export const ORIGIN = 'H9'
/** Ids of each kind of object there. */
export type FarBranch = Record<string, string[]>

/** A branch with one of everything. */
export async function makeFarBranch(server: TestServer): Promise<FarBranch> {
  const { given, admin, kernel, as } = server
  const { db } = kernel
  const top = await given.org({ name: `${MARK}局`, code: 'FARAWAY' })
  const [below, empty] = [await given.org({ name: `${MARK}处`, parentId: top }), await given.org({ name: `${MARK}科`, parentId: top })]
  const people: string[] = []
  for (let n = 0; n < 4; n++) people.push(await given.user({ org: n < 2 ? top : below, realName: `${MARK}人${n}`, phone: `1377654321${n}`, idCard: idCardOf(700 + n) })) // prettier-ignore
  const boss = await given.user({ org: top, realName: `${MARK}主` })
  const grant = await given.gradeAdmin(boss, top, 1, '/organiz/index')
  const gone = await given.user({ org: below, realName: `${MARK}亡` })
  await admin.call(user.remove, { body: { ids: [gone] } })
  await sql`update org set deleted_at = now() where id = ${empty}`.execute(db)
  const [appId, groupId, failureId, fileId] = [await given.app(), newId(), newId(), newId()]
  await db.insertInto('workGroup').values({ id: groupId, name: `${MARK}组`, code: 'FARGROUP', orgId: top }).execute() // prettier-ignore
  await db.insertInto('workGroupMember').values({ groupId, userId: people[0]! }).execute()
  const given1 = await given.grant({ subjectType: 'user', subjectId: people[0]!, appId })
  const given2 = await given.grant({ subjectType: 'org', subjectId: below, appId })
  await sql`insert into login_failure (id, name_key, login_name, user_id, fail_count, first_time, last_time, last_ip)
    values (${failureId}, ${people[1]!}, ${`${MARK}名`}, ${people[1]!}, 5, now(), now(), '')`.execute(db)
  await sql`insert into file (id, file_name, content_type, file_size, sha256, owner_id, purpose, temporary) values (${fileId}, ${`${MARK}.png`}, 'image/png', 0, '', ${people[0]!}, 'taskResult', false)`.execute(db) // prettier-ignore
  const range = await admin.call(orgRange.save, { body: { name: `${MARK}范围`, rootOrgIds: [top] } })
  await as(people[2]!)
  const { rows } = await sql<{ id: string }>`select id from session where user_id = ${people[2]!}`.execute(db)
  const taskId = newId()
  await db.insertInto('asyncTask').values({ id: taskId, kind: 'none', ownerId: boss, payload: '{}', status: 'FINISH', message: `${MARK}果` }).execute() // prettier-ignore
  const [syncId, runId] = [newId(), newId()]
  await sql`insert into sync_config (id, name, direction, object_type, type, mapping, policy, edited_by)
    values (${syncId}, ${`${MARK}源`}, 'in', 'user', 'http', '[]', ${JSON.stringify({ rootOrgId: top })}::jsonb, ${boss})`.execute(db)
  await sql`insert into sync_run (id, sync_id, mode, trigger, state, message) values (${runId}, ${syncId}, 'plan', 'hand', 'planned', ${`${MARK}划`})`.execute(db) // prettier-ignore
  await sql`insert into sync_conflict (sync_id, run_id, object_type, origin_id, name, reason, fields, candidates)
    values (${syncId}, ${runId}, 'user', ${ORIGIN}, ${`${MARK}冲`}, '', '[]', ${[people[0]!]})`.execute(db)
  await sql`insert into sync_link (sync_id, object_type, origin_id, object_id, is_owner) values (${syncId}, 'user', ${ORIGIN}, ${people[1]!}, true)`.execute(db) // prettier-ignore
  return {
    org: [top, below], user: [...people, boss], gone: [gone], goneOrg: [empty], delegation: [grant], group: [groupId], grant: [given1, given2],
    failure: [failureId], session: rows.map(row => row.id), file: [fileId], range: [range.id], task: [taskId], app: [appId], sync: [syncId], run: [runId],
  } // prettier-ignore
}

/** A digest of all rows of that branch. */
export async function sumOf({ kernel: { db } }: TestServer, foreign: FarBranch): Promise<string> {
  const [people, orgs] = [
    [...foreign.user!, ...foreign.gone!],
    [...foreign.org!, ...foreign.goneOrg!],
  ]
  const part = (table: string, where: ReturnType<typeof sql>) =>
    sql`select ${table} as t, to_jsonb(x) as row from ${sql.table(table)} x where ${where}`
  const { rows } = await sql<{ sum: string }>`select md5(string_agg(t || row::text, '|' order by t, row::text)) as sum from (${sql.join([
    part('users', sql`x.id = any (${people})`), part('job', sql`x.user_id = any (${people}) or x.org_id = any (${orgs})`),
    part('org', sql`x.id = any (${orgs})`), part('user_label_member', sql`x.user_id = any (${people})`),
    part('work_group', sql`x.id = any (${foreign.group!})`), part('work_group_member', sql`x.group_id = any (${foreign.group!}) or x.user_id = any (${people})`),
    part('app_grant', sql`x.subject_id = any (${[...people, ...orgs, ...foreign.group!]})`), part('app_account', sql`x.user_id = any (${people})`),
    part('grade_admin', sql`x.user_id = any (${people}) or x.org_id = any (${orgs})`), part('user_role', sql`x.user_id = any (${people})`),
    part('stripe_org', sql`x.org_id = any (${orgs})`), part('login_failure', sql`x.user_id = any (${people})`),
    part('org_range', sql`x.id = any (${foreign.range!})`), part('file', sql`x.id = any (${foreign.file!})`), part('async_task', sql`x.id = any (${foreign.task!})`),
    ...['sync_run', 'sync_conflict', 'sync_link'].map(table => part(table, sql`x.sync_id = any (${foreign.sync!})`)), part('sync_config', sql`x.id = any (${foreign.sync!})`),
    part('remembered_device', sql`x.user_id = any (${people})`),
  ], sql` union all `)}) every_row`.execute(db) // prettier-ignore
  const { rows: sessions } = await sql<{ n: number }>`select count(*) as n from session where user_id = any (${people}) and ended_by is null`.execute(db) // prettier-ignore
  return `${rows[0]!.sum} ${sessions[0]!.n}`
}

/** A digest of the account, jobs and rights of the administrator of that branch. */
export async function sumOfAdministrator({ kernel: { db } }: TestServer, foreign: FarBranch): Promise<string> {
  const id = foreign.user!.at(-1)!
  const part = (table: string, column: string) =>
    sql`select to_jsonb(x) as row from ${sql.table(table)} x where ${sql.ref(`x.${column}`)} = ${id}`
  const parts = [part('users', 'id'), part('job', 'user_id'), part('grade_admin', 'user_id'), part('user_role', 'user_id')]
  const { rows } = await sql<{ sum: string }>`select md5(string_agg(row::text, '|' order by row::text)) as sum from (${sql.join(parts, sql` union all `)}) every_row`.execute(db) // prettier-ignore
  return rows[0]!.sum
}
