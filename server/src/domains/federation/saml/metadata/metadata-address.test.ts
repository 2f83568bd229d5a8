import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { saml } from '@hufu/contract/federation/saml'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { byRedirect, newPair, newRequestId, signedXml } from '../../../../../test/saml.ts'
import { fingerprintOf } from '../xml/certificate.ts'
import { NS } from '../names.ts'

let server: TestServer
let other: TestServer
let web: Server
let site: string
interface Page {
  status?: number
  body?: string
  headers?: Record<string, string>
}
const pages = new Map<string, Page>()
const requests: { path: string; etag: string | undefined }[] = []
beforeAll(async () => {
  const settings = { HUFU_ALLOW_LOOPBACK: '1' }
  // Jobs look for work as rarely as in production, because SAML-78 measures the processor time of this thread.
  const asInProduction = { jobs: true, lookMs: 1000, settings }
  server = await startTestServer(asInProduction)
  other = await startTestServer({ ...asInProduction, beside: server })
  web = createServer((message, answer) => {
    const path = message.url ?? '/'
    requests.push({ path, etag: message.headers['if-none-match'] })
    const { status = 200, body = '', headers = {} } = pages.get(path) ?? { status: 404 }
    const isSame = headers.etag !== undefined && headers.etag === message.headers['if-none-match']
    answer.writeHead(isSame ? 304 : status, headers).end(isSame ? '' : body)
  })
  await new Promise<void>(done => web.listen(0, '127.0.0.1', done))
  site = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
})
afterAll(async () => {
  await other.close()
  await server.close()
  web.close()
})
beforeEach(() => {
  requests.length = 0
})

const [own, second, signer, stranger] = [newPair('own'), newPair('second'), newPair('signer'), newPair('stranger')]
interface Parts {
  entityId: string
  certificates?: string[]
  acs?: string
  root?: string
  more?: string
}
function metadata({ entityId, certificates = [own.certificate], acs = `${entityId}/acs`, root = '', more = '' }: Parts): string {
  const keys = certificates.map(each => `<md:KeyDescriptor><ds:KeyInfo xmlns:ds="${NS.ds}"><ds:X509Data><ds:X509Certificate>${each}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`) // prettier-ignore
  return `<md:EntityDescriptor xmlns:md="${NS.md}" ID="_m" entityID="${entityId}" ${root}><md:SPSSODescriptor protocolSupportEnumeration="${NS.samlp}">${keys.join('')}<md:AssertionConsumerService index="0" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${acs}"/>${more}</md:SPSSODescriptor></md:EntityDescriptor>`
}
const newEntity = () => `https://sp${server.given.next()}.example.com`
const publish = (path: string, body: string, more: Page = {}) => pages.set(path, { body, ...more })
const preview = (url: string, pin?: string) => server.admin.call(saml.preview, { body: { source: { url, pin } } })
const why = async (url: string, pin?: string) =>
  (await server.admin.refused('samlProblem', saml.preview, { body: { source: { url, pin } } })).message

/** Makes an application whose metadata are published at an address of its own. */
async function byAddress(parts: Partial<Parts> = {}, page: Page & { pin?: string } = {}) {
  const entityId = newEntity()
  const path = `/${entityId.slice(8)}.xml`
  publish(path, metadata({ entityId, ...parts }), page)
  const appId = await server.given.app({ protocol: 'saml' })
  const source = { url: site + path, ...(page.pin !== undefined && { pin: page.pin }) }
  await server.admin.call(saml.applyMetadata, { body: { appId, source, version: 0 } })
  return { appId, entityId, path, url: site + path }
}
const found = (appId: string) => server.admin.call(saml.get, { query: { appId } })
const isDue = (appId: string) => server.kernel.pool.query('update saml_metadata set due_time = now() where app_id = $1', [appId])
const isAsked = (path: string) => requests.filter(each => each.path === path).length
/** The audit records that the job has written about the application. */
const records = async (appId: string) =>
  (
    await server.kernel.pool.query<{ params: string; user_id: string | null }>(
      `select params, user_id from oper_log where module = 'saml' and operate_type = 'refresh' and target = $1 order by id`,
      [appId],
    )
  ).rows

test('SAML-70 metadata are fetched from their address, and their signer is shown', async () => {
  const entityId = newEntity()
  publish('/signed.xml', signedXml(metadata({ entityId, root: 'validUntil="2099-01-01T00:00:00Z"' }), signer))
  const peer = await preview(`${site}/signed.xml`)
  expect([peer.entityId, peer.signer, peer.validUntil]).toEqual([entityId, fingerprintOf(signer.certificate), '2099-01-01 08:00:00'])
  publish('/plain.xml', metadata({ entityId }))
  expect((await preview(`${site}/plain.xml`)).signer).toBeNull()
  publish('/forged.xml', signedXml(metadata({ entityId }), signer).replaceAll('/acs', '/other'))
  expect((await preview(`${site}/forged.xml`)).signer).toBeNull()
})

test('SAML-71 with a pin, metadata must carry a valid signature by that certificate or key', async () => {
  const entityId = newEntity()
  const pin = fingerprintOf(signer.certificate)
  const colons = pin.toUpperCase().replace(/..(?=.)/g, '$&:')
  const key = createHash('sha256')
    .update(signer.publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
  publish('/signed.xml', signedXml(metadata({ entityId }), signer))
  for (const each of [pin, colons, key]) expect((await preview(`${site}/signed.xml`, each)).entityId).toBe(entityId)
  expect(await why(`${site}/signed.xml`, fingerprintOf(stranger.certificate))).toContain('指纹不符')
  publish('/plain.xml', metadata({ entityId }))
  expect(await why(`${site}/plain.xml`, pin)).toContain('没有签名')
  publish('/forged.xml', signedXml(metadata({ entityId }), signer).replaceAll('/acs', '/other'))
  expect(await why(`${site}/forged.xml`, pin)).toContain('指纹不符')
  // The signature is by another key, but carries the pinned certificate.
  const swapped = signedXml(metadata({ entityId }), stranger).replace(/(<X509Certificate>)[^<]+/, `$1${signer.certificate}`)
  publish('/swapped.xml', swapped)
  expect(await why(`${site}/swapped.xml`, pin)).toContain('指纹不符')
  // Signature wrapping: the signed original stands inside the document that is read.
  const original = signedXml(metadata({ entityId }), signer)
  publish('/wrapped.xml', metadata({ entityId: 'https://evil.example.com' }).replace('</md:EntityDescriptor>', `<md:Extensions>${original}</md:Extensions></md:EntityDescriptor>`)) // prettier-ignore
  expect(await why(`${site}/wrapped.xml`, pin)).toMatch(/指纹不符|无法读取/)
})

test('SAML-72 an address that redirects, is forbidden, or returns too much or no metadata is refused with a reason', async () => {
  publish('/moved', '', { status: 302, headers: { location: `${site}/signed.xml` } })
  expect(await why(`${site}/moved`)).toContain('状态 302')
  expect(isAsked('/signed.xml')).toBe(0)
  expect(await why(`${site}/nothing`)).toContain('状态 404')
  publish('/large', ' '.repeat(1_100_000))
  expect(await why(`${site}/large`)).toContain('1 MB')
  publish('/page', '<html/>')
  expect(await why(`${site}/page`)).toContain('EntityDescriptor')
  expect(await why('http://127.0.0.1:9/')).toContain('无法连接')
  expect(await why('https://169.254.169.254/latest')).toContain('不允许')
  const strict = await startTestServer()
  const refused = await strict.admin.refused('samlProblem', saml.preview, { body: { source: { url: `${site}/page` } } })
  expect(refused.message).toContain('不允许')
  await strict.close()
  for (const url of ['ftp://sp.example.com/m', 'http://sp.example.com/m', 'https://a@sp.example.com/m'])
    await server.admin.refused('parameterProblem', saml.preview, { body: { source: { url } } })
  await server.admin.refused('parameterProblem', saml.preview, { body: { source: { url: `${site}/page`, pin: 'abc' } } })
  await server.admin.refused('parameterProblem', saml.preview, { body: { source: { url: `${site}/page` }, metadata: '<a/>' } })
  await server.admin.refused('parameterProblem', saml.preview, { body: {} })
})

test('SAML-73 due metadata are fetched by one node, and changes are in the audit and the history', async () => {
  const { appId, entityId, path } = await byAddress({}, { headers: { etag: '"1"' } })
  requests.splice(0)
  await isDue(appId)
  await expect.poll(() => requests.filter(each => each.path === path)).toEqual([{ path, etag: '"1"' }])
  const before = await found(appId)
  const changed = metadata({ entityId, certificates: [own.certificate, second.certificate], acs: `${entityId}/new` })
  publish(path, changed, { headers: { etag: '"2"' } })
  await isDue(appId)
  await expect.poll(async () => (await found(appId)).peer!.signing.length).toBe(2)
  expect(isAsked(path)).toBe(2)
  const after = await found(appId)
  expect([after.version, after.source!.fault]).toEqual([before.version + 1, null])
  expect(after.source!.nextTime! > after.source!.fetchTime!).toBe(true)
  const app = await server.kernel.db.selectFrom('app').select('redirectUris').where('id', '=', appId).executeTakeFirstOrThrow()
  expect(app.redirectUris).toEqual([`${entityId}/new`])
  const [record, ...more] = await records(appId)
  expect([record!.user_id, more]).toEqual([null, []])
  const { changes } = JSON.parse(record!.params) as { changes: { field: string; after: unknown }[] }
  expect(changes.map(({ field }) => field)).toEqual(['acs', 'signing'])
  expect(changes[1]!.after).toEqual([fingerprintOf(own.certificate), fingerprintOf(second.certificate)])
  const { rows } = await server.kernel.pool.query(
    `select 1 from data_history where table_name = 'saml_sp' and record_id = $1 and operate_type = 'update'`,
    [appId],
  )
  expect(rows).toHaveLength(1)
})

test('SAML-74 a failed fetch keeps the known metadata, shows the reason and since when, and is repeated', async () => {
  const { appId, entityId, path } = await byAddress()
  const good = await found(appId)
  for (const [page, reason] of [
    [{ status: 500 }, '状态 500'],
    [{ body: '<html/>' }, 'EntityDescriptor'],
    [{ body: metadata({ entityId: 'https://another.example.com' }) }, 'https://another.example.com'],
    [{ body: metadata({ entityId, root: 'validUntil="2020-01-01T00:00:00Z"' }) }, '已过期'],
  ] as const) {
    pages.set(path, page)
    await isDue(appId)
    await expect.poll(async () => (await found(appId)).source!.fault).toContain(reason)
  }
  const bad = await found(appId)
  expect([bad.peer, bad.version]).toEqual([good.peer, good.version])
  expect(bad.source!.nextTime! > bad.source!.faultTime!).toBe(true)
  publish(path, metadata({ entityId }))
  await server.admin.call(saml.refresh, { body: { appId } })
  expect((await found(appId)).source).toMatchObject({ fault: null, faultTime: null })
})

test('SAML-75 a new response host, or only unknown keys, waits for an administrator’s approval', async () => {
  const { appId, entityId, path } = await byAddress()
  publish(path, metadata({ entityId, acs: 'https://elsewhere.example.com/acs' }))
  await server.admin.call(saml.refresh, { body: { appId } })
  const first = await found(appId)
  expect(first.source!.proposal).toMatchObject({ why: 'hosts', peer: { acs: [{ url: 'https://elsewhere.example.com/acs' }] } })
  expect(first.peer!.acs[0]!.url).toBe(`${entityId}/acs`)
  publish(path, metadata({ entityId, certificates: [stranger.certificate] }))
  await server.admin.call(saml.refresh, { body: { appId } })
  const { version, source } = await found(appId)
  expect(source!.proposal!.why).toBe('keys')
  const accept = (proposalId: string) => ({ body: { appId, proposalId, version } })
  await server.admin.refused('stale', saml.acceptProposal, accept(first.source!.proposal!.id))
  await server.admin.call(saml.acceptProposal, accept(source!.proposal!.id))
  const now = await found(appId)
  expect([now.source!.proposal, now.peer!.signing[0]!.fingerprint]).toEqual([null, fingerprintOf(stranger.certificate)])
  await server.admin.refused('stale', saml.acceptProposal, accept(source!.proposal!.id))
  // Each of the two proposals is recorded once.
  expect((await records(appId)).filter(({ params }) => params.includes('"waits"'))).toHaveLength(2)
})

test('SAML-76 past validUntil sign-ins are refused until newer metadata are fetched', async () => {
  const { appId, entityId, path } = await byAddress({ root: 'validUntil="2099-01-01T00:00:00Z"' })
  await server.kernel.pool.query(`update saml_metadata set valid_until = now() - interval '1 minute' where app_id = $1`, [appId])
  const request = () =>
    byRedirect(
      `${server.address}/protocols/saml/sso`,
      `<samlp:AuthnRequest xmlns:samlp="${NS.samlp}" xmlns:saml="${NS.saml}" ID="${newRequestId()}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${server.address}/protocols/saml/sso"><saml:Issuer>${entityId}</saml:Issuer></samlp:AuthnRequest>`,
      { key: own.key },
    )
  const answer = await fetch(request(), { redirect: 'manual' })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('元数据已过期')])
  const [refusal] = await server.admin.call(saml.refusals, { query: { appId } })
  expect(refusal!.problem).toBe('metadataOver')
  publish(path, metadata({ entityId, root: 'validUntil="2099-01-02T00:00:00Z"' }))
  await server.admin.call(saml.refresh, { body: { appId } })
  expect((await fetch(request(), { redirect: 'manual' })).status).toBe(303)
})

test('SAML-77 pasted metadata end the fetching; cacheDuration sets its interval, within bounds', async () => {
  const { appId, entityId } = await byAddress({ root: 'cacheDuration="P30D"' })
  const hours = async () => {
    const { rows } = await server.kernel.pool.query<{ h: number }>(
      `select extract(epoch from due_time - fetch_time)::float8 / 3600 as h from saml_metadata where app_id = $1`,
      [appId],
    )
    return rows[0]!.h
  }
  expect(Math.round(await hours())).toBe(168)
  const often = await byAddress({ root: 'cacheDuration="PT1M"' })
  const { rows } = await server.kernel.pool.query<{ h: number }>(
    `select extract(epoch from due_time - fetch_time)::float8 / 3600 as h from saml_metadata where app_id = $1`,
    [often.appId],
  )
  expect(Math.round(rows[0]!.h)).toBe(1)
  await server.admin.call(saml.applyMetadata, { body: { appId, metadata: metadata({ entityId }), version: 1 } })
  expect((await found(appId)).source).toBeNull()
  await server.admin.refused('samlProblem', saml.refresh, { body: { appId } })
})

test('SAML-78 a megabyte of signed metadata from an address takes less than 100 ms of the main thread', async () => {
  const entityId = newEntity()
  const many = Array.from({ length: 13_000 }, (_, n) => `<md:RequestedAttribute Name="urn:oid:1.2.3.${n}" xmlns:a="urn:a${n}"/>`).join('')
  const more = `<md:AttributeConsumingService index="1">${many}</md:AttributeConsumingService>`
  publish('/huge.xml', signedXml(metadata({ entityId, more }), signer))
  await preview(`${site}/huge.xml`, fingerprintOf(signer.certificate))
  const before = process.threadCpuUsage()
  await preview(`${site}/huge.xml`, fingerprintOf(signer.certificate))
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(100)
})
