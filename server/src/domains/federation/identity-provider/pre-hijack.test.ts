import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone } from '@hufu/contract/credentials/phone'
import type { ProviderRules } from '@hufu/contract/federation/identity-provider'
import { phoneOf } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { CAPTCHA } from '../../../../test/settings.ts'
import { openUpstream, registerOidc, signInBy, type Upstream } from '../../../../test/upstream.ts'

const CODE = '246810'
const UNKNOWN = '该身份没有对应的账号'
let server: TestServer
let upstream: Upstream
let orgId: string
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_FIXED_SMS_CODE: CODE, HUFU_MOCK_PROVIDERS: '1' } })
  const { db, config } = server.kernel
  await db.updateTable('config').set({ configValue: 'true' }).where('configKey', '=', 'openPhone').execute()
  await config.refresh()
  upstream = await openUpstream()
  orgId = await server.given.org()
})
afterAll(async () => {
  await upstream.close()
  await server.close()
})

async function registered(rules: Partial<ProviderRules>) {
  const provider = await registerOidc(server, upstream.issuer, { orgId, rules })
  upstream.register(provider.callback)
  return provider
}
const signInAs = (provider: { code: string }, sub: string, claims: Record<string, unknown>) => {
  upstream.become(sub, claims)
  return signInBy(server, provider.code)
}
const somebody = () => {
  const n = server.given.next()
  return { n, telephone: phoneOf(n + 7_000_000), name: '某人', preferred_username: `who${n}` }
}
const stored = (userId: string) =>
  server.kernel.db.selectFrom('users').select(['phoneMask', 'email']).where('id', '=', userId).executeTakeFirstOrThrow()

/** Signs in by a code sent to the telephone. */
async function bySms(telephone: string) {
  const id = `nonce-${server.given.next()}-${process.pid}`
  await server.nobody.send(phone.image, { query: { id } })
  await server.nobody.call(phone.sendCode, { query: { telephone, nonce: id, captcha: CAPTCHA } })
  return (await server.nobody.send(phone.login, { body: { telephone, code: CODE } })).envelope
}

test('decision 0102 a phone or e-mail address the provider has not verified is not stored, so that its owner enters no foreign account', async () => {
  const [makes, matches] = [await registered({ makes: true }), await registered({ link: 'phone' })]
  const { n, telephone, ...claims } = somebody()
  const disclosed = { ...claims, phone_number: telephone, email: `p${n}@example.com` }
  const { entered } = await signInAs(makes, `attacker-${n}`, { ...disclosed, phone_number_verified: false })
  expect(await stored(entered!.data.userId)).toEqual({ phoneMask: null, email: null })
  const owner = await signInAs(matches, `owner-${n}`, { phone_number: telephone, phone_number_verified: true })
  expect([owner.page, owner.entered]).toEqual([expect.stringContaining(UNKNOWN), undefined])
  expect(await bySms(telephone)).toMatchObject({ code: '10' })
})

test('decision 0102 what a provider verified is stored; from claims of other names only where an administrator declares them proven', async () => {
  const [says, proves] = [
    await registered({ makes: true }),
    await registered({
      makes: true,
      contactsProven: true,
      claims: { userName: 'preferred_username', realName: 'name', phone: 'employee_number', email: 'email' },
    }),
  ]
  const one = somebody()
  const verified = {
    phone_number: `+86 ${one.telephone}`,
    phone_number_verified: true,
    email: `v${one.n}@example.com`,
    email_verified: true,
  }
  const kept = await signInAs(says, `one-${one.n}`, { ...one, ...verified })
  expect(await stored(kept.entered!.data.userId)).toEqual({ phoneMask: expect.stringContaining('139') as string, email: verified.email })
  const two = somebody()
  const other = await signInAs(proves, `two-${two.n}`, { ...two, employee_number: two.telephone, email: `w${two.n}@example.com` })
  expect(await stored(other.entered!.data.userId)).toEqual({
    phoneMask: expect.stringContaining('139') as string,
    email: `w${two.n}@example.com`,
  })
})

test('decision 0102 the phone rule finds a user who has proven the number here, and nobody for whom others entered it', async () => {
  const provider = await registered({ link: 'phone' })
  const { n, telephone } = somebody()
  const userId = await server.given.user({ phone: telephone })
  const claims = { phone_number: telephone, phone_number_verified: true }
  expect((await signInAs(provider, `s-${n}`, claims)).page).toContain(UNKNOWN)
  // A sign-in by a code sent to the number proves that it is the user's.
  expect(await bySms(telephone)).toMatchObject({ code: '0', data: { userId } })
  expect((await signInAs(provider, `t-${n}`, { ...claims, phone_number_verified: false })).page).toContain(UNKNOWN)
  expect((await signInAs(provider, `s-${n}`, claims)).entered).toMatchObject({ code: '0', data: { userId } })
})

test('decision 0102 an account created by one provider is found by no other provider through its user name, also when its link is gone', async () => {
  const rules = { link: 'userName', linkClaim: 'preferred_username', isAuthoritative: true } as const
  const [makes, matches] = [await registered({ makes: true }), await registered(rules)]
  const { n, ...claims } = somebody()
  const { entered } = await signInAs(makes, `attacker-${n}`, claims)
  const { userId } = entered!.data
  expect((await signInAs(matches, `owner-${n}`, claims)).page).toContain(UNKNOWN)
  await server.kernel.db.deleteFrom('identityLink').where('userId', '=', userId).execute()
  expect((await signInAs(matches, `owner-${n}`, claims)).page).toContain(UNKNOWN)
  // An account that the directory created is found.
  const existing = await server.given.user()
  const { userName } = await server.kernel.db.selectFrom('users').select('userName').where('id', '=', existing).executeTakeFirstOrThrow()
  expect((await signInAs(matches, `known-${n}`, { preferred_username: userName })).entered).toMatchObject({ data: { userId: existing } })
})
