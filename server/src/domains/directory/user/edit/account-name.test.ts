import { scan } from '@hufu/contract/credentials/scan'
import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idCardOf } from '../../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { bindIdentity } from '../../../credentials/scan/binding.sql.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function form(id: string) {
  const { jobs, realName } = await server.admin.call(user.byId, { query: { id } })
  return { id, realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType: jobType as 1 })) }
}
const certified = async (id: string) => (await server.admin.call(user.byId, { query: { id } })).authenticated
async function certify(realName: string) {
  const idCard = idCardOf(server.given.next())
  const id = await server.given.user({ realName })
  expect(await server.admin.call(user.authenticate, { body: { userId: id, realName, idCard } })).toBe(true)
  expect(await certified(id)).toBe(1)
  return { id, idCard }
}

test('N-03 certification ends when the name or the ID card changes, whoever changes it', async () => {
  const { id, idCard } = await certify('张三')
  await server.admin.call(user.update, { body: { ...(await form(id)), remark: '无关' } })
  expect(await certified(id)).toBe(1)
  await server.admin.call(user.update, { body: { ...(await form(id)), realName: '李四' } })
  expect(await certified(id)).toBe(0)
  expect(await server.admin.call(user.authenticate, { body: { userId: id, realName: '李四', idCard } })).toBe(true)
  await server.admin.call(user.update, { body: { ...(await form(id)), idCard: idCardOf(server.given.next() + 500) } })
  expect(await certified(id)).toBe(0)
})

test('N-03 users cannot change their own name while certified, and can otherwise', async () => {
  const { id } = await certify('王五')
  const me = await server.as(id)
  await me.refused('ownNameCertified', user.updateOwn, { body: { realName: '假名' } })
  await me.call(user.updateOwn, { body: { realName: '王五', gender: 2 } })
  await server.given.role(id, '/organiz/index', '/organiz/index#edit-user')
  await me.refused('ownNameCertified', user.update, { body: { ...(await form(id)), realName: '假名' } })
  expect(await certified(id)).toBe(1)
  const plain = await server.given.user()
  await (await server.as(plain)).call(user.updateOwn, { body: { realName: '新名' } })
})

test('D-41, N-03 a user name is changed by an administrator, never by the user, and stays unique without regard to letter case', async () => {
  const n = server.given.next()
  const [id, other] = [await server.given.user({ userName: `old${n}` }), await server.given.user({ userName: `taken${n}` })]
  await server.admin.refused('userNameTaken', user.update, { body: { ...(await form(id)), userName: `TAKEN${n}` } })
  await server.admin.call(user.update, { body: { ...(await form(id)), userName: `New${n}` } })
  const found = await server.admin.call(user.page, { query: { searchKey: `new${n}` } })
  expect(found.records.map(row => [row.id, row.userName])).toEqual([[id, `New${n}`]])
  const history = await server.kernel.db.selectFrom('dataHistory').select(['before', 'after']).where('recordId', '=', id).where('operateType', '=', 'update').execute() // prettier-ignore
  expect(JSON.stringify(history)).toContain(`New${n}`)
  const logged = await server.kernel.db
    .selectFrom('operLog')
    .select('params')
    .where('target', '=', id)
    .where('operateType', '=', 'update')
    .execute()
  expect(JSON.stringify(logged)).toContain(`New${n}`)
  await server.given.role(other, '/organiz/index', '/organiz/index#edit-user')
  await (await server.as(other)).refused('ownUserName', user.update, { body: { ...(await form(other)), userName: `mine${n}` } })
  await server.admin.refused('builtInAccount', user.update, { body: { ...(await form('1')), userName: 'root' } })
})

test('D-41, N-03 the applications that use the user name as account name are listed before it is changed', async () => {
  const id = await server.given.user()
  const at = async (parts: object, name: string) => {
    const appId = await server.given.app({ name, ...parts })
    await server.given.grant({ subjectType: 'user', subjectId: id, appId })
    return appId
  }
  await at({}, '甲')
  await at({ accountFrom: 'id', claims: JSON.stringify([{ claim: 'login', from: 'userName' }]) as never }, '乙')
  await at({ accountFrom: 'id' }, '丙')
  const own = await at({}, '丁')
  await server.kernel.db.insertInto('appAccount').values({ appId: own, userId: id, account: 'x1' }).execute()
  await server.given.app({ name: '戊' })
  const names = (await server.admin.call(user.namedIn, { query: { userId: id } })).map(app => app.name)
  expect(names.sort()).toEqual(['甲', '乙'].sort())
})

test('USER-06 a user’s own profile shows which identities are bound', async () => {
  const id = await server.given.user()
  const me = await server.as(id)
  expect(await me.call(user.profile)).toMatchObject({ wxBound: false, zfbBound: false, caBound: false })
  await bindIdentity(server.kernel.db, id, { kind: 'wx', subjectHash: `h${server.given.next()}`, name: '微信名' })
  await bindIdentity(server.kernel.db, id, { kind: 'ca', subjectHash: `h${server.given.next()}`, name: '证书' })
  expect(await me.call(user.profile)).toMatchObject({ wxBound: true, zfbBound: false, caBound: true })
})

test('AUTH-15 thirdlogin/callback answers with a page, whatever is wrong', async () => {
  for (const query of [
    {},
    { type: 'qq', state: 'x' },
    { type: 'wx' },
    { type: 'wx', state: 'x'.repeat(500) },
    { type: 'wx', state: '<b>', code: '\0' },
  ]) {
    const { status, headers, bytes } = await server.nobody.send(scan.callback, { query })
    expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(bytes.toString()).toContain('<!doctype html>')
    expect(bytes.toString()).not.toContain('<b>')
  }
})
