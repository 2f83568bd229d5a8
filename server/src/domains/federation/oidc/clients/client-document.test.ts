import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { basic, Browser, issuerOf, post, SECRET } from '../../../../../test/oidc.ts'
import { addSecret } from '../../../apps/index.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { SignJWT } from 'jose'
import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client'

const IDENTIFIER = 'https://notes.example.com/mcp'
const REDIRECT = 'https://agent.example.com/callback'
let server: TestServer
let folder: string
let documents: ReturnType<typeof createServer>
let host: string
let fetched = 0
let more: object = {}
/** A server at another port, which Hufu must not call, whatever a document says. */
let canary: ReturnType<typeof createServer>
let calls = 0
const authorities = getCACertificates('default')
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hufu-document-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync('openssl', `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=agent -addext subjectAltName=IP:127.0.0.1 -keyout ${key} -out ${cert}`.split(' '), { stdio: 'ignore' }) // prettier-ignore
  setDefaultCACertificates([...authorities, readFileSync(cert, 'utf8')])
  documents = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, answer) => {
    fetched++
    const document = {
      client_id: `https://${host}${request.url}`,
      client_name: '外来助手',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
    }
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...document, ...more }))
  })
  await new Promise<void>(done => documents.listen(0, '127.0.0.1', done))
  canary = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, answer) => answer.end('[]'))
  canary.on('connection', () => calls++)
  await new Promise<void>(done => canary.listen(0, '127.0.0.1', done))
  host = `127.0.0.1:${(documents.address() as AddressInfo).port}`
  server = await startTestServer({ settings: { HUFU_ALLOW_LOOPBACK: '1' } })
})
afterAll(async () => {
  await server.close()
  setDefaultCACertificates(authorities)
  await new Promise(done => documents.close(done))
  await new Promise(done => canary.close(done))
  rmSync(folder, { recursive: true })
})

const allow = async (hosts: readonly string[]) => {
  await server.kernel.db.updateTable('config').set({ configValue: JSON.stringify(hosts) }).where('configKey', '=', 'clientDocumentHosts').execute() // prettier-ignore
  await server.kernel.config.refresh()
}

async function resource() {
  const { db } = server.kernel
  const appId = await server.given.app({ protocol: 'resource' })
  await addSecret(db, { appId }, SECRET)
  await db.insertInto('oidcResource').values({ appId, identifier: IDENTIFIER }).execute()
  await db.insertInto('oidcScope').values({ appId, name: 'notes:read', label: '读取笔记' }).execute()
  const { clientId } = await db.selectFrom('app').select('clientId').where('id', '=', appId).executeTakeFirstOrThrow()
  return { appId, clientId }
}

async function asking(clientId: string, parts: Record<string, string> = {}) {
  const verifier = randomPKCECodeVerifier()
  const url = new URL(`${issuerOf(server)}/auth`)
  const query = {
    client_id: clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'notes:read',
    resource: IDENTIFIER,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parts,
  }
  url.search = new URLSearchParams(query).toString()
  return { url, verifier }
}

test('MCP-09 a client is known by the document at its own address: from listed hosts only, and it cannot set our own properties', async () => {
  const { appId, clientId: asker } = await resource()
  const userId = await server.given.user()
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId })
  const browser = new Browser()
  await browser.signIn(server, userId)
  const clientId = `https://${host}/agent-${newId()}.json`
  const shown = async (parts?: Record<string, string>) => browser.follow(server, (await asking(clientId, parts)).url)
  // By default no document is fetched.
  expect((await shown()).answer.status).toBe(400)
  expect(fetched).toBe(0)
  await allow(['elsewhere.example.com'])
  const opened = await startTestServer({ beside: server, settings: { HUFU_ALLOW_LOOPBACK: '1' } })
  const at = async (parts?: Record<string, string>) => {
    const { url, verifier } = await asking(clientId, parts)
    return { ...(await browser.follow(opened, url.href.replace(server.address, opened.address))), verifier }
  }
  expect((await at()).answer.status).toBe(400)
  expect(fetched).toBe(0)
  await allow([host])
  await opened.kernel.config.refresh()
  // A document cannot set Hufu's own metadata.
  more = { own: { appId, tokenSeconds: 1, ipWhitelist: [], secrets: [] } }
  const { answer, verifier } = await at()
  const html = await answer.text()
  expect(html).toContain('外来助手')
  expect(html).toContain(host)
  expect(html).toContain('未在本系统登记')
  const action = /action="([^"]*consent)"/.exec(html)![1]!
  const answerPage = await browser.go(new URL(action, opened.address), { method: 'POST', body: new URLSearchParams({ answer: 'yes' }) })
  const back = await browser.follow(opened, new URL(answerPage.headers.get('location')!, opened.address))
  const code = back.url.searchParams.get('code')!
  const form = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier, redirect_uri: REDIRECT }
  const { body } = await post(opened, '/token', form)
  const count = fetched
  const introspect = () => post(opened, '/token/introspection', { token: String(body.access_token) }, basic(asker))
  expect((await introspect()).body).toMatchObject({ active: true, sub: userId, client_id: clientId, scope: 'notes:read' })
  expect(fetched).toBe(count)
  // A document cannot register an address that a browser acts upon.
  for (const uri of ['javascript:alert(1)', 'data:text/html,x']) {
    const other = `https://${host}/agent-${newId()}.json`
    more = { redirect_uris: [uri], application_type: 'native', own: { appId } }
    const { url } = await asking(other, { redirect_uri: uri })
    const refused = await browser.follow(opened, url.href.replace(server.address, opened.address))
    expect([uri, refused.answer.status]).toEqual([uri, 400])
  }
  more = {}
  // A request that names no resource server is refused.
  expect((await at({ resource: '' })).url.searchParams.get('error')).not.toBeNull()
  await allow([])
  await opened.kernel.config.refresh()
  expect((await introspect()).body).toEqual({ active: false })
  await opened.close()
})

/** A node that allows documents from these hosts. */
async function opened(hosts: readonly string[], settings: Record<string, string> = { HUFU_ALLOW_LOOPBACK: '1' }) {
  await allow(hosts)
  return startTestServer({ beside: server, settings })
}

test('decision 0102 a document at a listed host makes the server call no other host: no sector identifier, key set or logout address', async () => {
  const node = await opened([host])
  const elsewhere = `https://127.0.0.1:${(canary.address() as AddressInfo).port}/x`
  const before = fetched
  const ask = async (document: object) => {
    more = document
    const { url } = await asking(`https://${host}/other-${newId()}.json`)
    return fetch(url.href.replace(server.address, node.address), { redirect: 'manual' })
  }
  for (const document of [
    { sector_identifier_uri: elsewhere },
    { jwks_uri: elsewhere, token_endpoint_auth_method: 'private_key_jwt' },
    { backchannel_logout_uri: elsewhere },
  ])
    expect([document, (await ask(document)).status]).toEqual([document, 400])
  // The library fetches keys when a client authenticates.
  const clientId = `https://${host}/other-${newId()}.json`
  more = { jwks_uri: elsewhere, token_endpoint_auth_method: 'private_key_jwt' }
  const assertion = await new SignJWT({ sub: clientId, jti: randomUUID() })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(clientId)
    .setAudience(issuerOf(node))
    .setIssuedAt()
    .setExpirationTime('1m')
    .sign(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
  const shown = await post(node, '/token', {
    grant_type: 'authorization_code',
    code: 'x',
    redirect_uri: REDIRECT,
    client_id: clientId,
    client_assertion: assertion,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  })
  expect(shown.body).toMatchObject({ error: expect.stringMatching(/^invalid_client/) as string })
  expect([calls, fetched > before]).toEqual([0, true])
  // Keys may be at the document's own host.
  expect((await ask({ jwks_uri: `https://${host}/keys`, token_endpoint_auth_method: 'private_key_jwt' })).status).not.toBe(400)
  more = {}
  await node.close()
})

test('T23 a listed host that leads to this machine is not called', async () => {
  const port = (canary.address() as AddressInfo).port
  const before = calls
  const node = await opened([`localhost:${port}`, `127.0.0.1:${port}`], {})
  for (const name of ['localhost', '127.0.0.1']) {
    const { url } = await asking(`https://${name}:${port}/agent.json`)
    expect((await fetch(url.href.replace(server.address, node.address), { redirect: 'manual' })).status).toBe(400)
  }
  expect(calls).toBe(before)
  await node.close()
})
