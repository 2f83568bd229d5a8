import { mobileOf } from '@hufu/contract/written'
import { user } from '@hufu/contract/directory/user'
import { welcome } from '@hufu/contract/operations/welcome'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phoneOf } from '../../../../../test/given.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../../test/harness.ts'
import { phones } from '../../../../../test/written-cases.ts'
import { fillLoginPhones } from './login-phone.ts'

/** Systems from before decision 0131 may have user names that are somebody else's phone. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const freshPhone = () => phoneOf(server.given.next() + 8_000_000)
const query = async <T>(text: string, ...values: unknown[]) => (await server.kernel.pool.query(text, values)).rows as T[]
const fill = () => fillLoginPhones(server.kernel).run()
async function form(id: string) {
  const { realName, jobs } = await server.admin.call(user.byId, { query: { id } })
  return { id, realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType: jobType as 1 })) }
}
/** A user name as it was written before, without its blind index. */
const nameAsBefore = (id: string, name: string) => query('update users set user_name = $1 where id = $2', name, id)
async function olderConflict(orgs: { named?: string; owner?: string } = {}) {
  const phone = freshPhone()
  const named = await server.given.user({ realName: '旧名', ...(orgs.named && { org: orgs.named }) })
  const owner = await server.given.user({ phone, realName: '旧号', ...(orgs.owner && { org: orgs.owner }) })
  await nameAsBefore(named, phone)
  await fill()
  return { phone, named, owner }
}
const todos = async (by: Subject = server.admin) => (await by.call(welcome.today)).duties.filter(({ kind }) => kind === 'loginNameConflict')
const draft = (more: object) => ({
  userName: `lc${server.given.next()}`, realName: '某人', passwordType: 2 as const, jobs: [{ orgId: '1', jobType: 1 as const }], ...more,
}) // prettier-ignore

test('the database reads a mobile number in a user name by the same rule as the contract', async () => {
  const names = [
    ...phones.flatMap(([typed, meant]) => [typed, meant ?? '']),
    'a13800000002',
    '138-0000-0002.',
    '86.13800000002',
    '13800000002@x',
    '',
  ]
  const ascii = names.filter(name => /^[ -~]*$/.test(name))
  const rows = await query<{ reads: boolean }>(
    'select reads_as_mobile(n) as reads from unnest($1::text[]) with ordinality u (n, i) order by i',
    ascii,
  )
  expect(rows.map(row => row.reads)).toEqual(ascii.map(name => mobileOf(name) !== undefined))
})

test('user names from before are reserved in the background, several hundred at a time', async () => {
  const names = Array.from({ length: 1200 }, (_, n) => `1360000${String(n).padStart(4, '0')}`)
  await query(`insert into users (id, user_name, real_name) select 'before' || n, n, '旧' from unnest($1::text[]) n`, names)
  await server.admin.call(user.save, { body: draft({ phone: '13500000000' }) })
  await fill()
  expect(await query('select 1 from login_phone_queue')).toEqual([])
  for (const phone of [names[0], names.at(-1)]) await server.admin.refused('phoneTaken', user.save, { body: draft({ phone }) })
  expect(await todos()).toEqual([])
  await query(`delete from users where id like 'before%'`)
  await server.admin.call(user.save, { body: draft({ phone: names[0] }) })
})

test('a user name of an older node of the same system is reserved, and given back when that node renames the user', async () => {
  const [id, number] = [await server.given.user(), freshPhone()]
  await nameAsBefore(id, number)
  await fill()
  await server.admin.refused('phoneTaken', user.save, { body: draft({ phone: number }) })
  await nameAsBefore(id, 'older.node')
  await fill()
  await server.admin.call(user.save, { body: draft({ phone: number }) })
})

test('a conflict from before stays, is a to-do with both users, and ends with the change of either', async () => {
  const first = await olderConflict()
  const second = await olderConflict()
  expect(await todos()).toMatchObject([{ count: 4, names: ['旧名', '旧名', '旧号'], facts: { userId: first.named } }])
  // Everything else of both can be changed, and nobody else gets the number.
  await server.admin.call(user.update, { body: { ...(await form(first.named)), remark: '照旧' } })
  await server.admin.call(user.update, { body: { ...(await form(first.owner)), remark: '照旧' } })
  await server.admin.refused('phoneTaken', user.save, { body: draft({ phone: first.phone }) })
  await server.admin.call(user.update, { body: { ...(await form(first.named)), userName: `mended${first.phone}` } })
  expect(await todos()).toMatchObject([{ count: 2, facts: { userId: second.named } }])
  await server.admin.refused('userNameTaken', user.update, { body: { ...(await form(first.named)), userName: first.phone } })
  await server.admin.call(user.update, { body: { ...(await form(second.owner)), phone: freshPhone() } })
  expect(await todos()).toEqual([])
  // The user name now has the number to itself.
  await server.admin.refused('phoneTaken', user.update, { body: { ...(await form(second.owner)), phone: second.phone } })
})

test('a conflict ends when one of the two users is deleted, and the deleted one is not restored while the other has the number', async () => {
  const { owner, named, phone } = await olderConflict()
  await server.admin.call(user.remove, { body: { ids: [owner] } })
  expect(await todos()).toEqual([])
  await server.admin.refused('phoneTaken', user.recover, { query: { userId: owner } })
  await server.admin.refused('phoneTaken', user.save, { body: draft({ phone }) })
  await server.admin.call(user.remove, { body: { ids: [named] } })
  expect(await server.admin.call(user.recover, { query: { userId: owner } })).toBe(true)
  await server.admin.refused('userNameTaken', user.recover, { query: { userId: named } })
})

test('D-75 an administrator of one office sees the conflicts of users whom they may change, and does not learn whose the other is', async () => {
  const [org, other] = [await server.given.org(), await server.given.org()]
  const { named } = await olderConflict({ named: org, owner: other })
  const { owner } = await olderConflict({ named: other, owner: org })
  const boss = async (...pages: string[]) => {
    const id = await server.given.user({ org })
    await server.given.gradeAdmin(id, org, 1, '/wel/index', ...pages)
    return server.as(id)
  }
  expect(await todos(await boss('/organiz/index'))).toMatchObject([{ count: 2, names: ['旧名', '旧号'], facts: { userId: named } }])
  expect(await todos(await boss('/audit/loginLog'))).toEqual([])
  for (const id of [named, owner]) await server.admin.call(user.remove, { body: { ids: [id] } })
})

test('history, lists and exports do not have the blind index of a user name', async () => {
  const id = await server.given.user({ userName: freshPhone() })
  await server.admin.call(user.update, { body: { ...(await form(id)), userName: freshPhone() } })
  const history = JSON.stringify(await query('select before, after from data_history where record_id = $1', id))
  const kept = JSON.stringify(
    await query('select k.kept from history_kept k join data_history h on h.id = k.history_id where h.record_id = $1', id),
  )
  const whole = JSON.stringify([
    await server.admin.call(user.byId, { query: { id } }),
    await server.admin.call(user.page, { query: { searchKey: '139' } }),
  ])
  for (const text of [history, kept, whole]) expect(text).not.toMatch(/name_?phone_?hash/i)
  await query(`call watch_history('users')`)
  await server.admin.call(user.update, { body: { ...(await form(id)), userName: freshPhone() } })
  expect(JSON.stringify(await query('select before, after from data_history where record_id = $1', id))).not.toMatch(/name_?phone_?hash/i)
})

test('what the triggers keep is the same as what is computed from all users at once', async () => {
  const number = freshPhone()
  const older = await olderConflict()
  await server.given.user({ userName: number, phone: number })
  const gone = await server.given.user({ phone: freshPhone() })
  await server.admin.call(user.remove, { body: { ids: [gone] } })
  const all = async () => [
    await query('select * from login_phone order by hash'),
    await query('select * from login_phone_conflict order by user_id'),
  ]
  const kept = await all()
  expect(kept[1]).toMatchObject([{ user_id: older.named }])
  await query('call refill_login_phones()')
  expect(await all()).toEqual(kept)
})
