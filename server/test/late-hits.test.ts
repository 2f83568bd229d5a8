import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appUser } from '@hufu/contract/apps/app-user'
import { appVisit } from '@hufu/contract/apps/app-visit'
import { loginLog } from '@hufu/contract/audit/login-log'
import { online } from '@hufu/contract/audit/online'
import type { AnyCall } from '@hufu/contract/call'
import { user } from '@hufu/contract/directory/user'
import { review } from '@hufu/contract/governance/review'
import { sms } from '@hufu/contract/messages/sms'
import { dataHistory } from '@hufu/contract/operations/data-history'
import { keptFile } from '@hufu/contract/operations/kept-file'
import { quartz } from '@hufu/contract/operations/quartz'
import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { isRead, mostRowsWalked, planOf } from '../../tools/plans.ts'
import { sentStatements, type SentStatement } from '../../tools/sent-statements.ts'
import { inBulkMode, recountCounters } from '../../tools/seed/bulk-mode.ts'
import { withoutLimits } from '../../tools/seed/rows.ts'
import { inTransaction, SYSTEM, type Db } from '../src/platform/database/db.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { scimClient, type ScimAnswer } from './scim.ts'

const ROWS = 30_000
/** More than the list of users collects without counting. */
const LATE = 2100
/** A plan may read each of those that match more than once; of the others, hardly any row. */
const WALKED_MAX = 3 * LATE

let server: TestServer
const target = { appId: '' }
beforeAll(async () => {
  server = await startTestServer()
  target.appId = await server.given.app()
  await server.given.grant({ subjectType: 'org', subjectId: '1', appId: target.appId })
  for (const [table, rows] of Object.entries(writers)) await fill([table], db => rows.execute(db))
  await fill(['users', 'job', 'last_login'], writePeople)
  // As autovacuum does: only then a list may be read from an index alone.
  await sql`vacuum analyze`.execute(server.kernel.db)
})
afterAll(() => server.close())

const fill = (tables: string[], write: (db: Db) => Promise<unknown>) =>
  inTransaction(server.kernel.db, SYSTEM, async trx => {
    await withoutLimits(trx)
    await inBulkMode(trx, tables, async () => void (await write(trx)))
    if (tables.includes('users')) await recountCounters(trx)
  })

const isLate = sql.raw(`n > ${ROWS - LATE}`)
const numbers = sql.raw(`generate_series(1, ${ROWS}) n`)
/** The lists of records begin with the newest. */
const time = sql.raw(`now() - n * interval '10 seconds'`)

/** In the order of the list, of the names and of the times of creation, the late people come last. */
async function writePeople(db: Db): Promise<void> {
  await sql`insert into users (id, user_name, real_name, pinyin, search, create_time)
    select 'u' || n, name || n, name, name, name || n || E'\\n' || name, now() - interval '1 day' + n * interval '1 second'
    from (select n, case when ${isLate} then 'zuimo' else 'anfang' end as name from ${numbers}) named`.execute(db)
  await sql`insert into job (id, user_id, org_id, job_type, sort_num) select 'j' || n, 'u' || n, '1', 1, n from ${numbers}`.execute(db)
  await sql`insert into last_login (user_id) select 'u' || n from ${numbers}`.execute(db)
}

const writers = {
  login_log: sql`insert into login_log (id, user_id, user_name, login_type, result, message, ip, browser, os, login_time)
    select n, 'u' || n, 'u' || n, case when ${isLate} then 'face' else 'password' end, 1, '', '10.0.0.1', '', '', ${time} from ${numbers}`,
  sms: sql`insert into sms (id, phone_mask, phone_hash, phone_tail, user_id, type, content, gateway, result, create_time)
    select n, '', n, n, 'u' || n, case when ${isLate} then 'bind' else 'login' end, '', 'mock', 1, ${time} from ${numbers}`,
  session: sql`insert into session (id, token_hash, link_hash, user_id, login_type, ip, agent, create_time, expires_at)
    select n, 't' || n, 'l' || n, 'u' || n, case when ${isLate} then 'face' else 'password' end, '', '', ${time}, now() + interval '1 day' from ${numbers}`,
  login_failure: sql`insert into login_failure (name_key, id, login_name, user_id, fail_count, first_time, last_time, last_ip)
    select 'u' || n, n, 'u' || n, 'u' || n, 1, ${time}, ${time}, case when ${isLate} then '203.0.113.1' else '10.0.0.1' end from ${numbers}`,
  examine: sql`insert into examine (id, object_type, object_name, org_id, operate_type, status, changes, form, apply_user_id, steps)
    select n, 'user', '', '1', case when ${isLate} then 'delete' else 'update' end, 1, '[]', '{}', '1', '[]' from ${numbers} order by n desc`,
  file: sql`insert into file (id, file_name, file_size, content_type, sha256, purpose, owner_id, create_time)
    select n, n, 1, '', '', case when ${isLate} then 'picture' else 'taskResult' end, '1', ${time} from ${numbers}`,
  quartz_log: sql`insert into quartz_log (id, quartz_id, name, job_code, triggered_by, node, begin_time, result)
    select n, 'q', '', '', 'clock', '', ${time}, case when ${isLate} then 0 else 1 end from ${numbers}`,
  data_history: sql`insert into data_history (table_name, record_id, operate_type, create_time)
    select 'org', n, case when ${isLate} then 'delete' else 'update' end, ${time} from ${numbers} order by n desc`,
  app_visit: sql`insert into app_visit (id, app_id, user_id, session_id, protocol, fault, ip, browser, os, visit_time)
    select n, a.id, 'u' || n, '', 'oauth2', case when ${isLate} then 'noAccess' else '' end, '', '', '', ${time} from ${numbers} cross join app a`,
}

const lists: [name: string, call: AnyCall, query: () => Record<string, unknown>][] = [
  ['users', user.page, () => ({ searchKey: 'zuimo' })],
  ['users by name', user.page, () => ({ searchKey: 'zuimo', orderBy: 'realName' })],
  ['users from the end', user.page, () => ({ searchKey: 'anfang', current: ROWS - LATE })],
  ['users by sign-in', user.page, () => ({ searchKey: 'zuimo', orderBy: 'lastLoginTime' })],
  ['users of an application', appUser.page, () => ({ ...target, searchKey: 'zuimo' })],
  ['sign-ins', loginLog.page, () => ({ loginType: 'face' })],
  ['messages', sms.page, () => ({ type: 'bind' })],
  ['sessions', online.page, () => ({ loginType: 'face' })],
  ['wrong sign-ins', incorrectLogin.page, () => ({ ip: '203.0.113.1' })],
  ['wrong sign-ins by name', incorrectLogin.page, () => ({ searchKey: 'zuimo' })],
  ['requests', review.pageUser, () => ({ operateType: 'delete' })],
  ['files', keptFile.page, () => ({ purpose: 'picture' })],
  ['runs of jobs', quartz.pageLog, () => ({ result: 0 })],
  ['changes', dataHistory.page, () => ({ operateType: 'delete' })],
  ['visits', appVisit.page, () => ({ ...target, result: 0 })],
]

test.for(lists.flatMap(([name, call, query]) => [1, 20].map(size => ({ name, size, call, query }))))(
  'D-07 a page of $size $name whose hits come last in the order does not walk through the others',
  async ({ call, query, size }) => {
    let total = 0
    const statements = await sentStatements(async () => {
      total = ((await server.admin.call(call, { query: { ...query(), size } })) as { total: number }).total
    })
    expect(total).toBeGreaterThanOrEqual(LATE)
    await expectNoWalk(statements)
  },
)

test.for([1, 20])('a page of %i users whose hits come last in the order does not walk through the others for SCIM either', async count => {
  const { ask } = await scimClient(server)
  for (const sortBy of ['id', 'displayName', 'meta.created']) {
    const query = new URLSearchParams({ filter: 'displayName eq "zuimo"', sortBy, count: String(count) })
    let found: ScimAnswer['body']
    const statements = await sentStatements(async () => {
      found = (await ask('GET', `/Users?${query}`)).body
    })
    expect(found).toMatchObject({ totalResults: LATE, itemsPerPage: count })
    await expectNoWalk(statements)
  }
})

async function expectNoWalk(statements: readonly SentStatement[]): Promise<void> {
  const pages = statements.filter(one => isRead(one) && /\blimit\b/.test(one.text))
  expect(pages.length).toBeGreaterThan(0)
  for (const statement of pages) {
    const plan = await planOf(server.kernel.pool, statement, [])
    expect(mostRowsWalked(plan), statement.text).toBeLessThan(WALKED_MAX)
  }
}
