import { sync } from '@hufu/contract/provisioning/sync'
import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { finished, startTestServer, type Subject, type TestServer } from '../../../../../test/harness.ts'
import { hrPerson, openHrSource, threeOrgs, type HrPerson, type HrSource } from '../../../../../test/fakes/hr-source.ts'
import { hrConfig, peopleConfig, runSync } from '../../../../../test/syncs.ts'

let server: TestServer
let source: HrSource
let second: Subject
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
  source = await openHrSource()
  const other = await server.given.user()
  await server.given.role(other, '/sync/config#*')
  second = await server.as(other)
})
afterAll(async () => {
  await source.close()
  await server.close()
})
let from = 0
beforeEach(() => {
  // Each test has its own people.
  from += 10_000
  source.orgs = threeOrgs.map(org => ({
    ...org,
    deptId: org.deptId + from,
    title: org.title + from,
    ...(org.above && { above: org.above + from }),
  }))
})
const person = (n: number, more: Partial<HrPerson> = {}) => hrPerson(from + n, { dept: `D1${from}`, ...more })
const people = (count: number) => Array.from({ length: count }, (_, n) => person(n))
const rows = async <T>(text: string, values: unknown[] = []) => (await server.kernel.pool.query(text, values)).rows as T[]
interface Stored {
  id: string
  status: number
  version: number
  real_name: string
  phone_mask: string | null
  update_time: string
}
const stored = async (n: number) => (await rows<Stored>(`select id, status, version, real_name, phone_mask, update_time::text from users where origin_user_id = $1 and deleted_at is null`, [`H${from + n}`]))[0]! // prettier-ignore
const save = async (config: Record<string, unknown>) => (await server.admin.call(sync.save, { body: config })).id
const usersDigest = async () => (await rows<{ digest: string }>(`select md5(string_agg(u::text, '|' order by u.id)) || (select count(*) from data_history) as digest from users u`))[0]!.digest // prettier-ignore
const logs = (id: string, where = 'true') => rows<{ object_type: string; operate_type: string; result: number; message: string }>(
  `select object_type, operate_type, result, message from sync_log where sync_id = $1 and ${where}`, [id]) // prettier-ignore

test('F12 1, D-56, X-SYNC-10 three organisations and ten users are imported, parents first, each with a log row; a second run changes nothing', async () => {
  source.people = Array.from({ length: 10 }, (_, n) => person(n, { dept: [`D${(n % 3) + 1}${from}`] }))
  const id = await save(hrConfig(source))
  const { task, run } = await runSync(server, id)
  expect(task).toMatchObject({ status: 'FINISH' })
  expect(run).toMatchObject({ state: 'done', complete: true, readOrg: 3, readUser: 10, written: 13, failed: 0 })
  expect(run.report).toMatchObject({
    org: { source: 3, linked: 3, stored: 3 },
    user: { source: 10, linked: 10, stored: 10 },
    differenceCount: 0,
  })
  expect(await logs(id, `operate_type = 'insert' and result = 1`)).toHaveLength(13)
  expect(await logs(id, `operate_type = 'run'`)).toHaveLength(1)
  const page = await server.admin.call(user.page, { query: { searchKey: `hr.person${from + 3}` } })
  expect(page.records.find(one => one.originUserId === `H${from + 3}`)).toMatchObject({
    realName: `员工${from + 3}`,
    orgName: `总部${from}`,
  })
  const paths = await rows<{ depth: number }>(`select max(a.depth)::int as depth from org o join org_ancestor a on a.org_id = o.id where o.origin_org_id = $1`, [`D3${from}`]) // prettier-ignore
  expect(paths[0]!.depth).toBe(3)

  const before = await usersDigest()
  const again = await runSync(server, id)
  expect(again.run).toMatchObject({ state: 'done', written: 0, user: { unchanged: 10 }, org: { unchanged: 3 } })
  expect(await usersDigest()).toBe(before)
  expect(await logs(id, `operate_type <> 'run'`)).toHaveLength(13)
  const config = await server.admin.call(sync.byId, { query: { id } })
  expect(config).toMatchObject({ lastResult: 1, failCount: 0, blockedRunId: null, runningTaskId: null })
  expect(config.recent.map(one => one.state)).toEqual(['done', 'done'])
})

test('F12 2, D-56 an incomplete read writes nothing and counts nobody as gone', async () => {
  source.people = people(60)
  const options = { path: 'data.list', page: { kind: 'page', size: 20 } }
  const id = await save(peopleConfig(source, { options }))
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 60 })
  const before = await usersDigest()
  const fails = async (says: RegExp) => {
    const { task, run } = await runSync(server, id)
    expect(task.status).toBe('ERROR')
    expect(run).toMatchObject({ state: 'failed', complete: false, written: 0 })
    expect(run.message).toMatch(says)
  }
  const answersOk = source.people
  // All three tries of the third page fail.
  source.whenAsked = page => {
    if (page === 2) for (let n = 0; n < 3; n++) source.next('/people', { status: 500, text: 'broken' })
  }
  await fails(/HTTP 500/)
  source.whenAsked = () => undefined
  source.next('/people', { status: 200, text: '<!doctype html><title>登录</title>' })
  await fails(/JSON/)
  source.next('/people', { status: 200, text: JSON.stringify({ data: { list: answersOk } }).slice(0, 400) })
  await fails(/JSON/)
  source.next('/people', { status: 302, headers: { location: 'http://169.254.169.254/' }, text: '' })
  await fails(/跳转/)
  expect(await usersDigest()).toBe(before)
  expect(await rows(`select 1 from sync_link where sync_id = $1 and gone_runs > 0`, [id])).toHaveLength(0)
  expect(await server.admin.call(sync.byId, { query: { id } })).toMatchObject({ lastResult: 0, failCount: 4 })
})

test('F12 2, D-56 an empty answer of a source is stopped by the brake, and nothing changes', async () => {
  source.people = people(5)
  const id = await save(peopleConfig(source))
  await runSync(server, id)
  const before = await usersDigest()
  source.people = []
  const { run } = await runSync(server, id)
  expect(run.state).toBe('blocked')
  expect(run.brake.map(one => one.rule)).toContain('nothingRead')
  expect(await usersDigest()).toBe(before)
  expect(await server.admin.call(sync.byId, { query: { id } })).toMatchObject({ lastResult: 3, blockedRunId: run.id })
  // When the source has recovered, the next plan replaces the blocked one.
  source.people = people(5)
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 0 })
  expect((await server.admin.call(sync.getRun, { query: { id: run.id } })).state).toBe('replaced')
})

test('F12 3, D-56 a missing user is disabled after two complete reads, loses their sessions only, and comes back as the same user', async () => {
  source.people = people(1000)
  const id = await save(peopleConfig(source))
  await runSync(server, id)
  const [one, byHand] = [await stored(0), await stored(1)]
  await server.given.grant({ subjectType: 'user', subjectId: one.id, appId: await server.given.app() })
  await rows(`insert into totp (user_id, secret, last_step) values ($1, 'x', 0)`, [one.id])
  await rows(`insert into passkey (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
    values ($1, $1, $1, 'x', 0, '{}', 'singleDevice', false, '通行密钥')`, [one.id]) // prettier-ignore
  const keptUsers = async () =>
    (await rows(`select (select count(*)::int from app_grant where subject_id = $1) as grants, (select count(*)::int from totp where user_id = $1) as codes,
      (select count(*)::int from passkey where user_id = $1) as passkeys, (select count(*)::int from job where user_id = $1) as jobs,
      (select count(*)::int from sync_link where object_id = $1) as links`, [one.id]))[0] // prettier-ignore
  const everything = { grants: 1, codes: 1, passkeys: 1, jobs: 1, links: 1 }
  const session = await server.as(one.id)
  const missing = source.people.splice(0, 3)
  const first = await runSync(server, id)
  expect(first.run).toMatchObject({ state: 'done', written: 0, user: { gone: 3 } })
  expect((await stored(0)).status).toBe(1)
  expect(await server.admin.call(sync.bySource, { query: { userId: one.id } })).toMatchObject([
    { syncId: id, goneRuns: 1, state: 'gone', isOwner: true },
  ])
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [byHand.id] } })
  const secondRun = await runSync(server, id)
  expect(secondRun.run).toMatchObject({ state: 'done', written: 2 })
  expect([(await stored(0)).status, (await stored(2)).status]).toEqual([0, 0])
  expect(await keptUsers()).toEqual(everything)
  await session.refused('signInAgain', user.profile, { body: {} }).catch(() => session.refused('forcedOut', user.profile, { body: {} }))
  const gone = { object_type: 'user', operate_type: 'delete', result: 1, message: '来源中已不存在，已停用' }
  expect(await logs(id, `operate_type = 'delete'`)).toEqual([gone, gone])
  expect((await runSync(server, id)).run.written).toBe(0)
  source.people.unshift(...missing)
  const back = await runSync(server, id)
  expect(back.run).toMatchObject({ state: 'done', user: { back: 3 } })
  expect(await stored(0)).toMatchObject({ id: one.id, status: 1 })
  expect(await keptUsers()).toEqual(everything)
  // No source enables a user whom an administrator has disabled.
  expect(await stored(1)).toMatchObject({ id: byHand.id, status: 0 })
})

test('F12 4, D-56 a run that loses sixty of a thousand users is stopped; another user releases exactly that plan, its starter cannot', async () => {
  source.people = people(1000)
  const id = await save(peopleConfig(source))
  expect((await runSync(server, id)).run.written).toBe(1000)
  source.people = source.people.slice(60)
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'blocked', mayRelease: false, user: { gone: 60 } })
  expect(run.brake.map(one => one.rule).toSorted()).toEqual(['goneCount', 'gonePercent', 'orgLoss'])
  expect(run.losses).toMatchObject([{ orgId: '1', count: 60 }])
  const body = { runId: run.id, digest: run.digest! }
  await server.admin.refused('syncOwnRelease', sync.release, { body })
  await second.refused('syncPlanChanged', sync.release, { body: { ...body, digest: 'f'.repeat(64) } })
  // A newer plan replaces the old one, which can then no longer be released.
  source.people.push(person(5000))
  const newer = await runSync(server, id)
  await second.refused('syncPlanChanged', sync.release, { body })
  const seen = await second.call(sync.getRun, { query: { id: newer.run.id } })
  expect(seen).toMatchObject({ state: 'blocked', mayRelease: true })
  const rowPage = await second.call(sync.pageRow, { query: { runId: newer.run.id, verdict: 'gone', size: 5 } })
  expect(rowPage).toMatchObject({ total: 60 })
  expect(rowPage.records[0]).toMatchObject({ goneRuns: 1, changes: [{ before: '启用', after: '停用' }] })
  await finished(second, await second.call(sync.release, { body: { runId: newer.run.id, digest: seen.digest! } }))
  const ended = await second.call(sync.getRun, { query: { id: newer.run.id } })
  expect(ended).toMatchObject({ state: 'done', written: 61, failed: 0 })
  expect(await rows(`select 1 from users where origin_user_id like $1 and status = 0`, [`H${from / 10_000}%`])).toHaveLength(60)
  await second.refused('syncPlanOver', sync.release, { body: { runId: newer.run.id, digest: seen.digest! } })
})

test('D-56 a plan released for additions and changes only leaves missing users as they are', async () => {
  source.people = people(40)
  const id = await save(peopleConfig(source))
  await runSync(server, id)
  source.people = [...source.people.slice(10), person(900)]
  const { run } = await runSync(server, id)
  expect(run.state).toBe('blocked')
  await finished(second, await second.call(sync.release, { body: { runId: run.id, digest: run.digest!, only: 'addChange' } }))
  const ended = await second.call(sync.getRun, { query: { id: run.id } })
  // The task is still linked to ten users whom the source no longer has, so the numbers differ.
  expect(ended).toMatchObject({
    state: 'part',
    written: 1,
    report: { user: { source: 31, ignored: 0, linked: 41, stored: 41, different: 10 } },
  })
  const left = Array.from({ length: 10 }, (_, n) => `H${from + n}`)
  expect(ended.report!.differences.map(one => one.originId).toSorted()).toEqual(left.toSorted())
  expect(new Set(ended.report!.differences.map(one => one.reason))).toEqual(new Set(['放行时只做新增与修改，未停用']))
  expect((await stored(900)).status).toBe(1)
  expect(await rows(`select 1 from sync_link where sync_id = $1 and gone_runs > 0`, [id])).toHaveLength(0)
  const again = await runSync(server, id)
  await server.admin.call(sync.discard, { body: { runId: again.run.id } })
  await second.refused('syncPlanOver', sync.release, { body: { runId: again.run.id, digest: again.run.digest! } })
})

test('D-56 a plan released for additions and changes only disables no user the source calls disabled, and lists them', async () => {
  const mapping = [...peopleConfig(source).mapping, { object: 'user' as const, to: 'status', from: 'state' }]
  source.people = people(40).map(one => ({ ...one, state: '1' }))
  const id = await save(peopleConfig(source, { mapping }))
  await runSync(server, id)
  source.people = [...source.people.map(one => ({ ...one, state: '0', name: `${one.name}改` })), person(900, { state: '0' })]
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'blocked', user: { changed: 40, new: 1 } })
  await finished(second, await second.call(sync.release, { body: { runId: run.id, digest: run.digest!, only: 'addChange' } }))
  const ended = await second.call(sync.getRun, { query: { id: run.id } })
  expect(ended).toMatchObject({ state: 'part', written: 1, failed: 0, report: { differenceCount: 40 } })
  expect(new Set(ended.report!.differences.map(one => one.reason))).toEqual(new Set(['放行时只做新增与修改，未停用']))
  const enabled = () =>
    rows(`select 1 from users where origin_user_id = any ($1) and status = 1`, [source.people.slice(0, 40).map(one => one.id)])
  expect(await enabled()).toHaveLength(40)
  // The rows were not recorded as written, so the next plan has them again.
  expect((await runSync(server, id)).run).toMatchObject({ state: 'blocked', user: { changed: 40 } })
  expect(await enabled()).toHaveLength(40)
})

test('F12 5, D-56 in one run two users swap phones, a department moves with its users, and another is renamed', async () => {
  source.people = [person(0), person(1), person(2, { dept: `D3${from}` })]
  const id = await save(hrConfig(source))
  await runSync(server, id)
  const [a, b] = [source.people[0]!, source.people[1]!]
  ;[a.mobile, b.mobile] = [b.mobile!, a.mobile!]
  const masks = [(await stored(0)).phone_mask, (await stored(1)).phone_mask]
  source.orgs[2]!.above = `D1${from}`
  source.orgs[1]!.title = `新研发部${from}`
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'done', failed: 0, user: { changed: 2 }, org: { changed: 2 } })
  expect([(await stored(1)).phone_mask, (await stored(0)).phone_mask]).toEqual(masks)
  const orgs = await rows<{ name: string; depth: number }>(`select o.name, max(a.depth)::int as depth from org o join org_ancestor a on a.org_id = o.id
    where o.origin_org_id = any ($1) group by o.name order by o.name`, [[`D2${from}`, `D3${from}`]]) // prettier-ignore
  expect(orgs).toEqual(expect.arrayContaining([{ name: `新研发部${from}`, depth: 2 }, { name: `测试组${from}`, depth: 2 }])) // prettier-ignore
})

test('D-56 organisations in a cycle or with an unknown parent are refused, and users stay where they are', async () => {
  source.people = [person(0, { dept: `D3${from}` })]
  const id = await save(hrConfig(source))
  await runSync(server, id)
  source.orgs[1]!.above = `D3${from}`
  source.orgs.push({ deptId: `D9${from}`, title: `孤立部门${from}`, above: 'nowhere' })
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'part', org: { refused: 2, unchanged: 2 } })
  expect(run.report!.differences.map(one => one.reason).toSorted()).toEqual(expect.arrayContaining([expect.stringContaining('循环')]))
  const [job] = await rows<{ origin: string }>(`select o.origin_org_id as origin from users u join job j on j.user_id = u.id join org o on o.id = j.org_id
    where u.origin_user_id = $1`, [`H${from}`]) // prettier-ignore
  expect(job!.origin).toBe(`D3${from}`)
})

test('D-56 two rows with one id are both refused, and the user does not count as gone', async () => {
  source.people = people(3)
  const id = await save(peopleConfig(source))
  await runSync(server, id)
  source.people.push({ ...person(0), name: '另一个人' })
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'part', user: { refused: 1, unchanged: 2, gone: 0 } })
  expect(await stored(0)).toMatchObject({ status: 1, real_name: `员工${from}` })
})

test('F12 6, D-56 a source never changes an administrator, whatever field matches', async () => {
  const adminId = await server.given.user({
    originUserId: `H${from + 7}`,
    phone: `136${String(from).padStart(8, '0')}`,
    realName: '管理员甲',
  })
  await server.given.role(adminId, '/organiz/index')
  source.people = [person(7, { mobile: `135${String(from).padStart(8, '0')}` })]
  const before = await stored(7)
  const id = await save(peopleConfig(source))
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'part', written: 0, user: { refused: 1 } })
  expect(run.report!.differences).toMatchObject([{ originId: `H${from + 7}`, reason: '管理员不由同步修改' }])
  expect(await stored(7)).toEqual(before)
})

test('F12 15, D-56 a row with the phone and name of a user but no id is a conflict; once linked by hand, the next run changes the user', async () => {
  const mobile = `134${String(from).padStart(8, '0')}`
  const present = await server.given.user({ phone: mobile, realName: '张三丰' })
  source.people = [person(1, { name: '张三丰', mobile, number: `N${from}` })]
  const id = await save(peopleConfig(source))
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'part', user: { conflict: 1 }, written: 0 })
  const conflicts = await server.admin.call(sync.pageConflict, { query: { syncId: id } })
  expect(conflicts.records).toMatchObject([{ originId: `H${from + 1}`, candidates: [{ id: present, name: '张三丰' }] }])
  expect(JSON.stringify(conflicts)).not.toContain(mobile)
  const body = { syncId: id, objectType: 'user' as const, originId: `H${from + 1}`, action: 'link' as const, targetId: present }
  await server.admin.call(sync.resolve, { body })
  await server.admin.refused('syncConflictMissing', sync.resolve, { body })
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', user: { changed: 1 } })
  expect((await stored(1)).id).toBe(present)
})

test('F12 9, X-SYNC-10 a second concurrent run of a task is refused, and a dry run writes nothing until it is released', async () => {
  source.people = people(3)
  const id = await save(peopleConfig(source))
  const both = await Promise.all([0, 1].map(() => server.admin.send(sync.run, { query: { id } })))
  expect(both.map(one => one.envelope.code).toSorted()).toEqual(['global_prompt', 'success'])
  expect(both.find(one => one.envelope.code === 'global_prompt')!.envelope.message).toBe('同步任务正在执行')
  await finished(server.admin, String(both.find(one => one.envelope.code === 'success')!.envelope.data))
  source.people.push(person(9))
  const { run } = await runSync(server, id, 'plan')
  expect(run).toMatchObject({ state: 'planned', written: 0, user: { new: 1 }, mayRelease: true })
  expect(await stored(9)).toBeUndefined()
  await finished(server.admin, await server.admin.call(sync.release, { body: { runId: run.id, digest: run.digest! } }))
  expect((await stored(9)).status).toBe(1)
})

test('D-56 fields a source maintains are changed by super administrators only, until the next run', async () => {
  source.people = [person(1, { number: `E${from}` })]
  const config = peopleConfig(source)
  const id = await save(config)
  await runSync(server, id)
  const { id: userId } = await stored(1)
  const editor = await server.given.user()
  await server.given.role(editor, '/organiz/index#*')
  const me = await server.as(editor)
  const edit = { id: userId, realName: `员工${from + 1}`, jobs: [{ orgId: '1', jobType: 1 as const }] }
  const refused = await me.refused('ownedBySource', user.update, { body: { ...edit, realName: '改了名' } })
  expect(refused.message).toBe(`该字段由「${config.name}」维护`)
  await me.refused('ownedBySource', user.update, { body: { ...edit, phone: '13300000001' } })
  await me.refused('ownedBySource', user.update, { body: { ...edit, employeeNumber: 'X1' } })
  await me.call(user.update, { body: { ...edit, remark: '自己的备注', employeeNumber: `E${from}` } })
  await server.admin.call(user.update, { body: { ...edit, realName: '改了名' } })
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', user: { changed: 1 } })
  expect(await stored(1)).toMatchObject({ real_name: `员工${from + 1}` })
  const [source1] = await server.admin.call(sync.bySource, { query: { userId } })
  expect(source1!.ownedFields.map(one => one.field)).toEqual(['originUserId', 'realName', 'phone', 'employeeNumber'])
  await server.admin.call(sync.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  await me.call(user.update, { body: { ...edit, realName: '停用后可改' } })
})

test('D-50, R1 if a node dies while writing, another one writes the rest, and nothing twice', async () => {
  source.people = people(3000)
  const id = await save(peopleConfig(source))
  const taskId = await server.admin.call(sync.run, { query: { id } })
  // The task loses its lease once a batch is written, as if its node had died; another worker takes it up.
  const written = async () =>
    (await rows<{ written: number; state: string }>(`select written, state from sync_run where sync_id = $1`, [id]))[0]!
  await expect.poll(async () => (await written()).written, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  await rows(
    `update async_task set attempt = attempt + 1, lease_until = now() - interval '1 second' where id = $1 and status = 'RUNNING'`,
    [taskId],
  )
  const task = await finished(server.admin, taskId, 100_000)
  expect(task.status).toBe('FINISH')
  expect(await written()).toEqual({ written: 3000, state: 'done' })
  expect(await rows(`select 1 from sync_log where sync_id = $1 and operate_type = 'insert'`, [id])).toHaveLength(3000)
  expect(await rows(`select 1 from sync_link where sync_id = $1`, [id])).toHaveLength(3000)
})
