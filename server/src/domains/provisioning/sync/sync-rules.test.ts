import { syncLog } from '@hufu/contract/provisioning/sync-log'
import { sync } from '@hufu/contract/provisioning/sync'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { task } from '@hufu/contract/task'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hrPerson, openHrSource, type HrPerson, type HrSource } from '../../../../test/fakes/hr-source.ts'
import { finished, startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { downloaded } from '../../../../test/sheets.ts'
import { hrConfig, hrMapping, peopleConfig, runSync } from '../../../../test/syncs.ts'
import { newId } from '../../../platform/database/ids.ts'

const settings = { HUFU_MOCK_PROVIDERS: '1' }
let server: TestServer
let source: HrSource
let from = 0
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings })
  source = await openHrSource()
})
afterAll(async () => {
  await source.close()
  await server.close()
})
beforeEach(() => {
  from += 1000
  source.whenAsked = () => undefined
})
const person = (n: number, more: Partial<HrPerson> = {}) => hrPerson(from + n, more)
const people = (count: number) => Array.from({ length: count }, (_, n) => person(n))
const rows = async <T>(text: string, values: unknown[] = []) => (await server.kernel.pool.query(text, values)).rows as T[]
const save = async (body: Record<string, unknown>) => (await server.admin.call(sync.save, { body: body as never })).id
const idOf = async (n: number) => (await rows<{ id: string }>('select id from users where origin_user_id = $1', [`H${from + n}`]))[0]!.id

test('F4 a source that answers 500 on its seventh page three times writes nothing', async () => {
  source.people = people(200)
  const id = await save(peopleConfig(source, { options: { path: 'data.list', page: { kind: 'page', size: 20 } } }))
  source.whenAsked = page => {
    if (page === 6) for (let n = 0; n < 3; n++) source.next('/people', { status: 500, text: 'broken' })
  }
  const { run, task: ended } = await runSync(server, id)
  expect([ended.status, run.state, run.written]).toEqual(['ERROR', 'failed', 0])
  expect(await rows('select 1 from users where origin_user_id like $1', [`H${from / 1000}___`])).toEqual([])
})

test('F6 a user of several departments has a job in each, the first as main job, and loses those no longer listed', async () => {
  source.orgs = ['A', 'B', 'C'].map(key => ({ deptId: `${key}${from}`, title: `${key}处${from}` }))
  source.people = [person(0, { dept: [`A${from}`, `B${from}`, `C${from}`] })]
  const id = await save(hrConfig(source))
  await runSync(server, id)
  const jobs = async () => rows<{ name: string; job_type: number }>(
    'select o.name, j.job_type from job j join org o on o.id = j.org_id where j.user_id = $1 order by j.job_type, o.name', [await idOf(0)]) // prettier-ignore
  const before = await jobs()
  expect(before.map(({ name }) => name)).toEqual([`A处${from}`, `B处${from}`, `C处${from}`])
  expect(before.map(({ job_type: type }) => type)[0]).toBe(1)
  source.people = [person(0, { dept: [`B${from}`, `A${from}`] })]
  await runSync(server, id)
  const after = await jobs()
  expect(after.map(({ name }) => name)).toEqual([`B处${from}`, `A处${from}`])
})

test('F6 without a mapped parent an organisation stays where an administrator moved it, in preview and run', async () => {
  const above = await server.given.org()
  source.orgs = [{ deptId: `A${from}`, title: `甲处${from}` }]
  source.people = []
  const config = hrConfig(source, { mapping: hrMapping.filter(line => line.to !== 'parentOriginId') })
  const id = await save(config)
  await runSync(server, id)
  const find = async () => (await rows<{ id: string; parent_id: string; name: string }>(
    'select id, parent_id, name from org where origin_org_id = $1', [`A${from}`]))[0]! // prettier-ignore
  const { id: orgId, parent_id: parentId } = await find()
  expect(parentId).toBe('1')
  await server.admin.call(org.move, { body: { ids: [orgId], targetParentId: above } })
  source.orgs[0]!.title = `甲局${from}`
  const [shown] = await server.admin.call(sync.preview, { body: { id, ...config } as never })
  expect(shown!.changes.map(({ field }) => field)).toEqual(['name'])
  await runSync(server, id)
  expect(await find()).toEqual({ id: orgId, parent_id: above, name: `甲局${from}` })
})

test('F12, D-56 a preview shows no move of an organisation whose parent is unchanged', async () => {
  source.orgs = [
    { deptId: `A${from}`, title: `甲处${from}` },
    { deptId: `B${from}`, title: `乙科${from}`, above: `A${from}` },
  ]
  source.people = []
  const config = hrConfig(source)
  const id = await save(config)
  await runSync(server, id)
  for (const orgs of [source.orgs, source.orgs.slice(1)]) {
    source.orgs = orgs
    const shown = await server.admin.call(sync.preview, { body: { id, ...config } as never })
    expect(shown.map(({ verdict }) => verdict)).toEqual(orgs.map(() => 'unchanged'))
  }
})

test('F6 a second source links a user another source owns, adds fields that one does not write, and changes nothing else', async () => {
  source.people = people(2)
  const own = await save(peopleConfig(source))
  await runSync(server, own)
  const other = await openHrSource()
  other.people = [{ ...person(0), id: `X${from}`, name: '别的名字', number: `N-${from}` }]
  const mapping = [
    { to: 'originUserId', from: 'id' },
    { to: 'userName', from: 'login' },
    { to: 'realName', from: 'name' },
    { to: 'remark', from: 'number' },
  ]
  const id = await save(peopleConfig(other, { mapping }, { correlate: ['originId', 'userName'], brakeMin: 1000 }))
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', user: { changed: 1 } })
  const found = await rows('select real_name, remark, origin_user_id from users where id = $1', [await idOf(0)])
  expect(found).toEqual([{ real_name: `员工${from}`, remark: `N-${from}`, origin_user_id: `H${from}` }])
  const sources = await server.admin.call(sync.bySource, { query: { userId: await idOf(0) } })
  expect(sources.map(({ syncId, isOwner }) => [syncId, isOwner])).toEqual([
    [own, true],
    [id, false],
  ])
  // A source does not disable a user whom another source owns.
  other.people = [{ ...person(9), id: `Y${from}` }]
  await runSync(server, id)
  await runSync(server, id)
  expect((await rows<{ status: number }>('select status from users where id = $1', [await idOf(0)]))[0]!.status).toBe(1)
  await other.close()
})

test('D-75 the sources of an object are shown only to administrators who have it in scope', async () => {
  source.people = people(1)
  const id = await save(peopleConfig(source))
  await runSync(server, id)
  const [branch, foreign] = [await server.given.org(), await server.given.org()]
  const link = { syncId: id, objectType: 'org' as const, isOwner: true }
  for (const objectId of [branch, foreign])
    await server.kernel.db
      .insertInto('syncLink')
      .values({ ...link, originId: objectId, objectId })
      .execute()
  const boss = await server.given.user({ org: branch })
  await server.given.gradeAdmin(boss, branch, 1, '/organiz/index', '/organiz/org-list')
  const they = await server.as(boss)
  const sources = async (as: Subject, query: { userId?: string; orgId?: string }) =>
    (await as.call(sync.bySource, { query: query as never })).map(({ syncId }) => syncId)
  const user0 = await idOf(0)
  expect([await sources(server.admin, { userId: user0 }), await sources(they, { userId: user0 })]).toEqual([[id], []])
  expect([await sources(they, { orgId: branch }), await sources(they, { orgId: foreign })]).toEqual([[id], []])
})

test('F16 a run cancelled while reading writes nothing; the next one does everything', async () => {
  source.people = people(60)
  const id = await save(peopleConfig(source, { options: { path: 'data.list', page: { kind: 'page', size: 20 } } }))
  const lockHolder = await server.kernel.pool.connect()
  await lockHolder.query('begin')
  await lockHolder.query('lock table sync_link in access exclusive mode')
  const before = source.requests.length
  try {
    const taskId = await server.admin.call(sync.run, { query: { id } })
    await expect.poll(() => source.requests.length).toBeGreaterThan(before)
    await server.admin.call(task.cancel, { query: { taskId } })
  } finally {
    await lockHolder.query('rollback')
    lockHolder.release()
  }
  const state = async () => (await server.admin.call(sync.pageRun, { query: { syncId: id } })).records[0]!.state
  await expect.poll(state).toBe('cancelled')
  expect(await rows('select 1 from sync_link where sync_id = $1', [id])).toEqual([])
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 60 })
})

test.each(['their branch', 'everything'])(
  'N-02 a task whose root is %s puts no user where they would gain rights that its editor does not hold',
  async where => {
    const root = await server.given.org()
    const [plain, rich] = [
      await server.given.org({ parentId: root, name: `普通${from}` }),
      await server.given.org({ parentId: root, name: `富有${from}` }),
    ]
    await rows(`update org set origin_org_id = name where id = any ($1)`, [[plain, rich]])
    const appId = await server.given.app()
    await server.given.grant({ subjectType: 'org', subjectId: rich, appId })
    const keeper = await server.given.user({ org: root })
    await server.given.gradeAdmin(keeper, root, 1, '/sync/config', '/organiz/index', '/organiz/org-list')
    source.people = [person(0, { dept: `普通${from}` }), person(1, { dept: `富有${from}` })]
    const id = await save({
      ...hrConfig(source, { objectType: 'user', options: { path: 'data.list' } }, { rootOrgId: where === 'everything' ? '1' : root }),
      mapping: hrConfig(source).mapping.filter(line => line.object === 'user'),
    })
    await rows('update sync_config set edited_by = $2 where id = $1', [id, keeper])
    const { run } = await runSync(server, id)
    expect(run, run.message).toMatchObject({ state: 'part', written: 1, failed: 1 })
    expect(await rows('select origin_user_id from users where origin_user_id = any ($1)', [[`H${from}`, `H${from + 1}`]])).toEqual([
      { origin_user_id: `H${from}` },
    ])
  },
)

test('N-02 an administrator of a branch keeps tasks that write within the branch, and no others', async () => {
  const [root, elsewhere] = [await server.given.org(), await server.given.org()]
  const keeper = await server.given.user({ org: root })
  await server.given.forDelegations('/sync/config')
  await server.given.gradeAdmin(keeper, root, 1, '/sync/config')
  const as = await server.as(keeper)
  const config = (rootOrgId?: string) => hrConfig(source, {}, rootOrgId === undefined ? {} : { rootOrgId })
  for (const rootOrgId of [undefined, '1', elsewhere]) await as.refused('orgMissing', sync.save, { body: config(rootOrgId) })
  const { id } = await as.call(sync.save, { body: config(root) })
  await as.refused('orgMissing', sync.update, { body: { id, ...config(elsewhere) } })
  const foreign = await save(config())
  await as.refused('syncMissing', sync.update, { body: { id: foreign, ...config() } })
})

test('N-02, N-11 a user brought back by a source regains no label, grant or role that the task’s editor does not hold', async () => {
  const { given } = server
  const [root, held, unheld] = [await given.org(), await given.app(), await given.app()]
  source.people = people(3)
  const id = await save(peopleConfig(source, {}, { rootOrgId: root, onGone: 'trash', goneRuns: 1 }))
  await runSync(server, id)
  const [labelId, userId] = [newId(), await idOf(1)]
  await rows('insert into user_label (id, name) values ($1, $1)', [labelId])
  await rows('insert into user_label_member (user_id, label_id) values ($1, $2)', [userId, labelId])
  await given.grant({ subjectType: 'label', subjectId: labelId, appId: unheld })
  for (const appId of [held, unheld]) await given.grant({ subjectType: 'user', subjectId: userId, appId })
  source.people = [person(0), person(2)]
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', user: { gone: 1 } })
  // The role is added only now, because the run would not have deleted an administrator.
  const roleId = await given.role(await given.user(), '/audit/sms')
  await rows(`update users set deleted_roles = jsonb_build_array(jsonb_build_object('id', $2::text, 'status', 1)) where id = $1`, [
    userId,
    roleId,
  ])
  const keeper = await given.user({ org: root })
  await given.gradeAdmin(keeper, root, 1, '/sync/config', '/organiz/index', '/organiz/org-list')
  await given.grant({ subjectType: 'user', subjectId: keeper, appId: held })
  await rows('update sync_config set edited_by = $2 where id = $1', [id, keeper])
  source.people = people(3)
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', user: { back: 1 } })
  expect(await server.admin.call(user.byId, { query: { id: userId } })).toMatchObject({ status: 1, labelIds: [] })
  expect(await rows('select app_id from app_grant where subject_id = $1', [userId])).toEqual([{ app_id: held }])
  expect(await rows('select 1 from user_role where user_id = $1', [userId])).toEqual([])
})

test('R4 a due task is run once by one of two nodes', async () => {
  source.people = people(2)
  const id = await save({ ...peopleConfig(source), cron: '0 0 3 * * ?' })
  const beside = await startTestServer({ jobs: true, settings, beside: server })
  try {
    for (let n = 0; n < 3; n++) {
      await rows('update sync_state set next_time = now() where sync_id = $1', [id])
      const count = async () =>
        (await rows(`select 1 from sync_run where sync_id = $1 and trigger = 'clock' and state = 'done'`, [id])).length
      await expect.poll(count).toBe(n + 1)
    }
    expect(await rows('select 1 from sync_run where sync_id = $1', [id])).toHaveLength(3)
  } finally {
    await beside.close()
  }
})

test('F10 5 a plan takes no more queries for two hundred rows than for twenty', async () => {
  const askedBy = async (count: number) => {
    from += 1000
    source.people = people(count)
    const id = await save(peopleConfig(source))
    let queries = 0
    const query = pg.Client.prototype.query as (this: object, ...args: unknown[]) => unknown
    pg.Client.prototype.query = function (this: object, ...args: unknown[]) {
      const text = typeof args[0] === 'string' ? args[0] : String((args[0] as { text?: string }).text)
      if (/sync_row|sync_link|sync_conflict|live_user| users | job /.test(text)) queries++
      return query.apply(this, args)
    } as typeof pg.Client.prototype.query
    try {
      await runSync(server, id, 'plan')
    } finally {
      pg.Client.prototype.query = query as typeof pg.Client.prototype.query
    }
    return queries
  }
  await askedBy(20)
  const [few, many] = [await askedBy(20), await askedBy(200)]
  expect(few).toBeGreaterThan(5)
  expect(Math.abs(many - few)).toBeLessThan(12)
})

test.each([
  ['as it is', []],
  ['as a mobile number', [{ kind: 'phoneCn' as const }]],
] as const)(
  'D-56 a telephone read %s is written by its digits, and one that is no mobile leaves out only itself',
  async (_how, transform) => {
    const written = ['+86 138 1200 0001', '138-1200-0002', '008613812000003', '010-12345678', '138 1200 0005 转 8']
    source.people = written.map((mobile, n) => person(n, { mobile }))
    const mapping = hrMapping
      .filter(line => line.object === 'user' && line.to !== 'jobs')
      .map(line => (line.to === 'phone' ? { ...line, transform: [...transform] } : line))
    const id = await save(peopleConfig(source, { mapping }))
    const { run } = await runSync(server, id)
    expect(run).toMatchObject({ state: 'done', written: written.length, user: { new: written.length, refused: 0 } })
    const masks = await rows<{ phoneMask: string | null }>('select phone_mask as "phoneMask" from users where origin_user_id like $1 order by origin_user_id', [`H${from / 1000}___`]) // prettier-ignore
    expect(masks.map(row => row.phoneMask)).toEqual(['138****0001', '138****0002', '138****0003', null, null])
    const { records } = await server.admin.call(sync.pageRow, { query: { runId: run.id, size: 50 } })
    const notes = records.map(row => [row.originId, row.faults.map(({ label, message }) => `${label}：${message}`).join()])
    const leftOut = '手机号：不是中国大陆手机号，未写入'
    expect(new Map(notes as [string, string][])).toEqual(new Map(written.map((_, n) => [`H${from + n}`, n < 3 ? '' : leftOut])))
    const { records: logged } = await server.admin.call(syncLog.page, { query: { syncId: id, result: 1, size: 50 } })
    expect(logged.find(row => row.originId === `H${from + 3}`)!.message).toContain(leftOut)
    // What is left out leaves a stored number alone.
    source.people[0] = person(0, { mobile: '8888' })
    expect((await runSync(server, id)).run).toMatchObject({ state: 'done', user: { refused: 0 } })
    const [first] = await rows<{ phoneMask: string }>('select phone_mask as "phoneMask" from users where id = $1', [await idOf(0)])
    expect(first!.phoneMask).toBe('138****0001')
    await rows(`update users set phone_hash = null, phone_cipher = null, phone_mask = null, phone_tail = null where origin_user_id like $1`, [`H${from / 1000}___`]) // prettier-ignore
  },
)

test('D-56 whole numbers beyond 2^53 keep their digits, as ids, as references and as the cursor of the next page', async () => {
  const id = (n: number) => `17500000000000${from}${n}`
  const orgs = `{"data":{"list":[{"deptId":${id(1)},"title":"甲${from}"},{"deptId":${id(2)},"title":"乙${from}","above":${id(1)}}]}}`
  source.next('/depts', { text: orgs })
  source.next('/people', { text: `{"data":{"list":[{"id":${id(3)},"login":"big${from}","name":"大","dept":${id(2)}}]},"next":${id(9)}}` })
  const page = { kind: 'cursor' as const, param: 'after', nextPath: 'next' }
  const options = { path: 'data.list', orgUrl: `${source.address}/depts`, page }
  source.people = []
  const syncId = await save(hrConfig(source, { options }))
  const { run } = await runSync(server, syncId)
  expect(run).toMatchObject({ state: 'done', org: { new: 2 }, user: { new: 1 } })
  const made = await rows('select u.origin_user_id, o.origin_org_id from users u join job j on j.user_id = u.id join org o on o.id = j.org_id where u.user_name = $1', [`big${from}`]) // prettier-ignore
  expect(made).toEqual([{ origin_user_id: id(3), origin_org_id: id(2) }])
  const asked = source.requests.map(({ url }) => url.searchParams.get('after')).find(after => after !== null)
  expect(asked).toBe(id(9))
})

const dated = (format: string) =>
  hrMapping
    .filter(line => line.object === 'user' && line.to !== 'jobs')
    .concat({ object: 'user', to: 'validEndTime', from: 'until', transform: [{ kind: 'date', format }] } as never)
test.each(['yyyyyyyy', 'yyyy MM yyyy', 'MM', 'dd/MM', 'yyyy-M-d', 'yyyy-dd', 'HH:mm', 'yyyy年MM月dd日 hh时', 'x', 'yyyyMMddHHmmssSSS'])(
  'D-56 the date format %s is refused by its field when it is saved and when it is tried',
  async format => {
    const body = peopleConfig(source, { mapping: dated(format) })
    source.people = [{ ...person(0), until: '2027' } as HrPerson]
    for (const call of [sync.save, sync.preview]) {
      const { status, envelope } = await server.admin.send(call, { body: (call === sync.preview ? { ...body, name: undefined } : body) as never }) // prettier-ignore
      expect({ status, code: envelope.code, message: envelope.message }).toEqual({ status: 200, code: 'global_prompt', message: `「有效期至」的日期格式“${format}”不正确：应如 yyyyMMdd 或 yyyy-MM-dd HH:mm:ss，每部分只写一次` }) // prettier-ignore
    }
  },
)
test.each([
  ['yyyyMMdd', '20271231', '2027-12-31 23:59:59'],
  ['dd/MM/yyyy HH:mm', '31/12/2027 18:30', '2027-12-31 18:30:00'],
  ['yyyy年MM月dd日', '2027年12月31日', '2027-12-31 23:59:59'],
  ['yyyy-MM-ddTHH:mm:ss', '2027-12-31T18:30:05', '2027-12-31 18:30:05'],
])('D-56 the date format %s reads %s', async (format, until, meant) => {
  source.people = [{ ...person(0), until } as HrPerson]
  const [row] = await server.admin.call(sync.preview, { body: { ...peopleConfig(source, { mapping: dated(format) }), name: undefined } as never }) // prettier-ignore
  expect(row!.mapped.find(({ field }) => field === 'validEndTime')!.value).toBe(meant)
})

test('D-56 a value of more than 20,000 characters, before or after any step, refuses its row, and the others are written', async () => {
  const long = { kind: 'replace' as const, find: 'a', by: 'a'.repeat(100) }
  const lines = hrMapping.filter(line => line.object === 'user' && line.to !== 'jobs')
  const mapping = [...lines, { object: 'user' as const, to: 'remark', from: 'note', transform: [long, long, long, long] }]
  const id = await save(peopleConfig(source, { mapping }))
  const notes = ['a', 'aaaa', 'b', 'b'.repeat(20_001), Array.from({ length: 20_001 }, () => 'b')]
  source.people = notes.map((note, n) => ({ ...person(n), note }) as HrPerson)
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ written: 1, user: { new: 1, refused: 4 } })
  const { records } = await server.admin.call(sync.pageRow, { query: { runId: run.id, verdict: 'refused' } })
  expect(records.map(row => row.faults.map(({ label, message }) => `${label}：${message}`))).toEqual(records.map(() => ['备注：值超过20000个字符'])) // prettier-ignore
})

test('F9 a plan is exported as a sheet, masked as on the page', async () => {
  source.people = people(3)
  const id = await save(peopleConfig(source))
  const { run } = await runSync(server, id, 'plan')
  const taskId = await server.admin.call(sync.exportPlan, { query: { runId: run.id, uuid: `plan-${from}` } })
  const { fileId } = await finished(server.admin, taskId)
  const sheet = await downloaded(server.admin, fileId)
  expect(sheet.rows).toHaveLength(3)
  expect(sheet.rows[0]).toEqual(expect.arrayContaining(['用户', `员工${from}`, `H${from}`, '新增']))
  expect(JSON.stringify(sheet)).not.toContain(source.people[0]!.mobile)
  await server.admin.refused('syncRunMissing', sync.exportPlan, { query: { runId: 'nothere', uuid: `plan-nothere-${from}` } })
})

test('X-SYNC-01 the list shows the counts of each task’s last plan, by verdict', async () => {
  source.people = people(4)
  const id = await save(peopleConfig(source))
  await runSync(server, id, 'plan')
  const { records } = await server.admin.call(sync.page, { query: {} })
  expect(records.find(one => one.id === id)).toMatchObject({ lastCounts: { new: 4 } })
  expect((await server.admin.call(user.page, { query: { searchKey: `hr.person${from}` } })).total).toBe(0)
})
