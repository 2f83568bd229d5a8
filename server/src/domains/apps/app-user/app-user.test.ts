import { afterAll, beforeAll, expect, test } from 'vitest'
import { appUser } from '@hufu/contract/apps/app-user'
import { user } from '@hufu/contract/directory/user'
import { finished, startTestServer, type TestServer } from '../../../../test/harness.ts'
import { downloaded } from '../../../../test/sheets.ts'
import { accessOf } from '../access/paths.sql.ts'
import { appUserId, readAppUserId } from './app-user-id.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

const db = () => server.kernel.db
const page = (appId: string, query = {}) => server.admin.call(appUser.page, { query: { appId, size: 500, ...query } })
const userIds = async (appId: string, query = {}) => (await page(appId, query)).records.map(row => row.userId).toSorted()

test('0024 an app user id combines the ids of application and user, and is parsed strictly', () => {
  const person = '0199c0ffee017abc8def0123456789ab'
  const id = appUserId(2_147_483_647, person)
  expect(id.length).toBeLessThanOrEqual(32)
  expect(readAppUserId(id)).toEqual({ seq: 2_147_483_647, userId: person })
  expect(readAppUserId(appUserId(35, '1'))).toEqual({ seq: 35, userId: '1' })
  for (const wrong of ['1', 'z', '_', `01-1`, `1-${person}`, `${id}A`, id.slice(0, -1), `1_${'A'.repeat(21)}B`, 'zzzzzzz-1'])
    expect(() => readAppUserId(wrong), wrong).toThrow()
})

test('X-APPUSER-01 everybody who may open an application is in its list once, with the source of the right', async () => {
  const { given } = server
  const appId = await given.app()
  const [top, left] = [await given.org(), await given.org()]
  const [both, inOrg, alone, over, shut] = [
    await given.user({ org: top, others: [left] }),
    await given.user({ org: left }),
    await given.user(),
    await given.user(),
    await given.user(),
  ]
  await given.user()
  for (const subjectId of [top, left]) await given.grant({ subjectType: 'org', subjectId, appId })
  const roleId = await given.appRole(appId, { name: '审核' })
  await given.grant({ subjectType: 'user', subjectId: alone, appId })
  await given.grant({ subjectType: 'user', subjectId: both, appId, roleId })
  await given.grant({ subjectType: 'user', subjectId: over, appId, endTime: '2020-01-01 00:00:00' })
  await db().insertInto('appAccount').values({ appId, userId: shut, status: 0 }).execute() // prettier-ignore
  const { total, records } = await page(appId)
  expect(total).toBe(5)
  const row = (userId: string) => records.find(record => record.userId === userId)
  expect(row(both)).toMatchObject({ source: 'group', isOpen: true, roles: [{ id: roleId, name: '审核', isOwn: true }] })
  expect(row(inOrg)).toMatchObject({ source: 'group', isOpen: true, status: 1, roles: [] })
  expect(row(alone)).toMatchObject({ source: 'direct', isOpen: true })
  expect(row(over)).toMatchObject({ source: 'direct', isOpen: false })
  expect(row(shut)).toMatchObject({ source: 'group', status: 0, isOpen: false })
  expect(await userIds(appId, { source: 'direct' })).toEqual([alone, over].toSorted())
  expect(await userIds(appId, { source: 'group' })).toEqual([both, inOrg, shut].toSorted())
  expect(await userIds(appId, { status: 0 })).toEqual([shut])
  expect((await page(appId, { status: 1 })).total).toBe(4)
  expect(await userIds(appId, { orgId: left })).toEqual([both, inOrg].toSorted())
  expect((await page(appId, { source: 'direct', status: 0 })).total).toBe(0)
  await server.admin.refused('appMissing', appUser.page, { query: { appId: 'none' } })
})

test('X-APPUSER-01 pages have no gaps or repetitions, read from the end as well, and for all organisations', async () => {
  const { given } = server
  const [appId, whole] = [await given.app(), await given.app()]
  const orgId = await given.org()
  for (let n = 0; n < 7; n++) await given.user({ org: orgId })
  await given.grant({ subjectType: 'org', subjectId: orgId, appId })
  await given.grant({ subjectType: 'org', subjectId: '1', appId: whole })
  for (const id of [appId, whole]) {
    const all = (await page(id)).records.map(row => row.userId)
    const turned: string[] = []
    for (let current = 1; turned.length < all.length; current++)
      turned.push(...(await page(id, { current, size: 3 })).records.map(row => row.userId))
    expect(turned).toEqual(all)
    expect((await page(id, { current: 500, size: 3 })).records).toEqual([])
  }
  const everybody = await db().selectFrom('users').select(({ fn }) => fn.countAll<number>().as('n')).where('deletedAt', 'is', null).executeTakeFirstOrThrow() // prettier-ignore
  expect((await page(whole)).total).toBe(everybody.n)
  expect((await page(whole, { source: 'group', orgId })).total).toBe(7)
})

test('X-APPUSER-01 the list is the same in the same order whether users are read one by one or in bulk, whatever entitles them', async () => {
  const own = await startTestServer()
  const { given, admin } = own
  const appId = await given.app()
  const [branch, alone, lined, spare] = [await given.org(), await given.org(), await given.org(), await given.org()]
  const below = await given.org({ parentId: branch })
  const insert = own.kernel.db
  const [stripeId, postId, labelId, offLabel, groupId] = ['line', 'post', 'label', 'off', 'group']
  await insert.insertInto('stripe').values({ id: stripeId, name: stripeId, code: stripeId }).execute()
  await insert.insertInto('stripeOrg').values({ stripeId, orgId: lined }).execute()
  await insert.insertInto('standing').values({ id: postId, kind: 'post', name: postId, code: postId }).execute()
  await insert.insertInto('userLabel').values([{ id: labelId, name: labelId }, { id: offLabel, name: offLabel, status: 0 }]).execute() // prettier-ignore
  await insert.insertInto('workGroup').values({ id: groupId, name: groupId, code: groupId }).execute()
  const roleId = await given.appRole(appId)
  const expected: string[] = []
  const gone: string[] = []
  for (let n = 0; n < 8; n++) {
    const person = (more: Parameters<typeof given.user>[0] = {}) => given.user({ realName: `${'甲丁丙乙'[n % 4]}${n}`, ...more })
    const [himself, left, labelled, member] = [await person(), await person(), await person(), await person()]
    for (const subjectId of [himself, left]) await given.grant({ subjectType: 'user', subjectId, appId, roleId })
    gone.push(left)
    await insert.insertInto('userLabelMember').values([{ userId: labelled, labelId }, { userId: await person(), labelId: offLabel }]).execute() // prettier-ignore
    await insert.insertInto('workGroupMember').values({ userId: member, groupId }).execute()
    const posted = await person({ jobs: [{ orgId: '1', jobType: 1, stationId: postId }] })
    const placed = [
      await person({ org: branch }),
      await person({ org: spare, others: [below] }),
      await person({ org: alone }),
      await person({ org: lined }),
    ]
    expected.push(himself, labelled, member, posted, ...placed)
    await person({ org: spare })
  }
  await admin.call(user.remove, { body: { ids: gone } })
  for (const [subjectType, subjectId, isBelow] of [
    ['org', branch, true], ['org', alone, false], ['stripe', stripeId, true], ['post', postId, true], ['label', labelId, true],
    ['label', offLabel, true], ['workGroup', groupId, true],
  ] as const) await given.grant({ subjectType, subjectId, below: isBelow, appId }) // prettier-ignore
  const read = async (size: number, current = 1) => {
    const { total, records } = await admin.call(appUser.page, { query: { appId, size, current } })
    expect(total).toBe(expected.length)
    return records.map(row => row.userId)
  }
  const all = await read(500)
  expect(all.toSorted()).toEqual(expected.toSorted())
  const one = []
  for (let current = 1; current <= all.length; current++) one.push(...(await read(1, current)))
  expect(one).toEqual(all)
  await own.close()
})

test('X-APPUSER-02, X-APPUSER-03 users are granted the application and lose the direct grant; other access paths stay', async () => {
  const { given } = server
  const appId = await given.app()
  const orgId = await given.org()
  const [they, another] = [await given.user({ org: orgId }), await given.user()]
  await given.grant({ subjectType: 'org', subjectId: orgId, appId })
  expect(await server.admin.call(appUser.add, { body: { appId, userIds: [they, another, another] } })).toBe(2)
  expect(await server.admin.call(appUser.add, { body: { appId, userIds: [they] } })).toBe(0)
  expect(await userIds(appId, { source: 'direct' })).toEqual([they, another].toSorted())
  expect(await server.admin.call(appUser.remove, { body: { appId, userIds: [they, another] } })).toBe(2)
  expect(await userIds(appId)).toEqual([they])
  await server.admin.refused('appMissing', appUser.add, { body: { appId: 'none', userIds: [they] } })
  await server.admin.refused('userMissing', appUser.add, { body: { appId, userIds: ['nobody'] } })
  await server.admin.refused('nothingChosen', appUser.add, { body: { appId, userIds: [] } })
})

test('X-APPUSER-04, X-APPUSER-05 an account inside the application belongs to one user only, mapped accounts included', async () => {
  const { given } = server
  const appId = await given.app()
  const [they, another] = [await given.user({ userName: 'mapped-a' }), await given.user({ userName: 'mapped-another' })]
  await server.admin.call(appUser.add, { body: { appId, userIds: [they, another] } })
  const rows = async () => new Map((await page(appId)).records.map(row => [row.userId, row]))
  const [mine, theirs] = [(await rows()).get(they)!, (await rows()).get(another)!]
  expect(mine).toMatchObject({ account: 'mapped-a', hasOwnAccount: false })
  await server.admin.call(appUser.setAccount, { body: { id: mine.id, account: 'A001' } })
  expect((await rows()).get(they)).toMatchObject({ account: 'A001', hasOwnAccount: true })
  await server.admin.refused('appAccountTaken', appUser.setAccount, { body: { id: theirs.id, account: 'a001' } })
  await server.admin.refused('appAccountTaken', appUser.setAccount, { body: { id: mine.id, account: 'MAPPED-another' } })
  const taken = (account: string, id?: string) => server.admin.call(appUser.accountTaken, { query: { appId, account, id } })
  expect(await taken('a001')).toBe(true)
  expect(await taken('a001', mine.id)).toBe(false)
  expect(await taken('mapped-another')).toBe(true)
  expect(await taken('free')).toBe(false)
  // This user has another account in the application, so their mapped name is free for somebody else.
  await server.admin.call(appUser.setAccount, { body: { id: theirs.id, account: 'mapped-a' } })
  await server.admin.refused('appAccountTaken', appUser.setAccount, { body: { id: mine.id, account: 'mapped-a' } })
  await server.admin.call(appUser.setAccount, { body: { id: theirs.id, account: '' } })
  expect((await rows()).get(another)).toMatchObject({ account: 'mapped-another', hasOwnAccount: false })
  await server.admin.refused('appUserMissing', appUser.setAccount, { body: { id: 'nonsense', account: 'x' } })
})

test('X-APPUSER-06 a disabled app user opens the application by no access path until enabled again', async () => {
  const { given } = server
  const appId = await given.app()
  const they = await given.user()
  await given.grant({ subjectType: 'org', subjectId: '1', appId })
  const seq = (await db().selectFrom('app').select('seq').where('id', '=', appId).executeTakeFirstOrThrow()).seq
  const ids = [appUserId(seq, they)]
  const set = (status: 0 | 1) => server.admin.call(appUser.setStatus, { query: { status }, body: { ids } })
  expect(await set(1)).toBe(0)
  expect(await set(0)).toBe(1)
  expect(await accessOf(db(), { userId: they, appId })).toBeUndefined()
  expect(await set(0)).toBe(0)
  expect(await set(1)).toBe(1)
  expect(await accessOf(db(), { userId: they, appId })).toEqual({ roles: [] })
  await server.admin.refused('statusProblem', appUser.setStatus, { query: {}, body: { ids } })
  await server.admin.refused('appUserMissing', appUser.setStatus, { query: { status: 0 }, body: { ids: ['zzzzz-1'] } })
})

test('X-APPUSER-07 the export contains what the filters find', async () => {
  const { given } = server
  const appId = await given.app()
  const [they, another] = [await given.user({ realName: '导出甲', userName: 'export-a' }), await given.user()]
  await server.admin.call(appUser.add, { body: { appId, userIds: [they, another] } })
  const query = { uuid: 'app-user-export-0', appId, query: JSON.stringify({ searchKey: '导出甲' }) }
  const task = await finished(server.admin, await server.admin.call(appUser.exportExcel, { query }))
  const { titles, rows } = await downloaded(server.admin, task.fileId)
  expect(titles.slice(0, 5)).toEqual(['姓名', '账号', '机构', '应用账号', '来源'])
  expect(rows).toHaveLength(1)
  expect(rows[0]!.slice(0, 2)).toEqual(['导出甲', 'export-a'])
  expect(rows[0]![4]).toBe('直接授权')
  await server.admin.refused('filterUnreadable', appUser.exportExcel, { query: { ...query, uuid: 'app-user-export-1', query: '{' } })
})

test('D-34, T14 a delegated administrator sees and changes only users in scope, of applications they may open themselves', async () => {
  const { given } = server
  const [mine, foreign] = [await given.org(), await given.org()]
  const they = await given.user({ org: mine })
  await given.gradeAdmin(they, mine, 1, '/app/user')
  const [inside, outside] = [await given.user({ org: mine }), await given.user({ org: foreign })]
  const [held, unheld] = [await given.app(), await given.app()]
  await given.grant({ subjectType: 'org', subjectId: '1', appId: held })
  const as = await server.as(they)
  const { total, records } = await as.call(appUser.page, { query: { appId: held, size: 500 } })
  expect(total).toBe(2)
  expect(records.map(row => row.userId).toSorted()).toEqual([they, inside].toSorted())
  const idOf = async (userId: string) => (await page(held)).records.find(row => row.userId === userId)!.id
  await as.refused('userMissing', appUser.setAccount, { body: { id: await idOf(outside), account: 'mine' } })
  await as.refused('userMissing', appUser.setStatus, { query: { status: 0 }, body: { ids: [await idOf(outside)] } })
  await as.refused('userMissing', appUser.add, { body: { appId: held, userIds: [outside] } })
  await as.refused('grantBeyondOwn', appUser.add, { body: { appId: unheld, userIds: [inside] } })
  await as.refused('grantToOneself', appUser.setAccount, { body: { id: await idOf(they), account: 'admin' } })
  expect(await as.call(appUser.setStatus, { query: { status: 0 }, body: { ids: [await idOf(inside)] } })).toBe(1)
})
