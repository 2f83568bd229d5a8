import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { basic, Browser, issuerOf, post, SECRET } from '../../../../test/oidc.ts'
import { addSecret } from '../../apps/index.ts'
import { newId } from '../../../platform/database/ids.ts'
import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client'

const IDENTIFIER = 'https://notes.example.com/mcp'
const REDIRECT = 'https://agent.example.com/callback'
let server: TestServer
let folder: string
let documents: ReturnType<typeof createServer>
let host: string
let fetched = 0
let more: object = {}
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
  host = `127.0.0.1:${(documents.address() as AddressInfo).port}`
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
})
afterAll(async () => {
  await server.close()
  setDefaultCACertificates(authorities)
  await new Promise(done => documents.close(done))
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

test('MCP-09 a client is known by the document at its own address: from hosts that are named alone, and by what we know of it, not by what it says', async () => {
  const { appId, clientId: asker } = await resource()
  const userId = await server.given.user()
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId })
  const browser = new Browser()
  await browser.signIn(server, userId)
  const clientId = `https://${host}/agent-${newId()}.json`
  const shown = async (parts?: Record<string, string>) => browser.follow(server, (await asking(clientId, parts)).url)
  // As shipped nobody is fetched.
  expect((await shown()).answer.status).toBe(400)
  expect(fetched).toBe(0)
  await allow(['elsewhere.example.com'])
  const opened = await startTestServer({ beside: server, settings: { HUFU_MOCK_PROVIDERS: '1' } })
  const at = async (parts?: Record<string, string>) => {
    const { url, verifier } = await asking(clientId, parts)
    return { ...(await browser.follow(opened, url.href.replace(server.address, opened.address))), verifier }
  }
  expect((await at()).answer.status).toBe(400)
  expect(fetched).toBe(0)
  await allow([host])
  await opened.kernel.config.refresh()
  // What a document calls its own is nothing to us.
  more = { own: { appId, tokenSeconds: 1, ipWhitelist: [], secrets: [] } }
  const { answer, verifier } = await at()
  const html = await answer.text()
  expect(html).toContain('外来助手')
  expect(html).toContain(host)
  expect(html).toContain('未在本系统登记')
  const action = /action="([^"]*consent)"/.exec(html)![1]!
  const said = await browser.go(new URL(action, opened.address), { method: 'POST', body: new URLSearchParams({ answer: 'yes' }) })
  const back = await browser.follow(opened, new URL(said.headers.get('location')!, opened.address))
  const code = back.url.searchParams.get('code')!
  const form = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier, redirect_uri: REDIRECT }
  const { body } = await post(opened, '/token', form)
  const count = fetched
  const told = () => post(opened, '/token/introspection', { token: String(body.access_token) }, basic(asker))
  expect((await told()).body).toMatchObject({ active: true, sub: userId, client_id: clientId, scope: 'notes:read' })
  expect(fetched).toBe(count)
  // Without a resource server there is nothing for it, and it is told nothing of the user but who they are.
  expect((await at({ resource: '' })).url.searchParams.get('error')).not.toBeNull()
  await allow([])
  await opened.kernel.config.refresh()
  expect((await told()).body).toEqual({ active: false })
  await opened.close()
})
