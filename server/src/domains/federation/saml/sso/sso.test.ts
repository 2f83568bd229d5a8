import { spawnSync } from 'node:child_process'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { Browser } from '../../../../../test/oidc.ts'
import { configure } from '../../../../../test/providers.ts'
import { authnRequest, byRedirect, newPair, postedIn, statusIn, TestSp, xmlIn } from '../../../../../test/saml.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
})
afterAll(() => server.close())

const sso = () => `${server.address}/protocols/saml/sso`
const refusals = (sp: TestSp) =>
  server.kernel.db.selectFrom('samlRefusal').select('problem').where('appId', '=', sp.appId).orderBy('id').execute()

test('SAML-10 node-saml signs a user in by redirect and reads their attributes, in Chinese', async () => {
  const sp = await TestSp.make(server, {
    app: {
      claims: JSON.stringify([
        { claim: 'urn:oid:2.16.840.1.113730.3.1.241', from: 'realName' },
        { claim: 'roles', from: 'roles' },
      ]),
    },
  })
  const { browser, userId } = await sp.visitor({ realName: '李四光 & <"子">', userName: 'ssli' })
  for (const code of ['clerk', 'reader']) {
    const roleId = await server.given.appRole(sp.appId, { code })
    await server.given.grant({ subjectType: 'user', subjectId: userId, appId: sp.appId, roleId })
  }
  const posted = await sp.visit(browser, '/a?b="c"</script>')
  expect(posted.action).toBe(sp.acs)
  expect(posted.fields.RelayState).toBe('/a?b="c"</script>')
  const profile = await sp.read(posted)
  expect(profile.issuer).toBe(`${server.address}/protocols/saml/metadata`)
  expect(profile.nameIDFormat).toBe('urn:oasis:names:tc:SAML:2.0:nameid-format:persistent')
  expect(profile.attributes).toEqual({ 'urn:oid:2.16.840.1.113730.3.1.241': '李四光 & <"子">', roles: ['clerk', 'reader'] })
  const visits = await server.kernel.db.selectFrom('appVisit').select(['protocol', 'fault']).where('appId', '=', sp.appId).execute()
  expect(visits).toEqual([{ protocol: 'saml', fault: '' }])
})

test('SAML-11 a request by POST is stored here first, as a cross-site form carries no cookie', async () => {
  const sp = await TestSp.make(server, { options: { authnRequestBinding: 'HTTP-POST', skipRequestCompression: true } })
  const { browser } = await sp.visitor()
  const form = postedIn(
    (await sp.saml.getAuthorizeFormAsync('state')).replace(
      /<input type="hidden" name="([^"]+)" value="([^"]*)" ?\/?>/g,
      '<input type="hidden" name="$1" value="$2">',
    ),
  )
  expect(Object.keys(form.fields)).toContain('SAMLRequest')
  const sent = await fetch(sso(), { method: 'POST', body: new URLSearchParams(form.fields), redirect: 'manual' })
  expect(sent.status).toBe(303)
  const at = new URL(sent.headers.get('location')!, server.address)
  expect(at.pathname).toBe('/protocols/saml/go')
  const { answer } = await browser.follow(server, at)
  const posted = postedIn(await answer.text())
  expect(posted.fields.RelayState).toBe('state')
  expect((await sp.read(posted)).nameID).toMatch(/^_[0-9a-f]{32}$/)
})

test('SAML-12 a user who is not signed in goes to /login and comes back', async () => {
  const sp = await TestSp.make(server)
  const { userId } = await sp.visitor()
  const browser = new Browser()
  const loginPage = await browser.follow(server, await sp.redirectUrl())
  expect(loginPage.url.pathname).toBe('/login')
  await browser.signIn(server, userId)
  const { answer } = await browser.follow(server, server.address + loginPage.url.searchParams.get('uri')!)
  expect((await sp.read(postedIn(await answer.text()))).nameID).toBeTruthy()
})

test('SAML-13 persistent identifiers are stable and differ per application; transient ones are new each time', async () => {
  const [one, two] = [await TestSp.make(server), await TestSp.make(server)]
  const { browser, userId } = await one.visitor({ email: 'mail@example.com' })
  const renamed = `renamed${server.given.next()}`
  await server.kernel.db.updateTable('users').set({ emailProven: 1 }).where('id', '=', userId).execute()
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId: two.appId })
  const first = await one.read(await one.visit(browser))
  await server.kernel.db.updateTable('users').set({ userName: renamed }).where('id', '=', userId).execute()
  expect((await one.read(await one.visit(browser))).nameID).toBe(first.nameID)
  expect((await two.read(await two.visit(browser))).nameID).not.toBe(first.nameID)
  await one.set({ nameId: 'transient' })
  const passing = [await one.read(await one.visit(browser)), await one.read(await one.visit(browser))]
  expect(passing[0]!.nameID).not.toBe(passing[1]!.nameID)
  await one.set({ nameId: 'email' })
  expect((await one.read(await one.visit(browser))).nameID).toBe('mail@example.com')
  await one.set({ nameId: 'unspecified' })
  expect((await one.read(await one.visit(browser))).nameID).toBe(renamed)
})

test('SAML-14 an unverified e-mail address is not used as NameID', async () => {
  const sp = await TestSp.make(server)
  await sp.set({ nameId: 'email' })
  const { browser } = await sp.visitor({ email: 'unproven@example.com' })
  expect(statusIn(await sp.visit(browser))).toEqual(['Requester', 'InvalidNameIDPolicy'])
  expect(await refusals(sp)).toEqual([{ problem: 'nameId' }])
})

/** Sends a handmade request and returns how it was answered. */
async function answerTo(sp: TestSp, browser: Browser, xml: string, parts: Parameters<typeof byRedirect>[2] = { key: sp.pair.key }) {
  const { answer, url } = await browser.follow(server, byRedirect(sso(), xml, parts))
  const html = await answer.text()
  return { status: answer.status, url, html, posted: postedIn(html), codes: statusIn(postedIn(html)) }
}

test('SAML-15 each of IsPassive, ForceAuthn, Subject, NameIDPolicy and RequestedAuthnContext is answered with its status', async () => {
  const sp = await TestSp.make(server)
  const { browser } = await sp.visitor()
  const ask = (inside: string, attributes = '', who = browser) =>
    answerTo(sp, who, authnRequest(sp, { inside, attributes })).then(found => found.codes)
  const policy = (attributes: string) => `<samlp:NameIDPolicy ${attributes}/>`
  expect(await ask('', 'IsPassive="true"', new Browser())).toEqual(['Responder', 'NoPassive'])
  expect(await ask('', 'IsPassive="true"')).toEqual(['Success'])
  expect(await ask('', 'IsPassive="true" ForceAuthn="true"')).toEqual(['Responder', 'NoPassive'])
  expect(await ask(policy('Format="urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos"'))).toEqual(['Requester', 'InvalidNameIDPolicy'])
  expect(await ask(policy('SPNameQualifier="https://other.example.com"'))).toEqual(['Requester', 'InvalidNameIDPolicy'])
  expect(await ask('<saml:Subject><saml:NameID>somebody else</saml:NameID></saml:Subject>')).toEqual(['Requester', 'UnknownPrincipal'])
  const context = (inside: string, attributes = '') => `<samlp:RequestedAuthnContext ${attributes}>${inside}</samlp:RequestedAuthnContext>`
  expect(await ask(context('<saml:AuthnContextDeclRef>urn:x</saml:AuthnContextDeclRef>'))).toEqual(['Responder', 'NoAuthnContext'])
  const password = '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>'
  expect(await ask(context(password))).toEqual(['Success'])
  expect(await ask(context(password, 'Comparison="better"'), 'IsPassive="true"')).toEqual(['Responder', 'NoAuthnContext'])
  expect(await ask(context(password, 'Comparison="minimum"'))).toEqual(['Success'])
})

test('SAML-16 AllowCreate=false gets the persistent identifier at the first sign-in, and the same later', async () => {
  const sp = await TestSp.make(server)
  const { browser } = await sp.visitor()
  const persistent = 'Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"'
  const nameIdFor = async (policy: string) => {
    const { codes, posted } = await answerTo(sp, browser, authnRequest(sp, { inside: `<samlp:NameIDPolicy ${policy}/>` }))
    expect(codes).toEqual(['Success'])
    return /<saml:NameID [^>]*>([^<]+)</.exec(xmlIn(posted))?.[1]
  }
  const first = await nameIdFor('AllowCreate="false"')
  expect(first).toMatch(/^_[0-9a-f]{32}$/)
  for (const allow of ['AllowCreate="false"', 'AllowCreate="0"', 'AllowCreate="true"', ''])
    expect(await nameIdFor(`${persistent} ${allow}`)).toBe(first)
})

test('SAML-17 ForceAuthn requires a new sign-in, and AuthnInstant states its time', async () => {
  const sp = await TestSp.make(server)
  const { browser, userId } = await sp.visitor()
  await server.kernel.pool.query(`update session set auth_time = now() - interval '1 hour' where user_id = $1`, [userId])
  const old = /AuthnInstant="([^"]+)"/.exec(xmlIn(await sp.visit(browser)))![1]!
  const loginPage = await answerTo(sp, browser, authnRequest(sp, { attributes: 'ForceAuthn="true"' }))
  expect(loginPage.url.pathname).toBe('/login')
  const back = server.address + loginPage.url.searchParams.get('uri')!
  // The old session does not satisfy ForceAuthn.
  expect((await browser.follow(server, back)).url.pathname).toBe('/login')
  await browser.signIn(server, userId)
  const { answer } = await browser.follow(server, back)
  const fresh = /AuthnInstant="([^"]+)"/.exec(xmlIn(postedIn(await answer.text())))![1]!
  expect(Date.parse(fresh) - Date.parse(old)).toBeGreaterThan(3_000_000)
})

test('SAML-19 a user without access sees whom to ask, and can return a refusal to the application', async () => {
  const sp = await TestSp.make(server)
  const browser = new Browser()
  await browser.signIn(server, await server.given.user())
  const answer = await answerTo(sp, browser, authnRequest(sp), { key: sp.pair.key, relayState: 'r' })
  expect(answer.status).toBe(403)
  expect(answer.html).toContain('没有打开')
  expect(answer.html).not.toContain('SAMLResponse')
  const back = /href="(\/protocols\/saml\/decline[^"]+)"/.exec(answer.html)![1]!
  const posted = postedIn(await (await browser.go(server.address + back)).text())
  expect(statusIn(posted)).toEqual(['Responder', 'RequestDenied'])
  expect(posted.fields.RelayState).toBe('r')
  const passive = await answerTo(sp, browser, authnRequest(sp, { attributes: 'IsPassive="true"' }))
  expect(passive.codes).toEqual(['Responder', 'RequestDenied'])
})

test('SAML-20 nothing is sent to an unverified response address; the reason is recorded for administrators', async () => {
  const sp = await TestSp.make(server)
  const { browser } = await sp.visitor()
  const other = newPair('other')
  const minutes = (n: number) => new Date(Date.now() + n * 60_000)
  const acs = (url: string) => `AssertionConsumerServiceURL="${url}"`
  const cases: [problem: string, xml: string, parts?: object][] = [
    ['signatureMissing', authnRequest(sp), {}],
    ['signatureBad', authnRequest(sp), { key: other.key }],
    ['acsUnknown', authnRequest(sp, { attributes: acs(`${sp.acs}?a=1`) })],
    ['acsUnknown', authnRequest(sp, { attributes: acs(sp.acs.replace('.com', '.com:8443')) })],
    ['acsUnknown', authnRequest(sp, { attributes: acs(sp.acs.toUpperCase()) })],
    ['acsUnknown', authnRequest(sp, { attributes: acs(sp.acs.replace('.com/', '.com./')) })],
    ['acsUnknown', authnRequest(sp, { attributes: acs(sp.acs.replace('https://', 'https://evil.example@')) })],
    ['acsUnknown', authnRequest(sp, { attributes: acs(sp.acs.replace('/acs', '%2Facs')) })],
    ['acsUnknown', authnRequest(sp, { attributes: 'AssertionConsumerServiceIndex="7"' })],
    ['acsUnknown', authnRequest(sp, { attributes: `${acs(sp.acs)} AssertionConsumerServiceIndex="1"` })],
    ['expired', authnRequest(sp, { instant: minutes(-7) })],
    ['expired', authnRequest(sp, { instant: minutes(2) })],
    ['version', authnRequest(sp).replace('Version="2.0"', 'Version="1.1"')],
    ['destination', authnRequest(sp).replace(/Destination="[^"]+"/, 'Destination="https://other.example.com/sso"')],
    ['destination', authnRequest(sp).replace(/Destination="[^"]+"/, '')],
    ['tooLarge', authnRequest(sp), { key: sp.pair.key, relayState: 'x'.repeat(1025) }],
  ]
  for (const [problem, xml, parts = { key: sp.pair.key }] of cases) {
    const found = await answerTo(sp, browser, xml, parts)
    expect([problem, found.status, found.posted.action]).toEqual([problem, 400, ''])
    expect(found.html).toContain('追踪编号')
  }
  // A message that is too large is refused before its sender is known, so no refusal is recorded for it.
  expect((await refusals(sp)).map(row => row.problem)).toEqual(cases.slice(0, -1).map(([problem]) => problem))
  const unknown = await answerTo(sp, browser, authnRequest(sp).replace(sp.entityId, 'https://nobody.example.com'))
  expect(unknown.status).toBe(403)
  const whole = await answerTo(sp, browser, authnRequest(sp), { key: sp.pair.key, relayState: `"</script>${'x'.repeat(1014)}` })
  expect(whole.posted.fields.RelayState).toBe(`"</script>${'x'.repeat(1014)}`)
})

test('SAML-21 a clock difference of half a minute either way is accepted', async () => {
  const sp = await TestSp.make(server)
  const { browser } = await sp.visitor()
  for (const seconds of [-30, 30]) {
    const instant = new Date(Date.now() + seconds * 1000)
    expect((await answerTo(sp, browser, authnRequest(sp, { instant }))).codes).toEqual(['Success'])
  }
})

test('SAML-22 parameters changed, removed, doubled or re-encoded after signing are refused; another order is accepted', async () => {
  const sp = await TestSp.make(server)
  const { browser } = await sp.visitor()
  const good = byRedirect(sso(), authnRequest(sp), { key: sp.pair.key, relayState: 'one' })
  const outcomeOf = async (url: string) => statusIn(postedIn(await (await browser.follow(server, url)).answer.text()))
  expect(await outcomeOf(good)).toEqual(['Success'])
  const changed: Record<string, string> = {
    'relay state changed': good.replace('RelayState=one', 'RelayState=two'),
    'relay state left out': good.replace('&RelayState=one', ''),
    'algorithm changed': good.replace('rsa-sha256', 'rsa-sha512'),
    'SHA-1': good.replace(/SigAlg=[^&]+/, `SigAlg=${encodeURIComponent('http://www.w3.org/2000/09/xmldsig#rsa-sha1')}`),
    'request twice': `${good}&SAMLRequest=x`,
    'request and response': `${good}&SAMLResponse=x`,
    'upper case made lower': good.replace(/SAMLRequest=[^&]+/, all => all.replace(/%[0-9A-F]{2}/g, sign => sign.toLowerCase())),
  }
  for (const [name, url] of Object.entries(changed)) expect([name, await outcomeOf(url)]).toEqual([name, []])
  // Reordered parameters still verify, because the signed text is put together in the order of the standard.
  const [path, query] = good.split('?') as [string, string]
  expect(await outcomeOf(`${path}?${query.split('&').toReversed().join('&')}`)).toEqual(['Success'])
})

test('SAML-23 a few kilobytes that inflate to twenty megabytes are refused for their size', async () => {
  const answer = await fetch(byRedirect(sso(), ' '.repeat(20_000_000)))
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('登录请求过大')
})

test('SAML-23 reading a message takes less than 5 MB of memory, whatever it inflates to', () => {
  const bomb = deflateRawSync(Buffer.alloc(64_000_000, ' ')).toString('base64')
  const program = `import { readFileSync } from 'node:fs'
    import { readQuery } from ${JSON.stringify(new URL('message.ts', import.meta.url).href)}
    const highest = () => process.resourceUsage().maxRSS
    const query = readFileSync(0, 'latin1')
    // What the code itself takes, at its first message.
    readQuery('SAMLRequest=' + encodeURIComponent(${JSON.stringify(deflateRawSync('<a/>').toString('base64'))}))
    const before = highest()
    try { readQuery(query) } catch (error) { console.log(error.problem, highest() - before) }`
  const input = `SAMLRequest=${encodeURIComponent(bomb)}`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { input, encoding: 'utf8' })
  const [problem, kilobytes] = stdout.trim().split(' ')
  expect([problem, stderr]).toEqual(['tooLarge', ''])
  expect(Number(kilobytes)).toBeLessThan(5_000)
})

test('SAML-24 an unsolicited sign-in must be allowed, and carries only an allowed RelayState', async () => {
  const sp = await TestSp.make(server)
  const { browser } = await sp.visitor()
  const { code } = await server.kernel.db.selectFrom('app').select('code').where('id', '=', sp.appId).executeTakeFirstOrThrow()
  const start = (query = '') => browser.go(`${server.address}/protocols/saml/start/${code}${query}`)
  expect((await start()).status).toBe(403)
  await sp.set({ allowUnsolicited: 1, relayStateStart: 'https://sp.example.com/' })
  const posted = postedIn(await (await start('?RelayState=https://sp.example.com/a')).text())
  expect(posted.fields.RelayState).toBe('https://sp.example.com/a')
  expect(xmlIn(posted)).not.toContain('InResponseTo')
  expect((await start('?RelayState=https://evil.example/')).status).toBe(403)
  expect((await start('?RelayState=https://sp.example.com/%00')).status).toBe(400)
  expect((await start('%00')).status).toBe(403)
  expect((await refusals(sp)).map(row => row.problem)).toEqual(['unsolicited', 'unsolicited'])
})

test('SAML-25 an assertion is encrypted to the application, and never sent in clear instead', async () => {
  const pair = newPair('crypt')
  const sp = await TestSp.make(server, { pair, options: { decryptionPvk: pair.privatePem } })
  await sp.set({ encrypt: 'always' })
  const { browser } = await sp.visitor({ realName: '王密' })
  for (const algorithm of ['http://www.w3.org/2009/xmlenc11#aes256-gcm', 'http://www.w3.org/2009/xmlenc11#aes128-gcm']) {
    await sp.set({ algorithms: [algorithm] } as object)
    const posted = await sp.visit(browser)
    expect(xmlIn(posted)).not.toContain('<saml:Assertion')
    expect(xmlIn(posted)).toContain(algorithm)
    expect((await sp.read(posted)).attributes).toMatchObject({ realName: '王密' })
  }
  await sp.set({ algorithms: ['http://www.w3.org/2001/04/xmlenc#aes256-cbc'] } as object)
  const refused = await answerTo(sp, browser, authnRequest(sp))
  expect([refused.status, refused.posted.action]).toEqual([400, ''])
  expect((await refusals(sp)).map(row => row.problem)).toEqual(['encryption'])
  await sp.set({ allowCbc: 1, signWhat: 'assertion' })
  const old = await sp.visit(browser)
  expect(xmlIn(old)).toMatch(/^<samlp:Response [^>]*><saml:Issuer [^>]*>[^<]*<\/saml:Issuer><ds:Signature/)
  expect((await sp.read(old)).attributes).toMatchObject({ realName: '王密' })
})

test('SAML-26 a disabled application, and one whose certificate was replaced, signs nobody in', async () => {
  const sp = await TestSp.make(server)
  const { browser } = await sp.visitor()
  await sp.set({ signingCerts: [newPair('new').certificate] } as object)
  expect((await answerTo(sp, browser, authnRequest(sp))).status).toBe(400)
  await server.kernel.db.updateTable('app').set({ status: 0 }).where('id', '=', sp.appId).execute()
  expect((await answerTo(sp, browser, authnRequest(sp))).status).toBe(403)
})

test('SAML-27 the page that sends the response runs only its own script, and may post to any address', async () => {
  const sp = await TestSp.make(server)
  const { browser } = await sp.visitor()
  const { answer } = await browser.follow(server, await sp.redirectUrl())
  const policy = answer.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('script-src')
  expect(policy).not.toContain('form-action')
  expect(policy).not.toContain('unsafe')
})

test('SAML-29 an error after the response address is verified shows a trace number and a way back, but not its cause', async () => {
  const sp = await TestSp.make(server)
  const { browser } = await sp.visitor()
  const backFrom = async ({ html }: { html: string }) => {
    const back = /href="(\/protocols\/saml\/decline[^"]+)">返回应用/.exec(html)![1]!.replaceAll('&amp;', '&')
    return postedIn(await (await browser.go(server.address + back)).text())
  }
  await server.kernel.pool.query('alter table saml_login rename to saml_login_gone')
  const broken = await answerTo(sp, browser, authnRequest(sp), { key: sp.pair.key, relayState: 'r' })
  const passive = await answerTo(sp, browser, authnRequest(sp, { attributes: 'IsPassive="true"' }))
  await server.kernel.pool.query('alter table saml_login_gone rename to saml_login')
  expect([broken.status, broken.posted.action]).toEqual([500, ''])
  expect(broken.html).toContain('追踪编号')
  const answer = await backFrom(broken)
  expect([answer.action, answer.fields.RelayState, statusIn(answer)]).toEqual([sp.acs, 'r', ['Responder']])
  expect(xmlIn(answer)).not.toMatch(/saml_login|relation|Assertion/)
  // A passive request gets the status at once, because there is no user to press a button.
  expect(passive.codes).toEqual(['Responder'])
  await sp.set({ encrypt: 'always', algorithms: ['http://www.w3.org/2001/04/xmlenc#aes256-cbc'] } as object)
  const unencrypted = await answerTo(sp, browser, authnRequest(sp))
  expect(unencrypted.status).toBe(400)
  expect(statusIn(await backFrom(unencrypted))).toEqual(['Responder'])
})

test('SAML-47 the authentication class states how the user authenticated: password, certificate, card, second factor or other', async () => {
  const sp = await TestSp.make(server)
  const { browser, userId } = await sp.visitor()
  const AC = 'urn:oasis:names:tc:SAML:2.0:ac:classes:'
  const ref = (name: string) => `<saml:AuthnContextClassRef>${name.includes(':') ? name : AC + name}</saml:AuthnContextClassRef>`
  const requested = (names: readonly string[], comparison = 'exact') =>
    `<samlp:RequestedAuthnContext Comparison="${comparison}">${names.map(ref).join('')}</samlp:RequestedAuthnContext>`
  const proved = async (loginType: string, factor = '', onToken = false) => {
    await server.kernel.pool.query(`update session set login_type = $2, factor = $3 where user_id = $1`, [userId, loginType, factor])
    server.kernel.sessions.forget()
    await configure(server, { 'ca.onToken': String(onToken) })
  }
  /** The context class of the response, or its last status code; the request is passive, so that no sign-in page interrupts it. */
  const nameIdFor = async (inside = '') => {
    const { posted, codes } = await answerTo(sp, browser, authnRequest(sp, { inside, attributes: 'IsPassive="true"' }))
    const [, found] = /<saml:AuthnContextClassRef>([^<]+)</.exec(xmlIn(posted)) ?? []
    return found?.replace(AC, '') ?? codes.at(-1)
  }
  const MFA = 'https://refeds.org/profile/mfa'
  for (const [loginType, factor, onToken, shown] of [
    ['password', '', false, 'Password'],
    ['password', 'any', false, MFA],
    ['passkey', 'crypto', false, MFA],
    ['ca', 'crypto', false, 'X509'],
    ['ca', 'crypto', true, 'SmartcardPKI'],
    ['phone', '', false, 'unspecified'],
    ['wx', '', false, 'unspecified'],
    ['face', '', true, 'unspecified'],
    ['idp', '', true, 'unspecified'],
  ] as const) {
    await proved(loginType, factor, onToken)
    expect([loginType, factor, onToken, await nameIdFor()]).toEqual([loginType, factor, onToken, shown])
  }
  await proved('ca', 'crypto')
  expect(await nameIdFor(requested(['SmartcardPKI']))).toBe('NoAuthnContext')
  expect(await nameIdFor(requested(['SmartcardPKI'], 'minimum'))).toBe('NoAuthnContext')
  expect(await nameIdFor(requested(['SmartcardPKI', 'X509']))).toBe('X509')
  await proved('ca', 'crypto', true)
  expect(await nameIdFor(requested(['SmartcardPKI']))).toBe('SmartcardPKI')
  // A smartcard certificate also satisfies a request for X509, and the response then says X509.
  expect(await nameIdFor(requested(['X509']))).toBe('X509')
  expect(await nameIdFor(requested(['X509'], 'better'))).toBe('SmartcardPKI')
  expect(await nameIdFor(requested(['X509'], 'maximum'))).toBe('X509')
  expect(await nameIdFor(requested(['Kerberos'], 'minimum'))).toBe('NoAuthnContext')
  // SmartcardPKI means a smartcard and a PIN, which are two factors (SAML authentication context, 3.4.19).
  expect(await nameIdFor(requested([MFA]))).toBe(MFA)
  await proved('password')
  for (const name of ['X509', 'SmartcardPKI', MFA]) expect(await nameIdFor(requested([name], 'minimum'))).toBe('NoAuthnContext')
})
