import { constants, createCipheriv, publicEncrypt, randomBytes, type X509Certificate } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProvider } from '@hufu/contract/federation/identity-provider'
import { saml } from '@hufu/contract/federation/saml'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { Browser } from '../../../../test/oidc.ts'
import { newPair, newRequestId, postedIn, signedXml } from '../../../../test/saml.ts'
import { wrapped } from '../../../../test/saml-wrapping.ts'
import { shiftClock } from '../../../../test/shifted-clock.ts'
import { exchangeCode, follow, rules, startOf } from '../../../../test/upstream.ts'
import { certificateOf } from '../saml/xml/certificate.ts'
import { encryptAssertion } from '../saml/xml/encrypt.ts'
import { NS } from '../saml/names.ts'
import { readXml } from '../saml/xml/read.ts'
import { renewSamlKey } from '../saml/keys/key-job.ts'
import { write } from '../saml/xml/write.ts'

const DAY_MS = 86_400_000

let server: TestServer
let upstream: TestServer
beforeAll(async () => {
  const settings = { HUFU_ALLOW_LOOPBACK: '1' }
  server = await startTestServer({ settings })
  upstream = await startTestServer({ settings })
})
afterAll(async () => {
  await upstream.close()
  await server.close()
})

async function registered(options: object, parts: object = {}) {
  const n = server.given.next()
  const code = `saml${n}`
  const body = { kind: 'saml', name: `SAML${n}`, code, options, forceAuthn: false, isShown: 1, rules, ...parts }
  const { id } = await server.admin.call(identityProvider.save, { body })
  const found = await server.admin.call(identityProvider.byId, { query: { id } })
  return { id, code, acs: found.callback, metadata: found.metadata! }
}

test('decision 0090 a SAML provider signs a user in: signed request, signed response, an account from its attributes, each response once', async () => {
  const orgId = await server.given.org()
  const makes = { ...rules, makes: true, claims: { userName: 'uid', realName: 'cn', phone: '', email: '' } }
  const provider = await registered({ metadataUrl: `${upstream.address}/protocols/saml/metadata` }, { orgId, rules: makes })
  const metadata = await (await fetch(provider.metadata)).text()
  const appId = await upstream.given.app({ protocol: 'saml' })
  await upstream.admin.call(saml.applyMetadata, { body: { appId, metadata, version: 0 } })
  const claims = [{ claim: 'uid', from: 'userName' }, { claim: 'cn', from: 'realName' }] // prettier-ignore
  await upstream.kernel.db
    .updateTable('app')
    .set({ claims: JSON.stringify(claims) as never })
    .where('id', '=', appId)
    .execute()
  const there = await upstream.given.user({ userName: `saml${server.given.next()}`, realName: '萨姆' })
  await upstream.given.grant({ subjectType: 'user', subjectId: there, appId })
  const browser = new Browser()
  const visit = async () => {
    // Both servers share a host here, so the cookie of this one replaces that of the other.
    await browser.signIn(upstream, there)
    const { answer } = await follow(browser, startOf(server, provider.code))
    const posted = postedIn(await answer.text())
    const back = await browser.go(posted.action, { method: 'POST', body: new URLSearchParams(posted.fields) })
    return { posted, ...(await follow(browser, new URL(back.headers.get('location')!, server.address))) }
  }
  const first = await visit()
  expect(first.url.pathname).toBe('/login')
  const entered = await exchangeCode(server, browser, first.url)
  expect(entered).toMatchObject({ code: '0', data: { realName: '萨姆' } })
  expect(await exchangeCode(server, browser, (await visit()).url)).toMatchObject({ data: { userId: entered.data.userId } })
  const again = await browser.go(first.posted.action, { method: 'POST', body: new URLSearchParams(first.posted.fields) })
  expect(await again.text()).toContain('登录请求已失效')
})

test('decision 0102 a response is stored only after it is verified, and accepted once, in the browser that began the sign-in', async () => {
  const provider = await trusted()
  const begin = async (browser: Browser) => {
    const begun = new URL((await browser.go(startOf(server, provider.code))).headers.get('location')!)
    const request = inflateRawSync(Buffer.from(begun.searchParams.get('SAMLRequest')!, 'base64')).toString()
    const parts = { acs: provider.acs, entityId: provider.metadata, requestId: /ID="([^"]+)"/.exec(request)![1]! }
    const send = (xml: string) =>
      fetch(provider.acs, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({
          SAMLResponse: Buffer.from(xml).toString('base64'),
          RelayState: begun.searchParams.get('RelayState')!,
        }),
      })
    return { parts, send }
  }
  const storedAnswers = async () => (await server.kernel.pool.query(`select 1 from one_time where purpose = 'idpAnswer'`)).rowCount
  const before = await storedAnswers()
  const { parts, send } = await begin(new Browser())
  for (const xml of [responseOf(parts, assertionOf(parts)), `<a>${'x'.repeat(60_000)}</a>`, signed(responseOf(parts, assertionOf(parts)))])
    expect((await send(xml)).status).toBe(403)
  expect(await storedAnswers()).toBe(before)
  const own = new Browser()
  const good = await begin(own)
  const id = newRequestId()
  const answer = await good.send(responseOf(good.parts, signed(assertionOf({ ...good.parts, id }))))
  expect([answer.status, await storedAnswers()]).toEqual([303, before! + 1])
  const to = new URL(answer.headers.get('location')!, server.address)
  expect(await (await new Browser().go(to)).text()).toContain('请在发起登录的浏览器中完成')
})

const pair = newPair()
const stranger = newPair('stranger')
const IDP = 'https://idp.example.com/metadata'
const idpMetadata = `<md:EntityDescriptor xmlns:md="${NS.md}" entityID="${IDP}"><md:IDPSSODescriptor protocolSupportEnumeration="${NS.samlp}"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${NS.ds}"><ds:X509Data><ds:X509Certificate>${pair.certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.com/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`
const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

interface Parts {
  acs: string
  entityId: string
  requestId: string
  who?: string
  recipient?: string
  audience?: string
  inResponseTo?: string
  until?: string
  issuer?: string
  id?: string
  format?: string
}
const assertionOf = ({
  acs,
  entityId,
  requestId,
  who = 'honest',
  recipient = acs,
  audience = entityId,
  inResponseTo = requestId,
  until = at(300),
  issuer = IDP,
  id = '_a1',
  format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
}: Parts) =>
  `<saml:Assertion xmlns:saml="${NS.saml}" ID="${id}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${format}">${who}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${recipient}" InResponseTo="${inResponseTo}"></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-60)}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}"></saml:AuthnStatement></saml:Assertion>`
const responseOf = ({ acs, requestId, id = '_r1' }: Pick<Parts, 'acs' | 'requestId' | 'id'>, inside: string) =>
  `<samlp:Response xmlns:samlp="${NS.samlp}" ID="${id}" Version="2.0" IssueInstant="${at(0)}" Destination="${acs}" InResponseTo="${requestId}"><saml:Issuer xmlns:saml="${NS.saml}">${IDP}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>${inside}</samlp:Response>`

/** A provider with links to two users, whose subjects are `honest` and `forged`. */
async function trusted(parts: object = {}) {
  const provider = await registered({ metadata: idpMetadata }, parts)
  const { db } = server.kernel
  const owners: Record<string, string> = {}
  for (const subject of ['honest', 'forged']) {
    const userId = await server.given.user()
    owners[userId] = subject
    await db.insertInto('identityLink').values({ id: `${provider.id.slice(0, 20)}${subject}`, providerId: provider.id, subject, userId, name: '', origin: 'self' }).execute() // prettier-ignore
  }
  return { ...provider, owners }
}

/** Answers the request of a new visit with what `make` returns; returns the subject that signed in, or the page. */
async function answered(
  make: (parts: Parts) => string | Promise<string>,
  { solicited = true, provider: known }: { solicited?: boolean; provider?: Awaited<ReturnType<typeof trusted>> } = {},
) {
  const provider = known ?? (await trusted())
  const browser = new Browser()
  const begun = new URL((await browser.go(startOf(server, provider.code))).headers.get('location')!)
  const relayState = begun.searchParams.get('RelayState')!
  const request = inflateRawSync(Buffer.from(begun.searchParams.get('SAMLRequest')!, 'base64')).toString()
  const requestId = /ID="([^"]+)"/.exec(request)![1]!
  const xml = await make({ acs: provider.acs, entityId: provider.metadata, requestId })
  const fields = { SAMLResponse: Buffer.from(xml).toString('base64'), ...(solicited && { RelayState: relayState }) }
  const posted = await browser.go(provider.acs, { method: 'POST', body: new URLSearchParams(fields) })
  const to = posted.headers.get('location')
  if (to === null) return await posted.text()
  const { url, answer } = await follow(browser, new URL(to, server.address))
  if (url.pathname !== '/login') return await answer.text()
  return provider.owners[(await exchangeCode(server, browser, url)).data.userId]!
}
const signed = (xml: string, by = pair) => signedXml(xml, by, 'prepend')
const honest = (parts: Parts) => responseOf(parts, signed(assertionOf(parts)))

test('decision 0090 a signed assertion is accepted, and so is an assertion in a signed response', async () => {
  expect(await answered(honest)).toBe('honest')
  expect(await answered(parts => signed(responseOf(parts, assertionOf(parts))))).toBe('honest')
  expect(await answered(parts => signed(responseOf(parts, signed(assertionOf(parts)))))).toBe('honest')
})

/** The encryption certificates in Hufu's metadata. */
async function encryptionKeys(metadataUrl: string) {
  const metadata = await (await fetch(metadataUrl)).text()
  return [...metadata.matchAll(/use="encryption".*?<ds:X509Certificate>([^<]+)</gs)].map(([, base64]) => certificateOf(base64!))
}

/** Encrypts an assertion as a provider would, to the first key in Hufu's metadata or to `to`; `swap` may change the result. */
async function sealedTo(
  metadataUrl: string,
  assertion: string,
  { cipher = GCM_256, swap = xml => xml, to }: { cipher?: string; swap?: (xml: string) => string; to?: X509Certificate } = {},
) {
  const { publicKey } = to ?? (await encryptionKeys(metadataUrl))[0]!
  return swap(write(encryptAssertion(readXml(assertion), publicKey, cipher, [])))
}
const GCM_256 = `${NS.xenc11}aes256-gcm`

test('SAML-64 our metadata have an encryption key of its own, and an encrypted assertion is accepted if it is signed', async () => {
  const provider = await trusted()
  const metadata = await (await fetch(provider.metadata)).text()
  const keys = [...metadata.matchAll(/<md:KeyDescriptor use="(\w+)">.*?<ds:X509Certificate>([^<]+)</gs)].map(([, use, key]) => [use, key])
  expect(keys.map(([use]) => use)).toEqual(['signing', 'encryption'])
  expect(keys[0]![1]).not.toBe(keys[1]![1])
  expect(metadata).toContain(`<md:EncryptionMethod Algorithm="${GCM_256}">`)
  expect(metadata).not.toMatch(/-cbc|rsa-1_5|tripledes/)
  const sealed = (assertion: string, parts = {}) => sealedTo(provider.metadata, assertion, parts)
  for (const cipher of [GCM_256, `${NS.xenc11}aes128-gcm`])
    expect(
      await answered(async parts => responseOf(parts, await sealed(signed(assertionOf({ ...parts, id: newRequestId() })), { cipher })), {
        provider,
      }),
    ).toBe('honest')
  expect(
    await answered(async parts => signed(responseOf(parts, await sealed(assertionOf({ ...parts, id: newRequestId() })))), { provider }),
  ).toBe('honest')
  expect(
    await answered(async parts => signed(responseOf(parts, await sealed(signed(assertionOf({ ...parts, id: newRequestId() }))))), {
      provider,
    }),
  ).toBe('honest')
})

test('decision 0102 a new encryption key is published before the old one expires; both decrypt, and the old one goes after its end', async () => {
  const provider = await trusted()
  const keys = () => encryptionKeys(provider.metadata)
  const night = async (at: number) => {
    const setRight = shiftClock(at - Date.now())
    await renewSamlKey(server.kernel).run().finally(setRight)
  }
  const [old] = await keys()
  const end = old!.validToDate.getTime()
  await night(end - 32 * DAY_MS)
  expect(await keys()).toHaveLength(1)
  await night(end - 30 * DAY_MS)
  await night(end - 29 * DAY_MS)
  const [next, former, ...others] = await keys()
  expect([former!.fingerprint256, others]).toEqual([old!.fingerprint256, []])
  expect(next!.validToDate.getTime()).toBeGreaterThan(end)
  const encrypted = (to: X509Certificate) =>
    answered(async parts => responseOf(parts, await sealedTo(provider.metadata, signed(assertionOf({ ...parts, id: newRequestId() })), { to })), { provider }) // prettier-ignore
  expect([await encrypted(next!), await encrypted(old!)]).toEqual(['honest', 'honest'])
  await night(end + 30 * DAY_MS)
  expect(await keys()).toHaveLength(2)
  await night(end + 32 * DAY_MS)
  expect((await keys()).map(key => key.fingerprint256)).toEqual([next!.fingerprint256])
  expect([await encrypted(next!), (await encrypted(old!)).includes(INVALID)]).toEqual(['honest', true])
})

test('SAML-65 an assertion that is encrypted wrongly, for others, without a signature or by an unauthenticated cipher signs nobody in', async () => {
  const provider = await trusted()
  const sealed = (assertion: string, parts = {}) => sealedTo(provider.metadata, assertion, parts)
  const flip = (name: string) => (xml: string) => {
    const all = [...xml.matchAll(/<xenc:CipherValue>([^<]+)</g)]
    const [, value = ''] = name === 'key' ? all[0]! : all[1]!
    const bytes = Buffer.from(value, 'base64')
    bytes[20]! ^= 1
    return xml.replace(value, bytes.toString('base64'))
  }
  const stranger2 = certificateOf(stranger.certificate).publicKey
  const cases: Record<string, (parts: Parts) => Promise<string>> = {
    'nobody signed it': async parts => responseOf(parts, await sealed(assertionOf(parts))),
    'somebody else signed it': async parts => responseOf(parts, await sealed(signed(assertionOf(parts), stranger))),
    'the response was signed by somebody else': async parts =>
      signed(responseOf(parts, await sealed(signed(assertionOf(parts)))), stranger),
    'a byte of the data was changed': async parts => responseOf(parts, await sealed(signed(assertionOf(parts)), { swap: flip('data') })),
    'a byte of the key was changed': async parts => responseOf(parts, await sealed(signed(assertionOf(parts)), { swap: flip('key') })),
    'it is for somebody else': async parts =>
      responseOf(parts, write(encryptAssertion(readXml(signed(assertionOf(parts))), stranger2, GCM_256, []))),
    CBC: async parts => responseOf(parts, await sealed(signed(assertionOf(parts)), { cipher: `${NS.xenc}aes256-cbc` })),
    'PKCS 1 v1.5': async parts =>
      responseOf(
        parts,
        await sealed(signed(assertionOf(parts)), { swap: (xml: string) => xml.replace(`${NS.xenc}rsa-oaep-mgf1p`, `${NS.xenc}rsa-1_5`) }),
      ),
    'another hash': async parts =>
      responseOf(
        parts,
        await sealed(signed(assertionOf(parts)), { swap: (xml: string) => xml.replace(`${NS.ds}sha1`, `${NS.xenc}sha512`) }),
      ),
    'two of them': async parts =>
      responseOf(parts, (await sealed(signed(assertionOf(parts)))) + (await sealed(signed(assertionOf({ ...parts, id: '_a2' }))))),
    'one beside one in clear': async parts =>
      responseOf(parts, signed(assertionOf(parts)) + (await sealed(signed(assertionOf({ ...parts, who: 'forged', id: '_a2' }))))),
    'a whole response in it': async parts => signed(responseOf(parts, await sealed(signed(responseOf(parts, assertionOf(parts)))))),
    'a DOCTYPE in it': async parts => signed(responseOf(parts, await sealedText(provider.metadata, `<!DOCTYPE a>${assertionOf(parts)}`))),
  }
  const pageOfCase: Record<string, string> = {}
  for (const [what, make] of Object.entries(cases)) pageOfCase[what] = await answered(make, { provider })
  for (const [what, page] of Object.entries(pageOfCase)) expect([what, page.includes(INVALID)]).toEqual([what, true])
  // All pages are the same, so that an attacker does not learn which part was wrong.
  const pages = new Set(Object.values(pageOfCase).map(page => page.replace(/追踪编号：\w+/, '')))
  expect(pages.size).toBe(1)
})

/** Encrypts arbitrary text, which Hufu's own XML writer would not produce. */
async function sealedText(metadataUrl: string, text: string) {
  const { publicKey } = (await encryptionKeys(metadataUrl))[0]!
  const [key, iv] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const wrapped = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }, key)
  const value = (bytes: Buffer) => `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`
  return `<saml:EncryptedAssertion xmlns:saml="${NS.saml}"><xenc:EncryptedData xmlns:xenc="${NS.xenc}" Type="${NS.xenc}Element"><xenc:EncryptionMethod Algorithm="${GCM_256}"/><ds:KeyInfo xmlns:ds="${NS.ds}"><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="${NS.xenc}rsa-oaep-mgf1p"/>${value(wrapped)}</xenc:EncryptedKey></ds:KeyInfo>${value(body)}</xenc:EncryptedData></saml:EncryptedAssertion>`
}

test('decision 0102 an authentication class the administrator named counts as second factor, and is requested where an application needs one', async () => {
  const MFA = 'https://refeds.org/profile/mfa'
  const provider = await trusted({ rules: { ...rules, factorClasses: [MFA] } })
  const shown = async (context: string) => {
    const response = (parts: Parts) =>
      assertionOf({ ...parts, id: newRequestId() }).replace('</saml:AuthnStatement>', `${context}</saml:AuthnStatement>`)
    expect(await answered(parts => responseOf(parts, signed(response(parts))), { provider })).toBe('honest')
    return (await server.kernel.db.selectFrom('session').select('factor').orderBy('id', 'desc').executeTakeFirstOrThrow()).factor
  }
  const context = (name: string) => `<saml:AuthnContext><saml:AuthnContextClassRef>${name}</saml:AuthnContextClassRef></saml:AuthnContext>`
  expect(await shown('')).toBe('')
  expect(await shown(context('urn:oasis:names:tc:SAML:2.0:ac:classes:Password'))).toBe('')
  expect(await shown(context(MFA))).toBe('any')
  const requested = async (query: string) => {
    const begun = new URL((await new Browser().go(`${startOf(server, provider.code)}${query}`)).headers.get('location')!)
    return inflateRawSync(Buffer.from(begun.searchParams.get('SAMLRequest')!, 'base64')).toString()
  }
  expect(await requested('')).not.toContain('RequestedAuthnContext')
  expect(await requested('?wants=factor')).toContain(
    `<samlp:RequestedAuthnContext Comparison="exact"><saml:AuthnContextClassRef xmlns:saml="${NS.saml}">${MFA}</saml:AuthnContextClassRef>`,
  )
})

const INVALID = '未能确认您的身份'
const refusals: Record<string, (parts: Parts) => string> = {
  'nobody signed it': parts => responseOf(parts, assertionOf(parts)),
  'somebody else signed it': parts => responseOf(parts, signed(assertionOf(parts), stranger)),
  'it was changed afterwards': parts => honest(parts).replace('>honest<', '>forged<'),
  'it is for another audience': parts => responseOf(parts, signed(assertionOf({ ...parts, audience: 'https://other.example.com' }))),
  'it is for another address': parts => responseOf(parts, signed(assertionOf({ ...parts, recipient: 'https://other.example.com/acs' }))),
  'it answers another request': parts => responseOf(parts, signed(assertionOf({ ...parts, inResponseTo: '_other' }))),
  'its response answers another request': parts => responseOf({ ...parts, requestId: '_other' }, signed(assertionOf(parts))),
  'it is over': parts => responseOf(parts, signed(assertionOf({ ...parts, until: at(-120) }))),
  'another has issued it': parts => responseOf(parts, signed(assertionOf({ ...parts, issuer: 'https://elsewhere.example.com' }))),
  'its name is another each time': parts =>
    responseOf(parts, signed(assertionOf({ ...parts, format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }))),
  'a name is split by a comment': parts => honest(parts).replace('>honest<', '>honest<!-- x -->.evil<'),
}
for (const [what, make] of Object.entries(refusals))
  test(`decision 0090 refused from a SAML provider: ${what}`, async () => {
    expect(await answered(make)).toMatch(new RegExp(`${INVALID}|您未完成授权`))
  })

/** The eight wrapping attacks of Somorovsky et al. (2012): the forged assertion is placed where it might be read. */
const wrappings: Record<string, (original: string, forged: string, parts: Parts) => string> = {
  'XSW1 and XSW2 original beside a forged response': (original, forged, parts) =>
    responseOf({ ...parts, id: '_r2' }, forged).replace('<samlp:Status>', `${original}<samlp:Status>`),
  'XSW3 forged before the original': (original, forged, parts) => responseOf(parts, forged + original),
  'XSW3 forged behind the original': (original, forged, parts) => responseOf(parts, original + forged),
  'XSW4 original inside the forged': (original, forged, parts) =>
    responseOf(parts, forged.replace('</saml:Assertion>', `${original}</saml:Assertion>`)),
  'XSW5 forged with the signature, original at the end': (original, forged, parts) => {
    const signature = /<Signature.*?<\/Signature>/s.exec(original)![0]
    return responseOf(parts, forged.replace('<saml:Issuer>', `${signature}<saml:Issuer>`) + original.replace(signature, ''))
  },
  'XSW6 original inside the signature of the forged': (original, forged, parts) => {
    const signature = /<Signature.*?<\/Signature>/s.exec(original)![0]
    const holding = signature.replace('</Signature>', `<Object>${original.replace(signature, '')}</Object></Signature>`)
    return responseOf(parts, forged.replace('<saml:Issuer>', `${holding}<saml:Issuer>`))
  },
  'XSW7 original in Extensions': (original, forged, parts) =>
    responseOf(parts, forged).replace('<samlp:Status>', `<samlp:Extensions>${original}</samlp:Extensions><samlp:Status>`),
  'XSW8 original in an Object of the signature of the forged': (original, forged, parts) => {
    const signature = /<Signature.*?<\/Signature>/s.exec(original)![0]
    const holding = signature.replace('</Signature>', `<Object xmlns="${NS.ds}">${original}</Object></Signature>`)
    return responseOf(parts, forged.replace('</saml:Assertion>', `${holding}</saml:Assertion>`))
  },
}
const SPELLINGS = ['ID', 'Id', 'id', 'xml:id']

test('SAML-97 a wrapped assertion of a provider is refused at its address, however its ID is spelled, and signs nobody in', async () => {
  const provider = await trusted()
  const sessions = () => server.kernel.pool.query('select 1 from session').then(found => found.rowCount)
  const before = await sessions()
  const taken: string[] = []
  for (const id of ['_a1', '_forged'])
    for (const spelling of SPELLINGS)
      for (const [how, wrap] of Object.entries(wrappings)) {
        const forged = (parts: Parts) => assertionOf({ ...parts, who: 'forged', id }).replace(' ID=', ` ${spelling}=`)
        const page = await answered(parts => wrap(signed(assertionOf(parts)), forged(parts), parts), { provider })
        if (!page.includes(INVALID)) taken.push(`${how}, ${spelling} ${id}: ${page.slice(0, 80)}`)
      }
  expect(taken).toEqual([])
  expect(await sessions()).toBe(before)
})

test('SAML-97 a wrapped response of a provider is refused in all 64 forms', async () => {
  const provider = await trusted()
  let [at, count] = [0, 1]
  const taken: string[] = []
  for (; at < count; at++) {
    let how = ''
    const page = await answered(
      parts => {
        const forged = (id: string) => responseOf({ ...parts, id }, assertionOf({ ...parts, who: 'forged', id: `${id}a` }))
        const all = wrapped(signed(responseOf(parts, assertionOf(parts))), forged, '_r1')
        count = all.length
        how = all[at]![0]
        return all[at]![1]
      },
      { provider },
    )
    if (!page.includes(INVALID)) taken.push(`${how}: ${page.slice(0, 80)}`)
  }
  expect([at, taken]).toEqual([64, []])
})

test('decision 0090 an unsolicited response is refused', async () => {
  expect(await answered(honest, { solicited: false })).toContain('登录请求已失效')
})

test('decision 0090 metadata that are expired, or have no identity provider or signing certificate, are refused with the reason', async () => {
  const body = (metadata: string) => ({ kind: 'saml', name: 'x', code: 'x', options: { metadata }, forceAuthn: false, isShown: 1, rules })
  for (const [metadata, why] of [
    ['<a/>', '不是 SAML 元数据'],
    [idpMetadata.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), '元数据中没有身份提供方（IDPSSODescriptor）'],
    [idpMetadata.replace('entityID', 'validUntil="2020-01-01T00:00:00Z" entityID'), '元数据已过有效期'],
    [idpMetadata.replace(/<md:KeyDescriptor.*<\/md:KeyDescriptor>/, ''), '元数据中没有签名证书'],
  ] as const) {
    const refused = await server.admin.refused('identityProviderProblem', identityProvider.save, { body: body(metadata) })
    expect(refused.message).toBe(why)
  }
})
