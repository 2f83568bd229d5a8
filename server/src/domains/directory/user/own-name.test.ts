import { scan } from '@hufu/contract/credentials/scan'
import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idCardOf } from '../../../../test/given.ts'
import { openHouse, type House } from '../../../../test/harness.ts'
import { bindIdentity } from '../../credentials/scan/scan.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

async function form(id: string) {
  const { jobs, realName } = await house.admin.call(user.byId, { query: { id } })
  return { id, realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType: jobType as 1 })) }
}
const certified = async (id: string) => (await house.admin.call(user.byId, { query: { id } })).authenticated
async function certify(realName: string) {
  const idCard = idCardOf(house.given.next())
  const id = await house.given.user({ realName })
  expect(await house.admin.call(user.authenticate, { body: { userId: id, realName, idCard } })).toBe(true)
  expect(await certified(id)).toBe(1)
  return { id, idCard }
}

test('N-03 certification ends when the name or the ID card changes, whoever changes it', async () => {
  const { id, idCard } = await certify('张三')
  await house.admin.call(user.update, { body: { ...(await form(id)), remark: '无关' } })
  expect(await certified(id)).toBe(1)
  await house.admin.call(user.update, { body: { ...(await form(id)), realName: '李四' } })
  expect(await certified(id)).toBe(0)
  expect(await house.admin.call(user.authenticate, { body: { userId: id, realName: '李四', idCard } })).toBe(true)
  await house.admin.call(user.update, { body: { ...(await form(id)), idCard: idCardOf(house.given.next() + 500) } })
  expect(await certified(id)).toBe(0)
})

test('N-03 nobody renames themselves while certified; who is not may', async () => {
  const { id } = await certify('王五')
  const me = await house.as(id)
  await me.refused('ownNameCertified', user.updateOwn, { body: { realName: '假名' } })
  await me.call(user.updateOwn, { body: { realName: '王五', gender: 2 } })
  await house.given.role(id, '/organiz/index', '/organiz/index#edit-user')
  await me.refused('ownNameCertified', user.update, { body: { ...(await form(id)), realName: '假名' } })
  expect(await certified(id)).toBe(1)
  const plain = await house.given.user()
  await (await house.as(plain)).call(user.updateOwn, { body: { realName: '新名' } })
})

test('D-41, N-03 a user name is changed by an administrator, never by oneself, and stays unique without letter case', async () => {
  const n = house.given.next()
  const [id, other] = [await house.given.user({ userName: `old${n}` }), await house.given.user({ userName: `taken${n}` })]
  await house.admin.refused('userNameTaken', user.update, { body: { ...(await form(id)), userName: `TAKEN${n}` } })
  await house.admin.call(user.update, { body: { ...(await form(id)), userName: `New${n}` } })
  const found = await house.admin.call(user.page, { query: { searchKey: `new${n}` } })
  expect(found.records.map(row => [row.id, row.userName])).toEqual([[id, `New${n}`]])
  const history = await house.kernel.db.selectFrom('dataHistory').select(['before', 'after']).where('recordId', '=', id).where('operateType', '=', 'update').execute() // prettier-ignore
  expect(JSON.stringify(history)).toContain(`New${n}`)
  const logged = await house.kernel.db
    .selectFrom('operLog')
    .select('params')
    .where('target', '=', id)
    .where('operateType', '=', 'update')
    .execute()
  expect(JSON.stringify(logged)).toContain(`New${n}`)
  await house.given.role(other, '/organiz/index', '/organiz/index#edit-user')
  await (await house.as(other)).refused('ownUserName', user.update, { body: { ...(await form(other)), userName: `mine${n}` } })
  await house.admin.refused('builtInAccount', user.update, { body: { ...(await form('1')), userName: 'root' } })
})

test('D-41, N-03 the applications that know a user by the user name are listed before it is changed', async () => {
  const id = await house.given.user()
  const at = async (parts: object, name: string) => {
    const appId = await house.given.app({ name, ...parts })
    await house.given.grant({ subjectType: 'user', subjectId: id, appId })
    return appId
  }
  await at({}, '甲')
  await at({ accountFrom: 'id', claims: JSON.stringify([{ claim: 'login', from: 'userName' }]) as never }, '乙')
  await at({ accountFrom: 'id' }, '丙')
  const own = await at({}, '丁')
  await house.kernel.db.insertInto('appAccount').values({ appId: own, userId: id, account: 'x1' }).execute()
  await house.given.app({ name: '戊' })
  const names = (await house.admin.call(user.namedIn, { query: { userId: id } })).map(app => app.name)
  expect(names.sort()).toEqual(['甲', '乙'].sort())
})

test('USER-06 one’s own profile tells what is bound', async () => {
  const id = await house.given.user()
  const me = await house.as(id)
  expect(await me.call(user.profile)).toMatchObject({ wxBound: false, zfbBound: false, caBound: false })
  await bindIdentity(house.kernel.db, id, { kind: 'wx', subjectHash: `h${house.given.next()}`, name: '微信名' })
  await bindIdentity(house.kernel.db, id, { kind: 'ca', subjectHash: `h${house.given.next()}`, name: '证书' })
  expect(await me.call(user.profile)).toMatchObject({ wxBound: true, zfbBound: false, caBound: true })
})

test('AUTH-15 thirdlogin/callback answers a page, whatever is wrong', async () => {
  for (const query of [
    {},
    { type: 'qq', state: 'x' },
    { type: 'wx' },
    { type: 'wx', state: 'x'.repeat(500) },
    { type: 'wx', state: '<b>', code: '\0' },
  ]) {
    const { status, headers, bytes } = await house.nobody.send(scan.callback, { query })
    expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(bytes.toString()).toContain('<!doctype html>')
    expect(bytes.toString()).not.toContain('<b>')
  }
})
