import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { logoutResponse, newPair, signedXml, TestSp } from '../../../../../test/saml.ts'
import { openSoapEndpoint, signedReply, type SoapResponse } from '../../../../../test/soap-endpoint.ts'

let server: TestServer
let folder: string
let tls: { key: Buffer; cert: Buffer }
const authorities = getCACertificates('default')
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hufu-soap-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync('openssl', `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=sp -addext subjectAltName=IP:127.0.0.1 -keyout ${key} -out ${cert}`.split(' '), { stdio: 'ignore' }) // prettier-ignore
  tls = { key: readFileSync(key), cert: readFileSync(cert) }
  setDefaultCACertificates([...authorities, tls.cert.toString()])
  server = await startTestServer({ jobs: true, settings: { HUFU_ALLOW_LOOPBACK: '1' } })
})
afterAll(async () => {
  await server.close()
  setDefaultCACertificates(authorities)
  rmSync(folder, { recursive: true })
})

/**
 * Ends the session of a user at an application whose SOAP endpoint answers as `make` says; returns the recorded state after the
 * answer.
 */
async function signOutOf(make: (sp: TestSp) => SoapResponse, overTls = false): Promise<string> {
  const sp = await TestSp.make(server)
  const end = await openSoapEndpoint(sp, make(sp), overTls ? tls : undefined)
  const { browser, userId } = await sp.visitor()
  await sp.visit(browser)
  const { pool } = server.kernel
  await pool.query(`update session set ended_by = 'forced' where user_id = $1`, [userId])
  await expect.poll(() => end.bodies.length).toBe(1)
  // Makes the next try due at once; if the first answer counted, there is no next try.
  await expect
    .poll(async () => {
      await pool.query(`update saml_login set due_time = now() where app_id = $1 and due_time is not null`, [sp.appId])
      const { rows } = await pool.query<{ state: string }>('select state from saml_login where app_id = $1', [sp.appId])
      return rows[0]!.state === 'told' ? 'told' : end.bodies.length > 1 ? 'told again' : 'waiting'
    })
    .not.toBe('waiting')
  const { rows } = await pool.query<{ state: string }>('select state from saml_login where app_id = $1', [sp.appId])
  end.close()
  return rows[0]!.state
}
const unsigned =
  (change: (xml: string) => string = xml => xml) =>
  (sp: TestSp): SoapResponse =>
  id =>
    change(logoutResponse(sp, id))

test('decision 0102 a SOAP logout reply must be signed by the application; an unsigned one counts over TLS only', async () => {
  expect(await signOutOf(signedReply)).toBe('told')
  expect(await signOutOf(signedReply, true)).toBe('told')
  expect(await signOutOf(unsigned())).toBe('in')
  expect(await signOutOf(unsigned(), true)).toBe('told')
})

test('decision 0102 a SOAP reply with a wrong signature, a foreign issuer or another request id leaves the notification to be repeated', async () => {
  const replies: Record<string, (sp: TestSp) => SoapResponse> = {
    'signed by another': sp => id => signedXml(logoutResponse(sp, id), newPair('another')),
    'changed after signing': sp => id => signedXml(logoutResponse(sp, '_other'), sp.pair).replace('_other', id),
    'of another issuer': unsigned(xml => xml.replace('/metadata</saml:Issuer>', '/else</saml:Issuer>')),
    'of another issuer, signed': sp => id =>
      signedXml(logoutResponse(sp, id).replace('/metadata</saml:Issuer>', '/else</saml:Issuer>'), sp.pair),
    'of nobody': unsigned(xml => xml.replace(/<saml:Issuer>.*<\/saml:Issuer>/, '')),
    'to another request': sp => () => signedXml(logoutResponse(sp, '_other'), sp.pair),
  }
  for (const [what, make] of Object.entries(replies)) expect([what, await signOutOf(make, true)]).toEqual([what, 'in'])
})
