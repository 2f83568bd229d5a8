import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { scimClient, type ScimSubject } from '../../../../../test/scim.ts'
import { runSync } from '../../../../../test/syncs.ts'

const PEOPLE = 450
let server: TestServer
/** Another instance of Hufu, whose users are read by SCIM. */
let other: TestServer
let there: ScimSubject
let orgs: { root: string; first: string; second: string }
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
  other = await startTestServer()
  const root = await other.given.org({ name: '来源总部' })
  orgs = {
    root,
    first: await other.given.org({ parentId: root, name: '来源一处' }),
    second: await other.given.org({ parentId: root, name: '来源二处' }),
  }
  await other.kernel.pool.query(
    `insert into users (id, user_name, real_name, employee_number, search) select 's' || n, 'scim.in' || n, '来人' || n, 'S-' || n, 'x' from generate_series(1, $1::int) n`,
    [PEOPLE],
  )
  await other.kernel.pool.query(
    `insert into job (id, user_id, org_id, job_type, sort_num) select id, id, case when substr(id, 2)::int % 2 = 0 then $1 else $2 end, 1, substr(id, 2)::int
      from users where id like 's%' and user_name like 'scim.in%'`,
    [orgs.first, orgs.second],
  )
  there = await scimClient(other, { rootOrg: root, groupsAre: 'org' })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const mapping = [
  { object: 'org', to: 'originOrgId', from: 'id' },
  { object: 'org', to: 'name', from: 'name' },
  { object: 'org', to: 'parentOriginId', from: 'parent.value' },
  { object: 'user', to: 'originUserId', from: 'id' },
  { object: 'user', to: 'userName', from: 'userName', when: 'new' },
  { object: 'user', to: 'realName', from: 'displayName' },
  { object: 'user', to: 'employeeNumber', from: 'enterprise.employeeNumber' },
  { object: 'user', to: 'jobs', from: 'groupIds' },
]
const config = (more: Record<string, unknown> = {}) => ({
  name: `SCIM 来源${server.given.next()}`,
  direction: 'in' as const,
  objectType: 'all' as const,
  type: 'scim' as const,
  url: `${other.address}/scim/v2/`,
  secret: there.authorization.replace('Bearer ', ''),
  options: { orgs: 'Organizations' },
  mapping,
  ...more,
})
const connect = ({ name: _name, ...connection }: ReturnType<typeof config>) =>
  server.admin.call(sync.testConnect, { body: connection as never })
const stored = async (id: string) =>
  (
    await server.kernel.pool.query<{ real_name: string; employee_number: string; org: string; status: number }>(
      `select u.real_name, u.employee_number, u.status, o.name as org from users u join job j on j.user_id = u.id join org o on o.id = j.org_id
        where u.origin_user_id = $1`,
      [id],
    )
  ).rows[0]

test('F7 a SCIM server is read page by page: organisations as a tree, users with their extension and jobs', async () => {
  const tested = await connect(config())
  expect(tested).toMatchObject({ ok: true, httpStatus: 200, missing: [] })
  const { id } = await server.admin.call(sync.save, { body: config() })
  const { run } = await runSync(server, id)
  expect(run, run.message).toMatchObject({ state: 'done', readOrg: 3, readUser: PEOPLE, written: PEOPLE + 3, failed: 0 })
  expect(await stored('s2')).toEqual({ real_name: '来人2', employee_number: 'S-2', status: 1, org: '来源一处' })
  expect(await stored(`s${PEOPLE - 1}`)).toMatchObject({ org: '来源二处' })
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 0, user: { unchanged: PEOPLE } })
  await there.patch('/Users/s2', { op: 'replace', path: 'displayName', value: '改了名' })
  expect((await runSync(server, id)).run).toMatchObject({ written: 1, user: { changed: 1 } })
  expect(await stored('s2')).toMatchObject({ real_name: '改了名' })
})

test('F7 a SCIM server that refuses the token, or is no SCIM server, gives a message and writes nothing', async () => {
  const wrong = config({ secret: 'nobody.nothing' })
  expect(await connect(wrong)).toMatchObject({
    ok: false,
    message: '来源拒绝了凭据（HTTP 401）',
  })
  const none = config({ url: `${other.address}/api/publicApi/health` })
  expect(await connect(none)).toMatchObject({ ok: false })
  await server.admin.refused('syncOptionProblem', sync.save, { body: config({ options: { orgs: 'Teams' } }) as never })
})
