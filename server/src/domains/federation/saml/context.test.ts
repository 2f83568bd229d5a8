import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { authnRequest, byRedirect, postedIn, statusIn, TestSp, xmlIn } from '../../../../test/saml.ts'

const PUBLIC = 'https://hufu.example.com'
const AC = 'urn:oasis:names:tc:SAML:2.0:ac:classes:'
const MFA = 'https://refeds.org/profile/mfa'
const logged: string[] = []
let server: TestServer
/** A node that browsers reach over TLS. */
let secure: TestServer
beforeAll(async () => {
  server = await startTestServer({ log: line => logged.push(line) })
  secure = await startTestServer({ settings: { HUFU_PUBLIC_URL: PUBLIC }, beside: server })
})
afterAll(async () => {
  await secure.close()
  await server.close()
})

/** Asks for classes in a session with these factors; returns the class of the response, or its last status code. */
async function asking(node: TestServer, origin: string) {
  const sp = await TestSp.make(server)
  const { browser, userId } = await sp.visitor()
  return async (loginType: string, factor: string, comparison: string, ...names: string[]) => {
    await server.kernel.pool.query(`update session set login_type = $2, factor = $3 where user_id = $1`, [userId, loginType, factor])
    node.kernel.sessions.forget()
    const refs = names.map(name => `<saml:AuthnContextClassRef>${name.includes(':') ? name : AC + name}</saml:AuthnContextClassRef>`)
    const inside = `<samlp:RequestedAuthnContext Comparison="${comparison}">${refs.join('')}</samlp:RequestedAuthnContext>`
    const xml = authnRequest(sp, { inside, attributes: 'IsPassive="true"' }).replace(server.address, origin)
    const { answer } = await browser.follow(node, byRedirect(`${node.address}/protocols/saml/sso`, xml, { key: sp.pair.key }))
    const posted = postedIn(await answer.text())
    return /<saml:AuthnContextClassRef>([^<]+)</.exec(xmlIn(posted))?.[1]?.replace(AC, '') ?? statusIn(posted).at(-1)
  }
}

test('a sign-in satisfies every class that its factors satisfy, and the response names the requested one', async () => {
  const ask = await asking(secure, PUBLIC)
  for (const factor of ['', 'any', 'crypto'])
    for (const name of ['PasswordProtectedTransport', 'Password', 'unspecified'])
      expect([factor, await ask('password', factor, 'exact', name)]).toEqual([factor, name])
  expect(await ask('password', 'any', 'exact', MFA, 'PasswordProtectedTransport')).toBe(MFA)
  expect(await ask('password', 'any', 'exact', 'PasswordProtectedTransport', MFA)).toBe('PasswordProtectedTransport')
  expect(await ask('password', 'any', 'minimum', 'PasswordProtectedTransport')).toBe('PasswordProtectedTransport')
  expect(await ask('password', 'any', 'maximum', 'PasswordProtectedTransport')).toBe('PasswordProtectedTransport')
  expect(await ask('password', 'any', 'better', 'PasswordProtectedTransport')).toBe(MFA)
  expect(await ask('password', '', 'exact', MFA)).toBe('NoAuthnContext')
})

test('the class unspecified is satisfied by every sign-in (SAML authentication context, 3.4.25)', async () => {
  const ask = await asking(secure, PUBLIC)
  for (const [loginType, factor] of [
    ['phone', ''],
    ['passkey', 'crypto'],
    ['ca', 'crypto'],
    ['idp', ''],
    ['idp', 'any'],
  ] as const)
    expect([loginType, await ask(loginType, factor, 'exact', 'unspecified')]).toEqual([loginType, 'unspecified'])
  for (const loginType of ['phone', 'passkey', 'idp'])
    expect([loginType, await ask(loginType, '', 'exact', 'Password')]).toEqual([loginType, 'NoAuthnContext'])
})

test('without https no password is PasswordProtectedTransport, and the log and the refusals of the application say why', async () => {
  const ask = await asking(server, server.address)
  for (const factor of ['', 'any']) {
    expect(await ask('password', factor, 'exact', 'Password')).toBe('Password')
    expect(await ask('password', factor, 'exact', 'PasswordProtectedTransport')).toBe('NoAuthnContext')
  }
  const lines = logged.map(line => JSON.parse(line) as { msg: string; problem?: string; detail?: string })
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'SAML request declined', problem: 'context', detail: expect.stringContaining('HUFU_PUBLIC_URL') }),
  )
})
