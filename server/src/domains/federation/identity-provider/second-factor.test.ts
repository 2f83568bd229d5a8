import { afterAll, beforeAll, expect, test } from 'vitest'
import { factorsIn } from '../../../../test/factors.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { Browser } from '../../../../test/oidc.ts'
import { exchangeCode, HostileProvider, registerOidc, startOf } from '../../../../test/upstream.ts'

const MFA = 'urn:example:mfa'
let server: TestServer
let hostile: HostileProvider
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  hostile = await HostileProvider.open()
})
afterAll(async () => {
  await hostile.close()
  await server.close()
})

/** A user linked to a provider, some of whose classes count as a second factor, and how they sign in by it. */
async function linked(factorClasses: string[]) {
  const provider = await registerOidc(server, hostile.issuer, { rules: { factorClasses } })
  const userId = await server.given.user()
  const { db } = server.kernel
  await db.insertInto('identityLink').values({ id: provider.id, providerId: provider.id, subject: userId, userId, name: '', origin: 'self' }).execute() // prettier-ignore
  const begin = async (browser: Browser, query = '') =>
    new URL((await browser.go(`${startOf(server, provider.code)}${query}`)).headers.get('location')!)
  const enter = async (claimsSent: { claims?: Record<string, unknown>; userinfo?: Record<string, unknown> }) => {
    hostile.who = { sub: userId }
    hostile.overrides = claimsSent
    const browser = new Browser()
    const back = await browser.go(hostile.authorize((await begin(browser)).href))
    hostile.overrides = {}
    return exchangeCode(server, browser, new URL(back.headers.get('location')!, server.address))
  }
  const factor = async () =>
    (await db.selectFrom('session').select('factor').where('userId', '=', userId).orderBy('id', 'desc').executeTakeFirstOrThrow()).factor
  return { userId, begin, enter, factor }
}

test('decision 0102 an acr the administrator named counts as second factor; another one, one in userinfo only, or none does not', async () => {
  const { enter, factor } = await linked([MFA, 'urn:example:card'])
  const shown = async (claimsSent: Parameters<typeof enter>[0]) => {
    expect(await enter(claimsSent)).toMatchObject({ code: '0' })
    return factor()
  }
  expect(await shown({ claims: { acr: MFA } })).toBe('any')
  expect(await shown({ claims: { acr: 'urn:example:card' } })).toBe('any')
  for (const acr of [undefined, '', 'urn:example:password', `${MFA} urn:example:card`, MFA.toUpperCase(), [MFA], { MFA }, 1])
    expect([acr, await shown({ claims: { acr } })]).toEqual([acr, ''])
  expect(await shown({ userinfo: { acr: MFA } })).toBe('')
  const none = await linked([])
  await none.enter({ claims: { acr: MFA } })
  expect(await none.factor()).toBe('')
})

test('decision 0102 a user who presented a second factor at the provider is not asked for one here; one who did not is', async () => {
  const { userId, enter } = await linked([MFA])
  await factorsIn(server).bindTotp(await server.as(userId))
  expect(await enter({ claims: { acr: 'urn:example:password' } })).toMatchObject({ code: '3010' })
  expect(await enter({ claims: { acr: MFA } })).toMatchObject({ code: '0' })
})

test('decision 0102 where an application requires a second factor, it is requested from the provider', async () => {
  const { begin } = await linked([MFA, 'urn:example:card'])
  const requestedClasses = async (query: string) => (await begin(new Browser(), query)).searchParams.get('acr_values')
  expect([await requestedClasses(''), await requestedClasses('?wants=factor')]).toEqual([null, `${MFA} urn:example:card`])
  const none = await linked([])
  expect((await none.begin(new Browser(), '?wants=factor')).searchParams.get('acr_values')).toBeNull()
})
