import { apiClient } from '@hufu/contract/federation/api-client'
import { loginLog } from '@hufu/contract/audit/login-log'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { workGroup } from '@hufu/contract/directory/work-group'
import { noTimes, times } from './written-cases.ts'
import { endOfDay } from '@hufu/contract/written'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wireTime } from '../src/platform/clock.ts'
import { client as makeClient } from './api-clients.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { HUFU_USER, scimClient, scimUser } from './scim.ts'
import { sheet } from './sheets.ts'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { sealed } from './secrets.ts'

let server: TestServer
let orgId: string
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  orgId = await server.given.org({ name: '期限处', code: 'END' })
})
afterAll(() => server.close())

const DAY = '2027-12-31'
const LAST_SECOND = '2027-12-31 23:59:59'
const endOf = async (userName: string) => {
  const { rows } = await server.kernel.pool.query(
    `select to_char(valid_end_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as ends from users where user_name = $1`,
    [userName],
  )
  return rows[0]?.ends as string | undefined
}

test('D-09 a day as the end of a filter covers all of it, in every list', async () => {
  const today = wireTime(server.kernel.now()).slice(0, 10)
  const range = { beginTime: today, endTime: today }
  await server.nobody.send(signIn.login, { body: { loginName: 'nobody1', pwd: await sealed(server, 'Wrong#2027') } as never })
  expect((await server.admin.call(org.page, { query: range })).total).toBeGreaterThan(0)
  expect((await server.admin.call(user.page, { query: range })).total).toBeGreaterThan(0)
  expect((await server.admin.call(loginLog.page, { query: range })).records.length).toBeGreaterThan(0)
})

test('D-09 a day as the end of a validity means its last second: user, SCIM, work group, API client', async () => {
  await server.admin.call(user.save, { body: { userName: 'ends1', realName: '甲', validEndTime: DAY, jobs: [{ orgId, jobType: 1 }], passwordType: 2 } }) // prettier-ignore
  expect(await endOf('ends1')).toBe(LAST_SECOND)
  const scim = await scimClient(server)
  const person = { ...scimUser({ userName: 'ends3' }), [HUFU_USER]: { validUntil: DAY } }
  expect((await scim.ask('POST', '/Users', person)).status).toBe(201)
  expect(await endOf('ends3')).toBe(LAST_SECOND)
  const group = (await server.admin.call(workGroup.save, { body: { name: '期限组', code: 'ENDG', validEndTime: DAY } as never })) as { id: string } // prettier-ignore
  expect((await server.admin.call(workGroup.byId, { query: { id: group.id } })).validEndTime).toBe(LAST_SECOND)
  const made = await makeClient(server, [])
  const stored = await server.admin.call(apiClient.byId, { query: { id: made.id } })
  const { name, version } = stored
  await server.admin.call(apiClient.update, { body: { id: made.id, name, version, endTime: DAY } as never })
  expect((await server.admin.call(apiClient.byId, { query: { id: made.id } })).endTime).toBe(LAST_SECOND)
})

test('D-48 dates in a sheet are read as people write them, and others are refused', async () => {
  const rows = [...times.map(([typed]) => typed), ...noTimes].map((typed, n) => [`dated${n}`, '期', 'END', typed])
  const check = await server.admin.call(user.importCheck, { file: await sheet(['用户名', '姓名', '机构编码', '有效期至'], rows) })
  const message = '日期格式不正确'
  expect(check.errors).toEqual(noTimes.map((_, n) => ({ row: times.length + n + 2, column: '有效期至', message })))
  const { rows: staged } = await server.kernel.pool.query(`select cells ->> 3 as ends from import_row where plan_id = $1 and verdict = 'new' order by row_no`, [check.planId]) // prettier-ignore
  expect(staged.map(row => row.ends)).toEqual(times.map(([, meant]) => endOfDay(meant)))
})
