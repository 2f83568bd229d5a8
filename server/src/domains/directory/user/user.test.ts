import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '@hufu/contract/operations/config'
import { org } from '@hufu/contract/directory/org'
import { self } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { idCardOf, phoneOf } from '../../../../test/given.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { made } from '../../../../test/made.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const page = async (query: Record<string, unknown>) => server.admin.call(user.page, { query })
const idsIn = async (orgId: string) => (await page({ orgId, size: 100 })).records.map(row => row.id)
async function crowd(n: number) {
  const org = await server.given.org()
  const people: string[] = []
  for (let i = 0; i < n; i++) people.push(await server.given.user({ org }))
  return { org, people }
}

test('USER-01 an organisation lists its own users; with hasIncludeChild also those below', async () => {
  const top = await server.given.org()
  const sub = await server.given.org({ parentId: top })
  const [a, b] = [await server.given.user({ org: top }), await server.given.user({ org: sub, others: [top] })]
  expect(await page({ orgId: top, current: 1, size: 10 })).toMatchObject({ current: 1, size: 10, total: 2, pages: 1 })
  expect(await idsIn(sub)).toEqual([b])
  const below = await page({ orgId: top, hasIncludeChild: true })
  expect(below.total).toBe(2)
  expect(below.records.map(row => row.id).sort()).toEqual([a, b].sort())
})

test('D-06, bad input 25 paging has defaults, a maximum size and empty pages behind the end, and refuses invalid numbers', async () => {
  const { org } = await crowd(3)
  expect((await page({ orgId: org, current: 2, size: 2 })).records.length).toBe(1)
  expect((await page({ orgId: org, current: 9 })).records).toEqual([])
  expect((await page({ orgId: org, size: 1_000_000 })).size).toBe(500)
  for (const query of [{ current: 0 }, { current: -1 }, { size: 'NaN' }, { size: 1.5 }])
    expect((await server.admin.send(user.page, { query })).envelope).toMatchObject({ code: 'global_prompt', message: '分页参数不正确' })
})

test('D-07, bad input 26 searchKey finds by name, pinyin, initials, account, job number, whole phone and its last four digits', async () => {
  const n = server.given.next()
  const id = await server.given.user({
    realName: '欧阳静怡',
    userName: `ouyjy${n}`,
    employeeNumber: `GH-${n}`,
    phone: phoneOf(77770000 + n),
  })
  const keys = ['静怡', '静', 'jingyi', 'oyjy', 'OUYANG', `ouyjy${n}`, `gh-${n}`, phoneOf(77770000 + n), phoneOf(77770000 + n).slice(-4)]
  for (const searchKey of keys)
    expect(
      (await page({ searchKey })).records.map(row => row.id),
      searchKey,
    ).toContain(id)
  for (const searchKey of ['%', '_', '\\', '(a+)+$']) expect((await page({ searchKey })).records.map(row => row.id)).not.toContain(id)
})

test('D-07, bad input 27 lists can be filtered and ordered, and the last page is read from the end', async () => {
  const { org, people } = await crowd(7)
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [people[2]!] } })
  expect((await page({ orgId: org, status: 0 })).records.map(row => row.id)).toEqual([people[2]])
  expect((await page({ orgId: org, size: 3, current: 3 })).records.map(row => row.id)).toEqual([people[6]])
  // person10 comes before person9.
  const names = (await page({ orgId: org, orderBy: 'userName', asc: false })).records.map(row => row.userName)
  expect(names).toEqual(names.toSorted().toReversed())
  expect((await page({ orgId: org, jobType: 2 })).total).toBe(0)
  // Unknown fields and properties every object inherits are ignored (D-07).
  for (const orderBy of ['nothing', 'constructor', '__proto__']) expect((await page({ orgId: org, orderBy })).total).toBe(7)
  for (const beginTime of ['2026-02-30', '1e18', '2026-13-01 00:00:00'])
    expect((await server.admin.send(user.page, { query: { beginTime } })).envelope).toMatchObject({ message: '日期范围不正确' })
  expect(
    (await server.admin.send(user.page, { query: { beginTime: '2026-03-02 00:00:00', endTime: '2026-03-01 00:00:00' } })).envelope,
  ).toMatchObject({ message: '日期范围不正确' })
})

test('USER-03, USER-09, ENT-22 a user is saved with all fields; getById gives them back without the password', async () => {
  const org = await server.given.org()
  const n = server.given.next()
  const body = {
    userName: `full.${n}`, realName: '张三', phone: phoneOf(n), idCard: idCardOf(n), originUserId: `o${n}`, employeeNumber: `e${n}`, gender: 1 as const,
    email: 'z@example.cn', status: 1 as const, sortNum: 7, jobs: [{ orgId: org, jobType: 1 as const }], passwordType: 2 as const, remark: '备注',
  } // prettier-ignore
  const saved = made(await server.admin.call(user.save, { body }))
  expect(saved.password).toMatch(/^.{12}$/)
  const got = await server.admin.call(user.byId, { query: { id: saved.id } })
  const { jobs, passwordType, ...rest } = body
  const masked = { phone: `139****${phoneOf(n).slice(-4)}`, idCard: expect.stringMatching(/^1101\*{10}\d{3}[\dX]$/) }
  expect(got).toMatchObject({ ...rest, ...masked, passwordType, orgId: org, jobs: [{ orgId: org, jobType: 1, sortNum: 7 }] })
  expect(jobs.length).toBe(1)
  expect(Object.keys(got).filter(key => /password(?!Type)/i.test(key))).toEqual([])
  await server.admin.refused('userMissing', user.byId, { query: { id: 'nothere' } })
  const listed = (await page({ orgId: org })).records[0]!
  expect(listed).toMatchObject(masked)
  const other = { ...body, userName: `FULL.${n}`, phone: '', idCard: '', originUserId: '', employeeNumber: '' }
  await server.admin.refused('userNameTaken', user.save, { body: other })
  await server.admin.refused('phoneTaken', user.save, { body: { ...other, userName: `p${n}`, phone: body.phone } })
  await server.admin.refused('idCardTaken', user.save, { body: { ...other, userName: `p${n}`, idCard: body.idCard.toLowerCase() } })
  await server.admin.refused('employeeNumberTaken', user.save, {
    body: { ...other, userName: `p${n}`, employeeNumber: body.employeeNumber },
  })
  await server.admin.refused('originUserIdTaken', user.save, { body: { ...other, userName: `p${n}`, originUserId: body.originUserId } })
})

test('R18, bad input 29 of a hundred concurrent saves of one user name one succeeds, and none causes a server error', async () => {
  const body = { userName: 'race', realName: '竞争', jobs: [{ orgId: '1', jobType: 1 as const }], passwordType: 2 as const }
  const answers = await Promise.all(Array.from({ length: 100 }, () => server.admin.send(user.save, { body })))
  expect(answers.filter(answer => answer.envelope.code === 'success').length).toBe(1)
  expect(new Set(answers.map(answer => answer.envelope.message))).toEqual(new Set(['操作成功', '用户名已存在']))
})

test('CONST-06, T22, bad inputs 17, 19, 23, 28: malformed values and unknown fields are refused by name', async () => {
  const good = { userName: 'forms', realName: '表单', jobs: [{ orgId: '1', jobType: 1 }], passwordType: 2 }
  const bad: [object, string][] = [
    [{ userName: '   ' }, '用户名格式不正确'],
    [{ userName: 'a😀' }, '用户名格式不正确'],
    [{ realName: '　 ' }, '姓名不能为空'],
    [{ realName: '长'.repeat(51) }, '长度不能超过50个字符'],
    [{ phone: '1380000000' }, '手机号格式不正确'],
    [{ phone: '＋86138' }, '手机号格式不正确'],
    [{ idCard: '110101199001011233' }, '身份证号格式不正确'],
    [{ idCard: '110101209901011230' }, '身份证号格式不正确'],
    [{ jobs: [] }, '主职必须且只能有一个'],
    [{ isAdmin: true }, '参数错误：isAdmin 未知字段'],
    [{ orgId: '1' }, '参数错误：机构 未知字段'],
    [{ status: 2 }, '参数错误：状态 应为 1、0 之一'],
    [
      { phoneVerified: true, authenticated: 1, version: 9, passwordHash: 'x' },
      '参数错误：phoneVerified、authenticated、version、passwordHash 未知字段',
    ],
  ]
  for (const [more, message] of bad)
    expect((await server.admin.send(user.save, { body: { ...good, ...more } })).envelope, JSON.stringify(more)).toMatchObject({
      code: 'global_prompt',
      message,
    })
})

test('USER-04, D-76 an edit changes only the given fields; userName and password stay; a stale edit is refused', async () => {
  const n = server.given.next()
  const id = await server.given.user({ phone: phoneOf(n), remark: '旧' })
  const before = await server.admin.call(user.byId, { query: { id } })
  const hashed = () => server.kernel.db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirst()
  const hash = await hashed()
  const jobs = before.jobs.map(({ orgId }) => ({ orgId, jobType: 1 as const }))
  await server.admin.call(user.update, { body: { id, realName: '改名', jobs, version: before.version, remark: '' } })
  expect(await server.admin.call(user.byId, { query: { id } })).toMatchObject({
    realName: '改名',
    userName: before.userName,
    phone: before.phone,
    remark: null,
    version: before.version + 1,
  })
  expect(hash?.passwordHash).toBeTruthy()
  expect(await hashed()).toEqual(hash)
  await server.admin.refused('stale', user.update, { body: { id, realName: '再改', jobs, version: before.version } })
})

test('USER-05, T22 users change their own name; ids and other fields are ignored', async () => {
  const id = await server.given.user()
  const other = await server.given.user({ realName: '别人' })
  const me = await server.as(id)
  await me.call(user.updateOwn, { body: { realName: '自己改', id: other, status: 0, isAdmin: true } as never })
  expect(await me.call(self.current)).toMatchObject({ realName: '自己改', isAdmin: false })
  expect((await server.admin.call(user.byId, { query: { id: other } })).realName).toBe('别人')
})

test('USER-08, D-42 a main job is moved and merges with another job there; users whose main job is elsewhere are skipped', async () => {
  const [from, to] = [await server.given.org(), await server.given.org()]
  const [a, b, c] = [
    await server.given.user({ org: from, others: [to] }),
    await server.given.user({ org: from }),
    await server.given.user({ org: to }),
  ]
  expect(await server.admin.call(user.transferMainJob, { body: { userIds: [a, b, c], oldOrgId: from, newOrgId: to } })).toBe(2)
  expect(await idsIn(from)).toEqual([])
  expect((await idsIn(to)).sort()).toEqual([a, b, c].sort())
  expect((await server.admin.call(user.byId, { query: { id: a } })).jobs).toMatchObject([{ orgId: to, jobType: 1 }])
})

test('USER-08, D-42 without an old organisation each user leaves that of their own main job, as the preview lists', async () => {
  const [top, to] = [await server.given.org(), await server.given.org()]
  const [one, two] = [await server.given.org({ parentId: top }), await server.given.org({ parentId: top })]
  const [a, b, c, outside] = [
    await server.given.user({ org: one }),
    await server.given.user({ org: two }),
    await server.given.user({ org: to }),
    await server.given.user({ org: await server.given.org(), others: [two] }),
  ]
  const chief = await server.given.user()
  for (const org of [top, to]) await server.given.gradeAdmin(chief, org, 1, '/organiz/index')
  const deputy = await server.as(chief)
  const aim = { userIds: [a, b, c, outside] }
  const foretold = await deputy.call(user.pageJob, { query: {}, body: { ...aim, jobType: 1 } })
  expect(new Map(foretold.records.map(row => [row.userId, row.orgId]))).toEqual(
    new Map([
      [a, one],
      [b, two],
      [c, to],
    ]),
  )
  expect(await deputy.call(user.transferMainJob, { body: { ...aim, newOrgId: to } })).toBe(2)
  expect((await idsIn(to)).sort()).toEqual([a, b, c].sort())
  expect(await idsIn(two)).toEqual([outside])
  const query = { orgId: top, hasIncludeChild: true }
  await server.admin.refused('expectedDiffers', user.transferMainJob, { body: { newOrgId: to, query, expected: 2 } })
  expect(await server.admin.call(user.transferMainJob, { body: { newOrgId: to, query, expected: 1 } })).toBe(1)
})

test('ENT-24, D-08 without ids the main jobs of all users found by the query are moved', async () => {
  const [from, to] = [await server.given.org(), await server.given.org()]
  const [moved, stays] = [
    await server.given.user({ org: from, realName: '调一' }),
    await server.given.user({ org: from, realName: '留二' }),
  ]
  const body = { userIds: [], oldOrgId: from, newOrgId: to, query: { realName: '调' }, expected: 1 }
  expect(await server.admin.call(user.transferMainJob, { body })).toBe(1)
  expect([await idsIn(to), await idsIn(from)]).toEqual([[moved], [stays]])
})

test('ENT-26, D-08 without ids the jobs of all users found by queryStr are removed', async () => {
  const org = await server.given.org()
  const [gone, stays] = [
    await server.given.user({ others: [org], realName: '撤一' }),
    await server.given.user({ others: [org], realName: '留二' }),
  ]
  const body = { userIds: [], jobType: 2 as const, orgId: org, queryStr: JSON.stringify({ realName: '撤' }) }
  expect((await server.admin.call(user.pageJob, { query: {}, body })).records.map(row => row.userId)).toEqual([gone])
  expect(await server.admin.call(user.removeJob, { body: { ...body, expected: 1 } })).toBe(1)
  expect(await idsIn(org)).toEqual([stays])
  await server.admin.refused('filterUnreadable', user.removeJob, { body: { ...body, queryStr: '{' } })
})

test('USER-43, USER-44 deleteJobType removes other jobs and keeps main ones', async () => {
  const [main, other] = [await server.given.org(), await server.given.org()]
  const id = await server.given.user({ org: main, others: [other] })
  const body = { userIds: [id], jobType: 2 as const, orgId: other }
  expect(await server.admin.call(user.pageJob, { query: { current: 1, size: 10 }, body })).toMatchObject({
    total: 1,
    records: [{ userId: id, orgId: other, jobType: 2 }],
  })
  expect(await idsIn(other)).toEqual([id])
  expect(await server.admin.call(user.removeJob, { body })).toBe(1)
  expect([await idsIn(other), await idsIn(main)]).toEqual([[], [id]])
  await server.admin.refused('mainJobStays', user.removeJob, { body: { userIds: [id], jobType: 1, orgId: main } })
})

test('USER-10, USER-46, USER-50, USER-51, USER-56, ENT-28, ENT-29 deleted users are listed, free their unique values, and can be recovered as disabled', async () => {
  const n = server.given.next()
  const [org, other] = [await server.given.org(), await server.given.org()]
  const id = await server.given.user({ org, others: [other], userName: `gone${n}`, phone: phoneOf(n) })
  const them = await server.as(id)
  expect(await server.admin.call(user.remove, { body: { ids: [id] } })).toBe(1)
  await them.refused('forcedOut', self.isAdmin)
  await server.admin.refused('userMissing', user.byId, { query: { id } })
  expect(await idsIn(org)).toEqual([])
  const found = () => server.admin.call(user.pageDeleted, { query: { searchKey: `gone${n}` } })
  const listed = await found()
  expect(listed).toMatchObject({ current: 1, size: 10, total: 1, pages: 1 })
  expect(listed.records).toMatchObject([
    { id, orgId: org, deleteBy: '系统管理员', deleteTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) },
  ])
  expect((await server.admin.call(user.deletedById, { query: { id } })).jobs.length).toBe(2)
  await server.admin.refused('userMissing', user.deletedById, { query: { id: '1' } })
  const taker = await server.given.user({ userName: `gone${n}` })
  await server.admin.refused('userNameTaken', user.recover, { query: { userId: id } })
  await server.admin.call(user.remove, { body: { ids: [taker] } })
  await server.admin.call(user.recover, { query: { userId: id } })
  expect([await idsIn(org), (await found()).records.map(row => row.id)]).toEqual([[id], [taker]])
  // The user comes back as at deletion (N-11).
  expect(await server.admin.call(user.byId, { query: { id } })).toMatchObject({
    status: 1,
    phone: `139****${phoneOf(n).slice(-4)}`,
    jobs: [
      { orgId: org, jobType: 1 },
      { orgId: other, jobType: 2 },
    ],
  })
})

test('USER-46, D-34, D-75 deleted users are found by the organisation they belonged to, within the scope', async () => {
  const branch = await server.given.org()
  const [inside, beside] = [await server.given.org({ parentId: branch }), await server.given.org({ parentId: branch })]
  const [gone, other] = [await server.given.user({ org: inside }), await server.given.user({ org: beside })]
  await server.admin.call(user.remove, { body: { ids: [gone, other] } })
  const boss = await server.given.user()
  await server.given.gradeAdmin(boss, inside, 1, '/organiz/index')
  const found = async (who: Subject, orgId?: string) =>
    (await who.call(user.pageDeleted, { query: { orgId, size: 500 } })).records.map(row => row.id)
  expect(await found(server.admin, branch)).toEqual([gone, other].toSorted())
  expect(await found(server.admin, inside)).toEqual([gone])
  const they = await server.as(boss)
  for (const orgId of [undefined, inside]) expect(await found(they, orgId)).toEqual([gone])
  for (const orgId of [branch, beside]) expect(await found(they, orgId)).toEqual([])
})

test('USER-10, bad input 31 the built-in account and the caller’s own cannot be deleted', async () => {
  await server.admin.refused('builtInAccount', user.remove, { body: { ids: ['1'] } })
  await server.admin.refused('builtInAccount', user.setStatus, { query: { status: '0' }, body: { ids: ['1'] } })
  const id = await server.given.user()
  await server.given.role(id, '/organiz/index#*')
  await (await server.as(id)).refused('ownAccount', user.remove, { body: { ids: [id] } })
})

test('ENT-23, D-08 a deletion by query affects only what the filters and userStatus name', async () => {
  const org = await server.given.org()
  const [a, b, c] = [
    await server.given.user({ org, realName: '张一', status: 0 }),
    await server.given.user({ org, realName: '张二' }),
    await server.given.user({ org, realName: '李三', status: 0 }),
  ]
  expect(
    await server.admin.call(user.remove, { body: { orgId: org, ids: [], query: { realName: '张' }, userStatus: 0, expected: 1 } }),
  ).toBe(1)
  expect(await idsIn(org)).toEqual([b, c])
  expect(a).toBeTruthy()
  await server.admin.refused('nothingChosen', user.remove, { body: { ids: [] } })
})

test('USER-11, USER-55, ERR-18 disabling a user ends their sessions; other status values are refused', async () => {
  const id = await server.given.user()
  const them = await server.as(id)
  expect(await them.call(self.isAdmin)).toBe(false)
  expect(await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } })).toBe(1)
  await them.refused('forcedOut', self.isAdmin)
  expect((await server.admin.call(user.byId, { query: { id } })).status).toBe(0)
  await server.admin.refused('statusProblem', user.setStatus, { query: { status: '2' }, body: { ids: [id] } })
})

test('USER-12 to USER-16, USER-49 form hints say whether a value is taken, taken by the user themselves, or free', async () => {
  const n = server.given.next()
  const id = await server.given.user({
    userName: `hint${n}`,
    phone: phoneOf(n),
    idCard: idCardOf(n),
    originUserId: `h${n}`,
    employeeNumber: `k${n}`,
  })
  const probes = [
    [user.userNameTaken, { userName: `HINT${n}` }, 'id'],
    [user.phoneTaken, { phone: phoneOf(n) }, 'id'],
    [user.idCardTaken, { idCard: idCardOf(n) }, 'id'],
    [user.originUserIdTaken, { originUserId: `h${n}` }, 'id'],
    [user.jobNumberTaken, { employeeNumber: `k${n}` }, 'userId'],
  ] as const
  for (const [call, query, own] of probes) {
    expect(await server.admin.call(call, { query })).toBe(true)
    expect(await server.admin.call(call, { query: { ...query, [own]: id } })).toBe(false)
  }
  expect(await server.admin.call(user.userNameFree, { query: { userName: `hint${n}` } })).toBe(false)
  expect(await server.admin.call(user.userNameFree, { query: { userName: '有汉字' } })).toBe(false)
  expect(await server.admin.call(user.userNameFree, { query: { userName: `free${n}` } })).toBe(true)
})

test('USER-48 generateUsername proposes pinyin, then pinyin with the last digits of the phone, then numbers, and no listed name', async () => {
  const ask = (query: Record<string, string>) => server.admin.call(user.generateUserName, { query })
  expect(await ask({ realName: '张翠山' })).toBe('zhangcuishan')
  await server.given.user({ userName: 'zhangcuishan' })
  expect(await ask({ realName: '张翠山', phone: '13800001234' })).toBe('zhangcuishan1234')
  expect(await ask({ realName: '张翠山' })).toBe('zhangcuishan1')
  expect(await ask({ realName: '张翠山', filterUserNames: 'zhangcuishan1,zhangcuishan2' })).toBe('zhangcuishan3')
})

test('USER-20 to USER-24, D-44 users are ordered by button, by drag, by position and by number', async () => {
  const { org, people } = await crowd(4)
  const [a, b, c, d] = people as [string, string, string, string]
  await server.admin.call(user.sortTop, { query: { orgId: org, userId: c } })
  expect(await idsIn(org)).toEqual([c, a, b, d])
  await server.admin.call(user.sortBottom, { query: { orgId: org, userId: c } })
  expect(await idsIn(org)).toEqual([a, b, d, c])
  await server.admin.call(user.sortMove, { query: { orgId: org, userId: c, sortNum: 2 } })
  expect(await idsIn(org)).toEqual([a, c, b, d])
  await server.admin.call(user.sortDrag, { query: { orgId: org }, body: [d, c] })
  expect(await idsIn(org)).toEqual([a, d, b, c])
  await server.admin.call(user.setSortNum, { query: { userId: a, sortNum: 99 } })
  expect((await server.admin.call(user.byId, { query: { id: a } })).sortNum).toBe(99)
})

test('USER-17, PERM-34 required fields are listed and enforced', async () => {
  expect(await server.admin.call(user.requiredFields)).toEqual({
    phone: false, idCard: false, originUserId: false, employeeNumber: false, openOtherJob: true, hasInitialPassword: false,
  }) // prettier-ignore
  const set = async (value: string) => {
    await server.kernel.db.updateTable('config').set({ configValue: value }).where('configKey', '=', 'requiredPhone').execute()
    await server.kernel.config.refresh()
  }
  await set('true')
  expect(await server.admin.call(user.requiredFields)).toMatchObject({ phone: true, idCard: false })
  const body = { userName: 'needsphone', realName: '缺手机', jobs: [{ orgId: '1', jobType: 1 as const }], passwordType: 2 as const }
  expect((await server.admin.send(user.save, { body })).envelope).toMatchObject({ code: 'global_prompt', message: '手机号不能为空' })
  await set('false')
})

test('USER-39, ERR-21, D-46, D-47 a reset password signs in and must be changed; without a configured password the answer is 600', async () => {
  const id = await server.given.user()
  const { envelope } = await server.admin.send(user.resetPassword, { body: { ids: [id], passwordType: 1, hasSendSms: false } })
  expect(envelope).toMatchObject({ code: '600', data: '请先设置初始密码' })
  const sms = await server.admin.send(user.resetPassword, { body: { ids: [id], passwordType: 2, hasSendSms: true } })
  expect(sms.envelope).toEqual({ code: '600', message: '请先配置短信网关', data: '请先配置短信网关' })
  const { list } = await server.admin.call(user.resetPassword, { body: { ids: [id], passwordType: 2, hasSendSms: false } })
  expect(list).toMatchObject([{ password: expect.stringMatching(/^.{12}$/) }])
  expect(await (await server.as(id)).call(self.forcedChange)).toEqual({ hasForceChangePwd: true, forceChangePwdType: 'default' })
})

test('T12, D-47 each reset user gets their own random password, which is in no record, and their sessions end', async () => {
  const ids = [await server.given.user(), await server.given.user(), await server.given.user()]
  const them = await server.as(ids[0]!)
  const { list } = await server.admin.call(user.resetPassword, { body: { ids, passwordType: 2, hasSendSms: false } })
  const passwords = list!.map(({ password }) => password)
  expect(new Set(passwords).size).toBe(3)
  await them.refused('forcedOut', self.isAdmin)
  const { db } = server.kernel
  const records = JSON.stringify([await db.selectFrom('operLog').selectAll().execute(), await db.selectFrom('dataHistory').selectAll().execute()]) // prettier-ignore
  expect(records).toContain('restPassword')
  expect(passwords.filter(password => records.includes(password))).toEqual([])
})

test('T12 only a super administrator resets the password of a super administrator, alone or in a batch', async () => {
  const [plain, officer] = [await server.given.user(), await server.given.user()]
  await server.given.role(officer, '/organiz/index#reset-password')
  const they = await server.as(officer)
  for (const ids of [['1'], [plain, '1']])
    await they.refused('higherUser', user.resetPassword, { body: { ids, passwordType: 2, hasSendSms: false } })
  await they.refused('higherUser', user.resetPassword, {
    body: { ids: [], query: { userName: 'admin' }, passwordType: 2, hasSendSms: false },
  })
  expect(await (await server.as('1')).call(self.isAdmin)).toBe(true)
  expect(await they.call(user.resetPassword, { body: { ids: [plain], passwordType: 2, hasSendSms: false } })).toMatchObject({ count: 1 })
})

test('USER-40 getUserAuth lists the roles a user holds', async () => {
  const id = await server.given.user()
  const roleId = await server.given.role(id, '/organiz/index#*')
  const viewer = await server.given.user()
  await server.given.role(viewer, '/organiz/index#user-detail')
  const rights = await (await server.as(viewer)).call(user.rights, { query: { userId: id } })
  expect(rights).toMatchObject({ apps: [], groups: [], systemRoles: [{ id: roleId, name: `角色${roleId}` }] })
  await server.admin.refused('userMissing', user.rights, { query: { userId: 'nothere' } })
})

test('X-USERX-01 the export columns are listed with their titles', async () => {
  const columns = await server.admin.call(user.attributes)
  expect(columns).toEqual(expect.arrayContaining([{ attribute: 'userName', name: '用户名' }, { attribute: 'orgName', name: '机构名称' }])) // prettier-ignore
  expect(columns.filter(({ attribute }) => /password/i.test(attribute))).toEqual([])
})

test('USER-42, X-USERX-02 users of an organisation are listed for pickers', async () => {
  const top = await server.given.org()
  const sub = await server.given.org({ parentId: top })
  const [a, b] = [await server.given.user({ org: top }), await server.given.user({ org: sub })]
  expect((await server.admin.call(user.byOrg, { query: { orgId: top, hasIncludeChild: false } })).map(row => row.id)).toEqual([a])
  expect((await server.admin.call(user.byOrg, { query: { orgId: top, hasIncludeChild: true } })).map(row => row.id).sort()).toEqual(
    [a, b].sort(),
  )
  expect((await server.admin.call(user.pick, { query: { orgId: sub } })).records).toMatchObject([{ id: b }])
})

test('USER-52 authentication compares name and number', async () => {
  const n = server.given.next()
  const id = await server.given.user({ realName: '实名', idCard: idCardOf(n) })
  const ask = (realName: string, idCard: string) => server.admin.send(user.authenticate, { body: { userId: id, realName, idCard } })
  expect((await ask('实名', '110101199001011233')).envelope).toMatchObject({ code: 'global_prompt', message: '身份证号格式不正确' })
  expect((await ask('别名', idCardOf(n))).envelope.data).toBe(false)
  expect((await ask('实名', idCardOf(n))).envelope.data).toBe(true)
  expect((await server.admin.call(user.byId, { query: { id } })).authenticated).toBe(1)
})

test('X-USERX-09, D-71 phone and ID number are stored encrypted; a reveal needs a reason and is audited', async () => {
  const n = server.given.next()
  const id = await server.given.user({ phone: phoneOf(n), idCard: idCardOf(n) })
  const row = await server.kernel.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const history = await server.kernel.db.selectFrom('dataHistory').selectAll().where('recordId', '=', id).execute()
  expect(JSON.stringify({ row, history })).not.toMatch(new RegExp(`${phoneOf(n)}|${idCardOf(n)}`))
  const viewer = await server.given.user()
  await server.given.role(viewer, '/organiz/index#user-detail', '/organiz/index#reveal-user')
  const they = await server.as(viewer)
  expect((await they.call(user.byId, { query: { id } })).phone).toBe(`139****${phoneOf(n).slice(-4)}`)
  expect((await they.send(user.reveal, { body: { id, field: 'phone' } })).envelope.message).toBe('查看原因不能为空')
  expect(await they.call(user.reveal, { body: { id, field: 'phone', reason: '核对电话' } })).toEqual({ value: phoneOf(n) })
  const audit = await server.kernel.db
    .selectFrom('operLog')
    .selectAll()
    .where('userId', '=', viewer)
    .where('operateType', '=', 'reveal')
    .where('code', '=', 'success')
    .execute()
  expect(audit).toMatchObject([{ target: id, params: expect.stringContaining('核对电话') }])
})

test('N-05, N-09, D-71 getById masks phone and ID card for everybody; update takes the masked values back as unchanged', async () => {
  const n = server.given.next()
  const id = await server.given.user({ phone: phoneOf(n), idCard: idCardOf(n) })
  const editor = await server.given.user()
  await server.given.role(editor, ...['user-detail', 'edit-user', 'reveal-user'].map(code => `/organiz/index#${code}`))
  const clear = async (field: 'phone' | 'idCard') => (await server.admin.call(user.reveal, { body: { id, field, reason: '核对' } })).value
  for (const they of [server.admin, await server.as(editor)]) {
    const record = await they.call(user.byId, { query: { id } })
    expect(record).toMatchObject({ phone: `139****${phoneOf(n).slice(-4)}`, idCard: `1101**********${idCardOf(n).slice(-4)}` })
    await they.call(user.update, { body: { ...record, remark: '改过' } as never })
    const { version: _version, ...unversioned } = await they.call(user.byId, { query: { id } })
    await they.call(user.update, { body: { ...unversioned, remark: '再改' } as never })
    expect([await clear('phone'), await clear('idCard')]).toEqual([phoneOf(n), idCardOf(n)])
  }
  const record = await server.admin.call(user.byId, { query: { id } })
  const other = { ...record, phone: '138****0000' } as never
  expect((await server.admin.send(user.update, { body: other })).envelope).toMatchObject({ message: '手机号格式不正确' })
  await server.admin.call(user.update, { body: { ...record, phone: phoneOf(n + 5000), idCard: '' } as never })
  expect([await clear('phone'), await clear('idCard')]).toEqual([phoneOf(n + 5000), null])
})

test('USER-25 sm4EnDe decrypts what it encrypted', async () => {
  const sealed = await server.admin.call(user.sm4, { body: { data: '机密 secret', type: 'en' } })
  expect(await server.admin.call(user.sm4, { body: { data: sealed, type: 'de', reason: '核对' } })).toBe('机密 secret')
  await server.admin.refused('decryptFailed', user.sm4, { body: { data: 'rubbish', type: 'de', reason: '核对' } })
  await (await server.as(await server.given.user())).refused('forbidden', user.sm4, { body: { data: sealed, type: 'de' } })
})

test('USER-26, USER-27, USER-28, PERM-32, AUTH-14 the calls about the current user return their id, name, administrator flags and profile, and never those of another user', async () => {
  expect(await server.admin.call(self.adminId)).toBe('1')
  expect(await server.admin.call(self.isAdmin)).toBe(true)
  const userName = `self${server.given.next()}`
  const id = await server.given.user({ realName: '本人', userName })
  const me = await server.as(id)
  expect(await me.call(self.isAdmin)).toBe(false)
  expect(await me.call(self.current)).toMatchObject({ id, userName, realName: '本人', avatar: null, isAdmin: false, isGradeAdmin: false })
  const profile = await me.call(user.profile, { body: {} })
  expect(profile).toMatchObject({ id, userName, wxBound: false })
  expect(Object.keys(profile).filter(key => /password(?!Type)/i.test(key))).toEqual([])
  await me.refused('forbidden', user.profile, { body: { id: '1' } })
})

test('PERM-03, PERM-04, PERM-06, PERM-07, bad input 14 without the button the call is refused and the attempt recorded', async () => {
  const id = await server.given.user()
  await server.given.role(id, '/organiz/index')
  const they = await server.as(id)
  await they.refused('forbidden', user.save, { body: {} })
  await they.refused('forbidden', user.update, { body: {} })
  await they.refused('forbidden', user.saveMany, { body: {} })
  await they.refused('forbidden', config.page)
  const denied = await server.kernel.db.selectFrom('operLog').select(['operateType', 'code']).where('userId', '=', id).execute()
  expect(denied.map(row => row.operateType).sort()).toEqual(['page', 'save', 'saveMany', 'update'])
  const other = await server.given.user()
  await server.given.role(other, '/organiz/org-list')
  await (await server.as(other)).refused('forbidden', org.saveMany, { body: {} })
})
