import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountCheck, accountPhone } from '@hufu/contract/credentials/account-phone'
import { phone } from '@hufu/contract/credentials/phone'
import { PASSWORD, idCardOf, phoneOf } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { sealed } from '../../../../test/secrets.ts'
import { CAPTCHA } from '../../../../test/settings.ts'

const CODE = '112358'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_FIXED_SMS_CODE: CODE, HUFU_MOCK_PROVIDERS: '1' } })
})
afterAll(() => server.close())

const fresh = () => phoneOf(server.given.next() + 7_000_000)
async function send(telephone: string, type = 'bind') {
  const nonce = `bind-nonce-${server.given.next()}`
  await server.nobody.send(phone.image, { query: { id: nonce } })
  await server.nobody.call(phone.sendCode, { query: { telephone, nonce, captcha: CAPTCHA, type } })
}
const bindPhone = async (id: string, password = PASSWORD) => {
  const { userName } = (await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirst())!
  return { query: { userName, pwd: await sealed(server, password) } }
}

test('AUTH-26, AUTH-28, AUTH-30, D-19, D-32 a telephone is proven in the session, then bound; binding another one replaces it', async () => {
  const me = await server.as(await server.given.user())
  const [first, second] = [fresh(), fresh()]
  expect(await me.call(accountPhone.isBound)).toBe(false)
  await send(first)
  await me.refused('captchaWrong', accountPhone.prove, { body: { telephone: first, code: '000000' } })
  await me.refused('phoneUnproven', accountPhone.bind, { query: { phone: first } })
  await me.call(accountPhone.prove, { body: { telephone: first, code: CODE } })
  await me.call(accountPhone.bind, { query: { phone: first } })
  expect(await me.call(accountPhone.isBound)).toBe(true)
  await send(second)
  await me.call(accountPhone.prove, { body: { telephone: second, code: CODE } })
  await me.refused('phoneBound', accountPhone.bind, { query: { phone: second } })
  await send(second)
  await me.call(accountPhone.prove, { body: { telephone: second, code: CODE } })
  await me.call(accountPhone.bind, { query: { phone: second, type: '1' } })
})

test('D-32, T12 proofs of other sessions, for other purposes or too old bind nothing', async () => {
  const id = await server.given.user()
  const [me, elsewhere] = [await server.as(id), await server.as(id)]
  const telephone = fresh()
  await send(telephone, 'login')
  await me.refused('captchaWrong', accountPhone.prove, { body: { telephone, code: CODE } })
  await send(telephone)
  await me.call(accountPhone.prove, { body: { telephone, code: CODE } })
  await elsewhere.refused('phoneUnproven', accountPhone.bind, { query: { phone: telephone } })
  await server.kernel.db.updateTable('oneTime').set({ expiresAt: '2026-01-01 00:00:00' }).where('purpose', '=', 'phoneProven').execute()
  await me.refused('phoneUnproven', accountPhone.bind, { query: { phone: telephone } })
})

test('D-32 the telephone of another user cannot be bound: 手机号已存在', async () => {
  const taken = fresh()
  await server.given.user({ phone: taken })
  const me = await server.as(await server.given.user())
  await send(taken)
  await me.call(accountPhone.prove, { body: { telephone: taken, code: CODE } })
  await me.refused('phoneTaken', accountPhone.bind, { query: { phone: taken } })
})

test('AUTH-29, D-70 unBindPhone removes the telephone, unless every account must have one', async () => {
  const me = await server.as(await server.given.user({ phone: fresh() }))
  await server.kernel.db.updateTable('config').set({ configValue: 'true' }).where('configKey', '=', 'requiredPhone').execute()
  await server.kernel.config.refresh()
  await me.refused('fieldRequired', accountPhone.unbind)
  await server.kernel.db.updateTable('config').set({ configValue: 'false' }).where('configKey', '=', 'requiredPhone').execute()
  await server.kernel.config.refresh()
  await me.call(accountPhone.unbind)
  expect(await me.call(accountPhone.isBound)).toBe(false)
})

test('AUTH-25, AUTH-31, AUTH-32, O-35 with name and password a user sees their masked telephone and whether they have an ID number', async () => {
  const telephone = fresh()
  const id = await server.given.user({ phone: telephone, idCard: idCardOf(server.given.next()) })
  const bare = await server.given.user()
  expect(await server.nobody.call(accountCheck.account, await bindPhone(id))).toEqual({ userId: id, hasPhone: true, hasIdCard: true })
  expect(await server.nobody.call(accountCheck.phone, await bindPhone(id))).toBe(`${telephone.slice(0, 3)}****${telephone.slice(-4)}`)
  expect(await server.nobody.call(accountCheck.phone, await bindPhone(bare))).toBeNull()
  expect(await server.nobody.call(accountCheck.idCard, await bindPhone(id))).toBe(true)
  expect(await server.nobody.call(accountCheck.idCard, await bindPhone(bare))).toBe(false)
  for (const call of [accountCheck.phone, accountCheck.idCard])
    await server.nobody.refused('userMissing', call, { query: { ...(await bindPhone(id)).query, userId: bare } })
})

test('AUTH-25, T9 wrong passwords in these three calls count as at sign-in: five lock the account', async () => {
  const id = await server.given.user()
  const codes = []
  for (const call of [accountCheck.account, accountCheck.phone, accountCheck.idCard, accountCheck.account, accountCheck.phone])
    codes.push((await server.nobody.send(call, await bindPhone(id, 'Wrong#2026'))).envelope.code)
  expect(codes).toEqual(['4', '4', '4', '4', '7'])
  expect((await server.nobody.send(accountCheck.idCard, await bindPhone(id))).envelope.code).toBe('7')
})
