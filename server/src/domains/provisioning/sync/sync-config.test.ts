import { quartz } from '@hufu/contract/operations/quartz'
import { HIDDEN_VALUE, sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { hrPerson, openHrSource, threeOrgs, type HrSource } from '../../../../test/fakes/hr-source.ts'
import { hrConfig, peopleConfig, runSync } from '../../../../test/syncs.ts'

let server: TestServer
/** A server without mock providers, which refuses loopback addresses. */
let strict: TestServer
let source: HrSource
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
  strict = await startTestServer({ beside: server })
  source = await openHrSource()
  source.people = [hrPerson(1), hrPerson(2)]
  source.orgs = threeOrgs
})
afterAll(async () => {
  await source.close()
  await strict.close()
  await server.close()
})
const rows = async <T>(text: string, values: unknown[] = []) => (await server.kernel.pool.query(text, values)).rows as T[]
const save = async (config: Record<string, unknown>) => (await server.admin.call(sync.save, { body: config })).id

test('X-SYNC-01, X-SYNC-02, X-SYNC-03, X-SYNC-04, X-SYNC-05, X-SYNC-06, X-SYNC-07 a task is saved, found, changed, disabled and deleted', async () => {
  const config = hrConfig(source, { name: '人事主数据', cron: '0 30 2 * * ?', remark: '每晚' })
  const id = await save(config)
  await server.admin.refused('syncNameTaken', sync.save, { body: config })
  expect(await server.admin.call(sync.nameTaken, { query: { name: '人事主数据' } })).toBe(true)
  expect(await server.admin.call(sync.nameTaken, { query: { name: '人事主数据', id } })).toBe(false)
  const found = await server.admin.call(sync.page, { query: { name: '主数据', direction: 'in', status: '1' } })
  expect(found).toMatchObject({
    total: 1,
    records: [{ id, type: 'http', cron: '0 30 2 * * ?', remark: '每晚', lastResult: null, recent: [] }],
  })
  expect(found.records[0]!.nextTime).toMatch(/ 02:30:00$/)
  expect(found.records[0]!.policy).toMatchObject({ onGone: 'disable', goneRuns: 2, brakePercent: 5 })
  const { version } = found.records[0]!
  await server.admin.call(sync.update, { body: { id, ...config, name: '人事主数据二', version } })
  await server.admin.refused('stale', sync.update, { body: { id, ...config, version } })
  await server.admin.refused('syncDirectionFixed', sync.update, { body: { id, ...config, direction: 'out' } })
  expect(await server.admin.call(sync.setStatus, { query: { status: '0' }, body: { ids: [id] } })).toBe(1)
  expect(await server.admin.call(sync.byId, { query: { id } })).toMatchObject({ name: '人事主数据二', status: 0, nextTime: null })
  await runSync(server, id)
  expect(await server.admin.call(sync.remove, { body: { ids: [id] } })).toBe(1)
  await server.admin.refused('syncMissing', sync.byId, { query: { id } })
  // The users stay, and so do the log rows, with the name of the deleted task.
  expect(await rows(`select 1 from users where origin_user_id in ('H1', 'H2')`)).toHaveLength(2)
  expect(await rows(`select 1 from sync_log where sync_id = $1 and sync_name = '人事主数据二'`, [id])).toHaveLength(6)
})

test('F12 7, X-SYNC-02, X-SYNC-04, D-57 secrets are encrypted, never returned, kept where they are left out, and in no record', async () => {
  const SECRET = 'Zz-token-7731'
  const HEADER = 'Zz-header-9942'
  const connection = {
    options: { path: 'data.list', auth: { kind: 'bearer' } },
    secret: SECRET,
    headers: { 'X-Api-Key': HEADER, Accept: 'application/json' },
  }
  const id = await save(peopleConfig(source, connection))
  const shown = await server.admin.call(sync.byId, { query: { id } })
  expect(shown).toMatchObject({ secret: HIDDEN_VALUE, headers: { 'X-Api-Key': HIDDEN_VALUE, Accept: HIDDEN_VALUE } })
  const edit = { ...peopleConfig(source, connection), id, name: '改名后' }
  await server.admin.call(sync.update, { body: { ...edit, secret: '', headers: { 'X-Api-Key': HIDDEN_VALUE } } })
  const [stored] = await rows<{ name: string; sealed: string }>(
    `select name, sealed from sync_secret where sync_id = $1 and name = 'secret'`,
    [id],
  )
  expect(server.kernel.keys.openField(stored!.sealed)).toBe(SECRET)
  expect((await server.admin.call(sync.byId, { query: { id } })).headers).toEqual({ 'X-Api-Key': HIDDEN_VALUE })
  // A kept secret does not follow the task to another host.
  await server.admin.refused('syncSecretAgain', sync.update, {
    body: { ...edit, secret: '', headers: {}, url: 'https://elsewhere.example/people' },
  })
  await server.admin.refused('syncSecretAgain', sync.testConnect, {
    body: { id, direction: 'in', url: 'https://elsewhere.example/people' },
  })
  await server.admin.call(sync.testConnect, { body: { id, direction: 'in', url: `${source.address}/people` } })
  await runSync(server, id)
  // The source's error replies contain the secrets it was sent.
  for (let tries = 0; tries < 3; tries++) source.next('/people', { status: 500, text: `${SECRET} ${HEADER}` })
  expect((await runSync(server, id)).run.state).toBe('failed')
  const tables = await rows<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(100)
  const holding = tables.map(({ name }) => `select '${name}' as name where exists (select 1 from ${name} t where t::text ~ $1)`)
  expect(await rows(holding.join(' union all '), [`${SECRET}|${HEADER}`])).toEqual([])
})

test('F12 8, D-56, T23 a source on this machine or at a link-local address is refused, also when a stored address is used', async () => {
  for (const url of [
    'http://127.0.0.1:9/people',
    'http://169.254.169.254/latest',
    'http://localhost/people',
    'ftp://hr.example/',
    'file:///etc/passwd',
  ])
    await strict.admin.refused('syncAddressRefused', sync.save, { body: { ...peopleConfig(source), url } })
  const orgUrl = 'http://127.0.0.1/depts'
  await strict.admin.refused('syncAddressRefused', sync.save, {
    body: { ...hrConfig(source), url: 'http://10.1.2.3/people', options: { path: 'data.list', orgUrl } },
  })
  await strict.admin.call(sync.save, { body: { ...peopleConfig(source), url: 'http://10.1.2.3/people' } })
  // A stored address is checked again when it is used.
  const id = await save(peopleConfig(source))
  const requestsBefore = source.requests.length
  const tested = await strict.admin.send(sync.testConnect, { body: { id, direction: 'in' } })
  expect(tested.envelope.code === 'success' ? tested.envelope.data : tested.envelope).toMatchObject({ message: '地址不允许访问' })
  expect(source.requests).toHaveLength(requestsBefore)
})

test('X-SYNC-09 testing a source shows its first page, masked, and the paths that are empty', async () => {
  const config = {
    direction: 'in' as const,
    url: `${source.address}/people`,
    options: { path: 'data.list' },
    mapping: peopleConfig(source).mapping,
  }
  const tested = await server.admin.call(sync.testConnect, { body: config })
  expect(tested).toMatchObject({ ok: true, httpStatus: 200, count: 2, missing: ['number'] })
  expect(tested.sample[0]).toMatchObject({ id: 'H1', mobile: '137****0001' })
  source.next('/people', { status: 401, text: 'no' })
  expect(await server.admin.call(sync.testConnect, { body: config })).toMatchObject({ ok: false, httpStatus: 401, sample: [], count: null })
  const nobody = { ...config, url: 'http://127.0.0.1:9/people' }
  const failed = await server.admin.call(sync.testConnect, { body: nobody })
  expect(failed).toMatchObject({ ok: false, httpStatus: null, message: '无法连接来源' })
})

test('F12 14, X-SYNC-08 a faulty mapping is refused with the name of the field', async () => {
  const lines = peopleConfig(source).mapping
  const refused = async (mapping: unknown, message: string) =>
    expect((await server.admin.send(sync.save, { body: { ...peopleConfig(source), mapping } })).envelope.message).toBe(message)
  await refused([...lines, { to: 'salary', from: 'x' }], '映射的字段「salary」不存在')
  await refused(lines.filter(line => line.to !== 'realName'), '映射缺少必填字段「姓名」') // prettier-ignore
  await refused([...lines, { to: 'realName', from: 'x' }], '映射的字段「姓名」重复')
  await refused([...lines, { to: 'remark' }], '映射的字段「备注」没有来源')
  await refused([...lines, { to: 'remark', from: 'a..b' }], '「备注」的来源路径不正确')
  await refused([...lines, { to: 'remark', from: 'a', transform: [{ kind: 'split', separator: ',' }] }], '「备注」的转换不适用')
  const listed = await server.admin.call(sync.listField, { query: { objectType: 'user' } })
  expect(listed.filter(one => one.required).map(one => one.field)).toEqual(['originUserId', 'userName', 'realName'])
  expect(listed.find(one => one.field === 'phone')).toMatchObject({ name: '手机号', unique: true, sensitive: true })
  expect(await server.admin.call(sync.listTransform)).toHaveLength(21)
})

test('F12 14, D-56 a preview shows what the run then does, with ten transforms', async () => {
  source.people = [
    hrPerson(31, { login: ' HR.Person３１ ', name: '李 四', mobile: '+86 136-0000-0031', state: 'A', number: '部门/研发/007' }),
  ]
  const mapping = [
    { to: 'originUserId', from: 'id' },
    { to: 'userName', from: 'login', transform: [{ kind: 'trim' }, { kind: 'nfkc' }, { kind: 'lower' }] },
    { to: 'realName', from: 'name', transform: [{ kind: 'replace', find: ' ', by: '' }] },
    { to: 'phone', from: 'mobile', transform: [{ kind: 'phoneCn' }] },
    { to: 'status', from: 'state', transform: [{ kind: 'map', map: { A: '1', L: '0' } }] },
    {
      to: 'employeeNumber',
      from: 'number',
      transform: [
        { kind: 'split', separator: '/' },
        { kind: 'part', index: -1 },
      ],
    },
    { to: 'remark', transform: [{ kind: 'template', text: '{{id}}/{{name}}' }] },
    {
      to: 'validEndTime',
      from: 'gone',
      transform: [
        { kind: 'default', value: '20301231' },
        { kind: 'date', format: 'yyyyMMdd' },
      ],
    },
  ]
  const config = peopleConfig(source, { mapping })
  const [row] = await server.admin.call(sync.preview, { body: config })
  expect(row).toMatchObject({ originId: 'H31', verdict: 'new', faults: [] })
  const values = Object.fromEntries(row!.mapped.map(one => [one.field, one.value]))
  expect(values).toMatchObject({
    userName: 'hr.person31', realName: '李四', phone: '136****0031', status: '1', employeeNumber: '007', remark: 'H31/李 四', validEndTime: '2030-12-31 23:59:59',
  }) // prettier-ignore
  expect(await rows(`select 1 from users where origin_user_id = 'H31'`)).toHaveLength(0)
  await runSync(server, await save(config))
  const [stored] = await rows(
    `select user_name, real_name, phone_mask, status, employee_number, remark, valid_end_time from users where origin_user_id = 'H31'`,
  )
  expect(stored).toEqual({
    user_name: values.userName, real_name: values.realName, phone_mask: values.phone, status: 1, employee_number: values.employeeNumber,
    remark: values.remark, valid_end_time: values.validEndTime,
  }) // prettier-ignore
  source.people[0]!.state = 'unknown'
  expect((await server.admin.call(sync.preview, { body: { ...config, name: '再看' } }))[0]).toMatchObject({
    verdict: 'refused',
    faults: [{ label: '状态' }],
  })
  await server.admin.refused('syncOptionProblem', sync.preview, { body: { ...config, policy: { noSuchRule: 1 } } })
})

test('D-55 a task is started by a scheduled job and by its own schedule', async () => {
  source.people = [hrPerson(51)]
  const id = await save(peopleConfig(source, { cron: '0 0 3 * * ?' }))
  await server.admin.refused('quartzParamsProblem', quartz.save, { body: { name: '同步', jobCode: 'syncRun', cron: '0 0 4 * * ?' } })
  const job = await server.admin.call(quartz.save, {
    body: { name: '同步', jobCode: 'syncRun', cron: '0 0 4 * * ?', params: { syncId: id } },
  })
  const done = async (trigger: string) =>
    (await server.admin.call(sync.pageRun, { query: { syncId: id } })).records.filter(
      run => run.trigger === trigger && run.state === 'done',
    ).length
  await server.admin.call(quartz.run, { query: { id: job.id } })
  await expect.poll(() => done('job')).toBe(1)
  await rows(`update sync_state set next_time = now() - interval '1 minute' where sync_id = $1`, [id])
  await expect.poll(() => done('clock')).toBe(1)
  const [state] = await rows<{ ahead: boolean }>(`select next_time > now() as ahead from sync_state where sync_id = $1`, [id])
  expect(state!.ahead).toBe(true)
  await server.admin.refused('cronTooOften', sync.save, { body: peopleConfig(source, { cron: '*/5 * * * * ?' }) })
})
