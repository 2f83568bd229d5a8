import { afterAll, beforeAll, expect, test } from 'vitest'
import { orgSetting } from '@hufu/contract/directory/org-setting'
import { positionAttribute } from '@hufu/contract/directory/position-attribute'
import type { PositionAttributeKind } from '@hufu/contract/directory/position-attribute-list'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const fields = { rank: 'rankId', title: 'positionalTitlesId', duty: 'positionId', post: 'stationId' } as const
const marks = { rank: 'rank', title: 'positionalTitles', duty: 'position', post: 'station' } as const
const missing = { rank: 'rankMissing', title: 'titleMissing', duty: 'dutyMissing', post: 'postMissing' } as const
const other = (kind: PositionAttributeKind): PositionAttributeKind => (kind === 'rank' ? 'post' : 'rank')

let serial = 0
const fresh = (more: Record<string, unknown> = {}) => ({ name: `名${++serial}`, code: `C${serial}`, ...more })
const add = async (kind: PositionAttributeKind, more: Record<string, unknown> = {}) =>
  (await server.admin.call(positionAttribute[kind].save, { body: fresh(more) })).id
const read = (kind: PositionAttributeKind, id: string) => server.admin.call(positionAttribute[kind].byId, { query: { id } })
const holding = (kind: PositionAttributeKind, id: string) => server.given.user({ jobs: [{ orgId: '1', jobType: 1, [fields[kind]]: id }] })

test.each([
  ['X-RANK-02', 'rank'],
  ['X-TITLE-02', 'title'],
  ['X-DUTY-02', 'duty'],
  ['X-POST-02', 'post'],
] as const)('%s only the enabled entries of kind %s are listed, by sortNum', async (_id, kind) => {
  const call = positionAttribute[kind].list
  const [b, a] = [await add(kind, { sortNum: 999_002 }), await add(kind, { sortNum: 999_001 })]
  const off = await add(kind, { status: 0 })
  const beside = await add(other(kind), { sortNum: 1 })
  const holder = await server.given.user()
  await server.given.role(holder, '/audit/sms')
  const shown = (await (await server.as(holder)).call(call)).map(row => row.id)
  expect(shown.slice(-2)).toEqual([a, b])
  expect(shown).not.toContain(off)
  expect(shown).not.toContain(beside)
  await (await server.as(await server.given.user())).refused('forbidden', call)
})

test.each([
  ['X-RANK-01, X-RANK-03 to X-RANK-05', 'rank'],
  ['X-TITLE-01, X-TITLE-03 to X-TITLE-05', 'title'],
  ['X-DUTY-01, X-DUTY-03 to X-DUTY-05', 'duty'],
  ['X-POST-01, X-POST-03 to X-POST-05', 'post'],
] as const)('%s, D-76 a %s is added, read, found and changed; a stale edit is refused', async (_id, kind) => {
  const call = positionAttribute[kind]
  const draft = fresh({ remark: '说明', status: 0 })
  const { id } = await server.admin.call(call.save, { body: draft })
  const row = await read(kind, id)
  expect(row).toMatchObject({ id, ...draft, userCount: 0, version: 1 })
  const found = await server.admin.call(call.page, { query: { name: draft.name, code: draft.code.toLowerCase(), status: 0 } })
  expect(found).toMatchObject({ total: 1, records: [row] })
  expect((await server.admin.call(call.page, { query: { name: draft.name, status: 1 } })).total).toBe(0)
  await server.admin.call(call.update, { body: { id, name: `${draft.name}改`, code: draft.code, sortNum: 7, remark: '', version: 1 } })
  expect(await read(kind, id)).toMatchObject({ name: `${draft.name}改`, sortNum: 7, remark: null, status: 0, version: 2 })
  await server.admin.refused('stale', call.update, { body: { id, name: 'x', code: 'x', version: 1 } })
  expect(await read(kind, id)).toMatchObject({ name: `${draft.name}改` })
  for (const wrong of ['nothere', await add(other(kind))]) {
    await server.admin.refused(missing[kind], call.byId, { query: { id: wrong } })
    await server.admin.refused(missing[kind], call.update, { body: { id: wrong, ...fresh() } })
  }
})

test.each([
  ['X-RANK-09, X-RANK-10', 'rank'],
  ['X-TITLE-09, X-TITLE-10', 'title'],
  ['X-DUTY-09, X-DUTY-10', 'duty'],
  ['X-POST-09, X-POST-10', 'post'],
] as const)(
  '%s names and codes of kind %s are unique, even if ten requests save them at once; another kind may have the same ones',
  async (_id, kind) => {
    const call = positionAttribute[kind]
    const body = fresh()
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.admin.send(call.save, { body })))
    const codes = answers.map(({ envelope }) => `${envelope.code} ${envelope.message}`)
    expect(codes.filter(code => code.startsWith('success'))).toHaveLength(1)
    expect(codes.filter(code => /^global_prompt (编码|名称)已存在$/.test(code))).toHaveLength(9)
    await server.admin.refused('standingCodeTaken', call.save, { body: { ...fresh(), code: body.code } })
    await server.admin.refused('standingNameTaken', call.save, { body: { ...fresh(), name: body.name } })
    const { records } = await server.admin.call(call.page, { query: { code: body.code } })
    const own = records[0]!.id
    expect(await server.admin.call(call.codeTaken, { query: { code: body.code } })).toBe(true)
    expect(await server.admin.call(call.codeTaken, { query: { code: body.code, id: own } })).toBe(false)
    expect(await server.admin.call(call.nameTaken, { query: { name: body.name } })).toBe(true)
    expect(await server.admin.call(call.nameTaken, { query: { name: body.name, id: own } })).toBe(false)
    expect(await server.admin.call(positionAttribute[other(kind)].nameTaken, { query: { name: body.name } })).toBe(false)
    await server.admin.call(positionAttribute[other(kind)].save, { body })
    const second = await add(kind)
    await server.admin.refused('standingNameTaken', call.update, { body: { id: second, name: body.name, code: 'Z' } })
  },
)

test.each([
  ['X-RANK-06', 'rank'],
  ['X-TITLE-06', 'title'],
  ['X-DUTY-06', 'duty'],
  ['X-POST-06', 'post'],
] as const)('%s a %s that users hold is not deleted: the refusal has its name, and the whole batch is refused', async (_id, kind) => {
  const call = positionAttribute[kind]
  const [used, free] = [await add(kind), await add(kind)]
  const { name } = await read(kind, used)
  const people = [await holding(kind, used), await holding(kind, used)]
  expect(await read(kind, used)).toMatchObject({ userCount: 2 })
  const refused = await server.admin.refused('standingInUse', call.remove, { body: { ids: [free, used] } })
  expect(refused).toMatchObject({ message: '已被用户使用，无法删除', data: { name } })
  expect(await read(kind, free)).toMatchObject({ id: free })
  await server.admin.call(user.remove, { body: { ids: people } })
  expect(await server.admin.call(call.remove, { body: { ids: [free, used] } })).toBe(2)
  await server.admin.refused(missing[kind], call.byId, { query: { id: used } })
  await server.admin.refused(missing[kind], call.remove, { body: { ids: [used] } })
  await server.admin.refused(missing[kind], call.remove, { body: { ids: [await add(other(kind))] } })
  await server.admin.refused('nothingChosen', call.remove, { body: { ids: [] } })
})

test('X-RANK-06, R18 deleting a rank while people are given it: either it is deleted or they have it, never both', async () => {
  for (let round = 0; round < 10; round++) {
    const rankId = await add('rank')
    const body = () => ({
      userName: `racer${server.given.next()}`, realName: '竞速', passwordType: 2, jobs: [{ orgId: '1', jobType: 1, rankId }],
    }) // prettier-ignore
    const [removed, ...saved] = await Promise.all([
      server.admin.send(positionAttribute.rank.remove, { body: { ids: [rankId] } }),
      ...Array.from({ length: 4 }, () => server.admin.send(user.save, { body: body() })),
    ])
    const taken = saved.filter(({ envelope }) => envelope.code === 'success').length
    const gone = removed.envelope.code === 'success'
    expect(gone ? taken : 0).toBe(0)
    if (!gone) expect(removed.envelope.message).toBe('已被用户使用，无法删除')
    for (const { envelope } of saved) expect(['操作成功', '职级不存在']).toContain(envelope.message)
  }
})

test.each([
  ['X-RANK-07, X-RANK-08', 'rank'],
  ['X-TITLE-07, X-TITLE-08', 'title'],
  ['X-DUTY-07, X-DUTY-08', 'duty'],
  ['X-POST-07, X-POST-08', 'post'],
] as const)('%s entries of kind %s are disabled and ordered; an id of another kind refuses the whole batch', async (_id, kind) => {
  const call = positionAttribute[kind]
  const ids = [await add(kind), await add(kind), await add(kind)]
  expect(await server.admin.call(call.setStatus, { query: { status: 0 }, body: { ids } })).toBe(3)
  expect(await server.admin.call(call.setStatus, { query: { status: 0 }, body: { ids } })).toBe(0)
  const foreign = await add(other(kind))
  await server.admin.refused(missing[kind], call.setStatus, { query: { status: 1 }, body: { ids: [...ids, foreign] } })
  expect((await read(kind, ids[0]!)).status).toBe(0)
  await server.admin.refused('statusProblem', call.setStatus, { body: { ids } })
  await server.admin.call(call.setSortNum, { query: { id: ids[0], sortNum: 42 } })
  expect((await read(kind, ids[0]!)).sortNum).toBe(42)
  await server.admin.refused(missing[kind], call.setSortNum, { query: { id: foreign, sortNum: 1 } })
  expect((await server.admin.send(call.setSortNum, { query: { id: ids[0], sortNum: 0 } })).envelope.message).toBe(
    '排序号应为1至999999的整数',
  )
  const inOrder = async () =>
    (await server.admin.call(call.page, { query: { size: 500 } })).records.map(row => row.id).filter(id => ids.includes(id))
  await server.admin.call(call.sortDrag, { body: [ids[2]!, ids[0]!, ids[1]!] })
  expect(await inOrder()).toEqual([ids[2], ids[0], ids[1]])
})

test('X-RANK-01, X-RANK-04 the published table of ranks is shown first, then added by one click, without duplicates', async () => {
  const own = await startTestServer()
  const { admin } = own
  await admin.call(positionAttribute.rank.save, { body: { name: '自定', code: '101' } })
  await admin.call(positionAttribute.rank.save, { body: { name: '科员级', code: 'KY' } })
  const before = await admin.call(positionAttribute.rank.standard)
  expect(before?.title).toBe('GB/T 12407-2008 职务级别代码')
  expect(before?.rows).toHaveLength(32)
  expect(new Set(before?.rows.map(row => row.code)).size).toBe(32)
  expect(before?.rows.filter(row => row.state === 'present').map(row => row.code)).toEqual(['101', '150'])
  const counts = await Promise.all([1, 2, 3].map(() => admin.call(positionAttribute.rank.takeStandard)))
  expect(counts.reduce((sum, n) => sum + n)).toBe(30)
  expect((await admin.call(positionAttribute.rank.page)).total).toBe(32)
  const { records } = await admin.call(positionAttribute.rank.page, { query: { code: '121' } })
  expect(records).toMatchObject([{ name: '厅局级正职', code: '121', remark: 'GB/T 12407-2008 职务级别代码', status: 1 }])
  expect((await admin.call(positionAttribute.rank.standard))?.rows.every(row => row.state === 'present')).toBe(true)
  // Kinds without a verified published table offer none.
  for (const kind of ['title', 'duty', 'post'] as const) {
    expect(await admin.call(positionAttribute[kind].standard)).toBeNull()
    await admin.refused('noStandard', positionAttribute[kind].takeStandard)
  }
  await own.close()
})

test('X-DUTY-04 a pasted table of codes is checked row by row, and its new rows are added once', async () => {
  const own = await startTestServer()
  const { admin } = own
  const { judgeCodes, takeCodes, page } = positionAttribute.duty
  await admin.call(positionAttribute.duty.save, { body: { name: '主任', code: 'ZR' } })
  await admin.call(positionAttribute.rank.save, { body: { name: '书记', code: '0101' } })
  const rows = [
    { code: '0101', name: '书记' },
    { code: '0102', name: '副书记' },
    { code: 'ZR', name: '中心主任' },
    { code: '0103', name: '主任' },
    { code: '0102', name: '又一副书记' },
    { code: '0104', name: '书记' },
    { code: '01 05', name: '委员' },
    { code: '0106', name: '' },
    { code: '0107', name: '长'.repeat(51) },
  ]
  expect((await admin.call(judgeCodes, { body: { rows } })).map(({ state, reason }) => reason ?? state)).toEqual([
    'new', 'new', 'present', 'present', '编码重复', '名称重复', '编码格式不正确', '名称不能为空', '长度不能超过50个字符',
  ]) // prettier-ignore
  expect((await admin.call(page)).total).toBe(1)
  const body = { source: '市直机关职务代码', rows: rows.slice(0, 4) }
  const counts = await Promise.all([1, 2, 3].map(() => admin.call(takeCodes, { body })))
  expect(counts.reduce((sum, n) => sum + n)).toBe(2)
  const { records } = await admin.call(page)
  expect(records.map(({ code, name, remark, status }) => [code, name, remark, status])).toEqual([
    ['ZR', '主任', null, 1],
    ['0101', '书记', body.source, 1],
    ['0102', '副书记', body.source, 1],
  ])
  // One faulty row refuses the whole request: only checked rows can be added.
  for (const wrong of [[rows[1]!, rows[6]!], [], Array.from({ length: 2001 }, (_, n) => ({ code: `N${n}`, name: `名${n}` }))])
    expect((await admin.send(takeCodes, { body: { rows: wrong } })).envelope.code).toBe('global_prompt')
  await admin.refused('illegalText', judgeCodes, { body: { rows: [{ code: '1', name: '<b>' }] } })
  expect((await admin.call(page)).total).toBe(3)
  await own.close()
})

test.each(['rank', 'title', 'duty', 'post'] as const)('USER-01 the list of people is narrowed by their %s', async kind => {
  const [wanted, besides] = [await add(kind), await add(kind)]
  const orgId = await server.given.org()
  const one = await server.given.user({ jobs: [{ orgId: '1', jobType: 1 }, { orgId, jobType: 2, [fields[kind]]: wanted }] }) // prettier-ignore
  await holding(kind, besides)
  const found = async (query: Record<string, unknown>) =>
    (await server.admin.call(user.page, { query: { [fields[kind]]: wanted, ...query } })).records.map(row => row.id)
  expect(await found({})).toEqual([one])
  expect(await found({ orgId })).toEqual([one])
  expect(await found({ jobType: 1 })).toEqual([])
  expect(await found({ orgId: '1', hasIncludeChild: true })).toEqual([one])
})

test('PERM-09 to PERM-12 each of the four pages opens by its own button and by no other', async () => {
  for (const kind of ['rank', 'title', 'duty', 'post'] as const) {
    const id = await server.given.user()
    await server.given.role(id, `/organiz/setting#${marks[kind]}`)
    const me = await server.as(id)
    await me.call(positionAttribute[kind].page)
    await me.refused('forbidden', positionAttribute[other(kind)].page)
    await me.call(orgSetting.overview)
  }
})

const setting = {
  requiredPhone: false,
  requiredIdCard: false,
  requiredOriginUserId: false,
  requiredEmployeeNumber: false,
  openOtherJob: true,
  userNameRule: 'pinyin' as const,
}
const set = (more: Record<string, unknown>, who: Subject = server.admin) => who.call(orgSetting.update, { body: { ...setting, ...more } })

test('X-ORGSET-01, ROUTE-54 the four cards show how many rows each dictionary has', async () => {
  const before = await server.admin.call(orgSetting.overview)
  await add('rank')
  await add('duty')
  await add('duty')
  expect(await server.admin.call(orgSetting.overview)).toEqual({ ...before, rank: before.rank + 1, position: before.position + 2 })
})

test('X-ORGSET-02, X-ORGSET-03, D-70 a changed setting applies to the form at once, on the other node within a second', async () => {
  const beside = await startTestServer({ beside: server })
  const there = beside.withToken(server.admin.token!)
  expect(await server.admin.call(orgSetting.get)).toEqual(setting)
  await there.call(user.requiredFields)
  await set({ requiredPhone: true, openOtherJob: false })
  expect(await server.admin.call(user.requiredFields)).toMatchObject({ phone: true, idCard: false, openOtherJob: false })
  await expect.poll(() => there.call(user.requiredFields)).toMatchObject({ phone: true, openOtherJob: false })
  const body = { userName: 'nophone', realName: '无号', passwordType: 2, jobs: [{ orgId: '1', jobType: 1 }] }
  expect((await there.send(user.save, { body })).envelope.message).toBe('手机号不能为空')
  for (const wrong of [{}, { ...setting, userNameRule: 'random' }, { ...setting, requiredPhone: 'yes' }, { ...setting, more: 1 }])
    expect((await server.admin.send(orgSetting.update, { body: wrong })).envelope.code).toBe('global_prompt')
  expect(await server.admin.call(orgSetting.get)).toEqual({ ...setting, requiredPhone: true, openOtherJob: false })
  await set({})
  await beside.close()
})

test('X-ORGSET-03, D-42 while other jobs are switched off no new one can be added, and existing ones stay', async () => {
  const [a, b] = [await server.given.org(), await server.given.org()]
  const member = await server.given.user({ others: [a] })
  await set({ openOtherJob: false })
  const jobs = (...others: string[]) => [{ orgId: '1', jobType: 1 }, ...others.map(orgId => ({ orgId, jobType: 2 }))]
  const draft = { userName: 'twojobs', realName: '两职', passwordType: 2 }
  await server.admin.refused('otherJobsOff', user.save, { body: { ...draft, jobs: jobs(a) } })
  await server.admin.refused('otherJobsOff', user.update, { body: { id: member, realName: '两职', jobs: jobs(a, b) } })
  await server.admin.call(user.update, { body: { id: member, realName: '两职', jobs: jobs(a) } })
  await set({})
  await server.admin.call(user.save, { body: { ...draft, jobs: jobs(a) } })
})

test('X-ORGSET-03, D-41 a user name is proposed from phone or employee number where the rule says so, else from the name', async () => {
  const ask = (query: Record<string, string>) => server.admin.call(user.generateUserName, { query: { realName: '欧阳锋', ...query } })
  await set({ userNameRule: 'employeeNumber' })
  expect(await ask({ employeeNumber: 'A-1001', phone: '13912345678' })).toBe('A-1001')
  await server.given.user({ userName: 'A-1001' })
  expect(await ask({ employeeNumber: 'A-1001', phone: '13912345678' })).toBe('A-10015678')
  expect(await ask({ employeeNumber: 'A-1001' })).toBe('A-10011')
  // A value that is missing or not a valid user name falls back to the name.
  expect(await ask({ employeeNumber: '工 1' })).toBe('ouyangfeng')
  expect(await ask({})).toBe('ouyangfeng')
  await set({ userNameRule: 'phone' })
  expect(await ask({ employeeNumber: 'A-1001', phone: '13912345678' })).toBe('13912345678')
  expect(await ask({ employeeNumber: 'A-1001' })).toBe('ouyangfeng')
  await set({ userNameRule: 'pinyin' })
  expect(await ask({ employeeNumber: 'A-1001', phone: '13912345678' })).toBe('ouyangfeng')
})
