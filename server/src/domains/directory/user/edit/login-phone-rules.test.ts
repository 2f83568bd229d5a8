import { review } from '@hufu/contract/governance/review'
import { user } from '@hufu/contract/directory/user'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, phoneOf } from '../../../../../test/given.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../../test/harness.ts'
import { made } from '../../../../../test/made.ts'
import { clerk, examiner, setReview } from '../../../../../test/reviews.ts'
import { sealed } from '../../../../../test/secrets.ts'
import { sheet } from '../../../../../test/sheets.ts'
import { writeConfig } from '../../../../platform/config/config.ts'

/** User names and phones share one namespace of sign-in (docs/decisions/names-and-dictionary.md, 0131). */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const freshPhone = () => phoneOf(server.given.next() + 8_000_000)
const query = async <T>(text: string, ...values: unknown[]) => (await server.kernel.pool.query(text, values)).rows as T[]
const draft = (more: object) => ({
  userName: `lr${server.given.next()}`,
  realName: '某人',
  passwordType: 2 as const,
  jobs: [{ orgId: '1', jobType: 1 as const }],
  ...more,
})
/** The form of a user as the console sends it. */
async function form(id: string, by: Subject = server.admin) {
  const { realName, jobs } = await by.call(user.byId, { query: { id } })
  return { id, realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType: jobType as 1 })) }
}
const signedInAs = async (loginName: string) =>
  ((await server.nobody.call(signIn.login, { body: { loginName, pwd: await sealed(server, PASSWORD) } as never })) as { userName: string })
    .userName
test('D-23 a user whose user name is their own phone signs in by it, and may change both', async () => {
  const [phone, next] = [freshPhone(), freshPhone()]
  const id = await server.given.user({ userName: phone, phone })
  expect(await signedInAs(phone)).toBe(phone)
  await server.admin.call(user.update, { body: { ...(await form(id)), phone: next } })
  // The user name still signs them in.
  await server.admin.refused('phoneTaken', user.save, { body: draft({ phone }) })
  await server.admin.call(user.update, { body: { ...(await form(id)), phone } })
  await server.admin.call(user.update, { body: { ...(await form(id)), userName: next, phone: next } })
  await server.admin.call(user.save, { body: draft({ phone }) })
})

test('D-15, D-75 an administrator of one office is refused a user name that is a phone outside the office, and learns no more', async () => {
  const [org, phone] = [await server.given.org(), freshPhone()]
  const outside = await server.given.user({ phone })
  const boss = await server.given.user({ org })
  await server.given.gradeAdmin(boss, org, 1, '/wel/index', '/organiz/index')
  const they = await server.as(boss)
  const mine = { jobs: [{ orgId: org, jobType: 1 as const }] }
  await they.refused('userMissing', user.byId, { query: { id: outside } })
  const refused = await they.refused('userNameTaken', user.save, { body: draft({ ...mine, userName: phone }) })
  expect(refused.message).toBe('用户名已存在')
  const inside = await server.given.user({ org })
  await they.refused('userNameTaken', user.update, { body: { ...(await form(inside, they)), userName: phone } })
  const name = freshPhone()
  await server.given.user({ userName: name })
  await they.refused('phoneTaken', user.update, { body: { ...(await form(inside, they)), phone: name } })
  expect(await signedInAs(phone)).not.toBe(phone)
})

test('D-11 the hints of the form say what saving would refuse', async () => {
  const [phone, name] = [freshPhone(), freshPhone()]
  const [owner, named] = [await server.given.user({ phone }), await server.given.user({ userName: name })]
  const isNameTaken = (userName: string, id?: string) => server.admin.call(user.userNameTaken, { query: { userName, ...(id && { id }) } })
  const isPhoneTaken = (value: string, id?: string) => server.admin.call(user.phoneTaken, { query: { phone: value, ...(id && { id }) } })
  expect([await isNameTaken(phone), await isNameTaken(`86${phone}`), await isNameTaken(phone, owner)]).toEqual([true, true, false])
  expect([await isPhoneTaken(name), await isPhoneTaken(`+86 ${name}`), await isPhoneTaken(name, named)]).toEqual([true, true, false])
  expect(await server.admin.call(user.userNameFree, { query: { userName: phone } })).toBe(false)
  expect([await isNameTaken(freshPhone()), await isPhoneTaken(freshPhone())]).toEqual([false, false])
})

test('USER-48, D-41 a user name made by rule is nobody else’s phone', async () => {
  const ask = (more: object) => server.admin.call(user.generateUserName, { query: { realName: '张三丰', ...more } })
  await writeConfig(server.kernel.db, { userNameRule: 'employeeNumber' })
  await server.kernel.config.refresh()
  await server.given.user({ phone: '13700000010' })
  expect(await ask({ employeeNumber: '13700000010' })).toBe('137000000101')
  // A number behind ten digits makes a phone, too.
  await server.given.user({ userName: '1370000002' })
  await server.given.user({ phone: '13700000021' })
  expect(await ask({ employeeNumber: '1370000002' })).toBe('13700000022')
})

test('D-48 two rows of one sheet or one batch do not give the same number as user name and as phone', async () => {
  const [a, b] = [freshPhone(), freshPhone()]
  const code = (await query<{ code: string }>(`select code from org where id = '1'`))[0]!.code
  const rows = [[a, '甲', '', code], ['lrsheet1', '乙', a, code], ['lrsheet2', '丙', b, code], [b, '丁', '', code]] // prettier-ignore
  const check = await server.admin.call(user.importCheck, { file: await sheet(['用户名', '姓名', '手机号', '机构编码'], rows) })
  expect(check.errors).toMatchObject([
    { row: 3, column: '手机号', message: '与第2行重复' },
    { row: 5, column: '用户名', message: '与第4行重复' },
  ])
  const list = [{ userName: a, realName: '甲' }, { userName: 'lrbatch1', realName: '乙', phone: a }] // prettier-ignore
  const { errors } = await server.admin.call(user.saveMany, { body: { orgId: '1', list } })
  expect(errors).toMatchObject([{ row: 2, field: 'phone' }])
})

test('D-43 a deleted user holds nothing, and is not restored once the number belongs to somebody else', async () => {
  const [phone, name] = [freshPhone(), freshPhone()]
  const [owner, named] = [await server.given.user({ phone }), await server.given.user({ userName: name })]
  await server.admin.call(user.remove, { body: { ids: [owner, named] } })
  const { id: other } = made(await server.admin.call(user.save, { body: draft({ userName: phone, phone: name }) }))
  await server.admin.refused('phoneTaken', user.recover, { query: { userId: owner } })
  await server.admin.refused('userNameTaken', user.recover, { query: { userId: named } })
  await server.admin.call(user.remove, { body: { ids: [other] } })
  expect(await server.admin.call(user.recover, { query: { userId: owner } })).toBe(true)
  expect(await server.admin.call(user.recover, { query: { userId: named } })).toBe(true)
})

test('D-15 of two concurrent changes, one giving a number as user name and one as phone, exactly one wins', async () => {
  for (let round = 0; round < 20; round++) {
    const number = freshPhone()
    const [named, owner] = [await server.given.user(), await server.given.user()]
    const [asName, asPhone] = [
      { ...(await form(named)), userName: number },
      { ...(await form(owner)), phone: number },
    ]
    const [one, two] = await Promise.all([asName, asPhone].map(body => server.admin.send(user.update, { body })))
    const codes = [one!.envelope.code, two!.envelope.code]
    expect(codes.filter(code => code === 'success')).toHaveLength(1)
    expect([one, two].find(answer => answer!.envelope.code !== 'success')!.envelope.message).toMatch(/^(用户名|手机号)已存在$/)
  }
})

test('D-15 a transaction that gives a number waits for the one that gave it first, and is refused when that commits', async () => {
  const number = freshPhone()
  const [named, owner] = [await server.given.user(), await server.given.user()]
  const [first, second] = [await server.kernel.pool.connect(), await server.kernel.pool.connect()]
  try {
    const hash = server.kernel.keys.blindIndex('phone', number)
    await first.query('begin')
    await first.query('update users set phone_hash = $1 where id = $2', [hash, owner])
    const later = second.query('update users set user_name = $1, user_name_phone_hash = $2 where id = $3', [number, hash, named])
    const refused = expect(later).rejects.toMatchObject({ code: '23505', constraint: 'user_name_taken' })
    await expect
      .poll(() => query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .toHaveLength(1)
    await first.query('commit')
    await refused
  } finally {
    first.release()
    second.release()
  }
})

test('D-53 what a pending request holds as a user name is given to nobody as a phone, and the other way round', async () => {
  const [a, b] = [await clerk(server), await examiner(server)]
  await setReview(server, { user: [b.id] })
  const [name, phone] = [freshPhone(), freshPhone()]
  await a.as.call(user.save, { body: draft({ userName: name, phone }) })
  await server.admin.refused('valueHeld', user.save, { body: draft({ phone: name }) })
  await server.admin.refused('valueHeld', user.save, { body: draft({ userName: phone }) })
  const label = async (more: object) => (await a.as.send(user.save, { body: draft(more) })).envelope.message
  expect(await label({ phone: name })).toContain('手机号')
  expect(await label({ userName: phone })).toContain('用户名')
  expect(await server.admin.call(user.userNameTaken, { query: { userName: phone } })).toBe(true)
  expect(await server.admin.call(user.phoneTaken, { query: { phone: name } })).toBe(true)
  expect(await server.admin.call(review.valueHeld, { query: { kind: 'userName', value: phone } })).toBe(true)
  // A user name that is the phone of the same request is one value.
  const own = freshPhone()
  await a.as.call(user.save, { body: draft({ userName: own, phone: own }) })
  await setReview(server, {})
})
