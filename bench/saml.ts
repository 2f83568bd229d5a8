import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { deflateRawSync } from 'node:zlib'
import { appGroup } from '@hufu/contract/apps/app'
import { authorize } from '@hufu/contract/apps/authorize'
import { saml } from '@hufu/contract/federation/saml'
import { readMetadataInWorker } from '../server/src/domains/federation/saml/metadata/metadata-read.ts'
import { createAsk } from './http.ts'
import { latency, runConcurrently } from './measure.ts'
import type { Running } from './server.ts'

const SECONDS = 5
const SITE = 'https://bench-saml.example.com'
const METADATA = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${SITE}/metadata">
<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${SITE}/acs" index="0" isDefault="true"/>
</md:SPSSODescriptor></md:EntityDescriptor>`

/** An application that everybody below the root may open. */
async function openApp(server: Pick<Running, 'call'>): Promise<void> {
  const { id: appGroupId } = await server.call(appGroup.save, { body: { name: `SAML${Date.now()}` } })
  const app = { appGroupId, name: `SAML${Date.now()}`, code: `saml${Date.now()}`, protocol: 'saml' as const }
  const { id: appId } = await server.call(saml.save, { body: { app, metadata: METADATA } })
  const apps = [{ appId, roleIds: [] }]
  await server.call(authorize.save, { body: { targetType: 'org', targetIds: ['1'], apps, below: true } })
}

/** A request of an application that needs no signature, so that only the server's work is measured. */
function signInPath(): string {
  const id = `_${randomBytes(16).toString('hex')}`
  const request = `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${new Date().toISOString()}"><saml:Issuer>${SITE}/metadata</saml:Issuer></samlp:AuthnRequest>`
  return `/protocols/saml/sso?${new URLSearchParams({ SAMLRequest: deflateRawSync(request).toString('base64') }).toString()}`
}

/** How many RSA signatures with a key of Hufu's length one core can make; each response has two. */
function answersSigned(): number {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 })
  const sign = () => createSign('RSA-SHA256').update(randomBytes(1000)).sign(privateKey)
  for (let n = 0; n < 50; n++) sign()
  const begin = performance.now()
  for (let n = 0; n < 400; n++) sign()
  return 200 / ((performance.now() - begin) / 1000)
}

const MEBIBYTE = 1_048_576
/**
 * How long reading metadata of the greatest size takes, and how long the event loop of this process is blocked, in milliseconds.
 */
export async function largeMetadata(): Promise<{ p50: number; p95: number; standstill: number }> {
  const [begin, end] = METADATA.split('</md:EntityDescriptor>') as [string, string]
  const note = `<n:Note xmlns:n="urn:bench">${'x'.repeat(1000)}</n:Note>`
  const room = MEBIBYTE - METADATA.length - 1000
  const text = `${begin}${note.repeat(Math.floor(room / note.length))}</md:EntityDescriptor>${end}`
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const { p50, p95 } = await latency(() => readMetadataInWorker({ text, now: new Date(), pin: null }), 20)
  delay.disable()
  return { p50, p95, standstill: delay.max / 1e6 }
}

/** Complete sign-ins to a SAML application, from its request to the page that posts the response. */
export async function samlSignIns(server: Running, cookies: readonly string[]) {
  await openApp(server)
  const ask = createAsk(server.address)
  const signIn = async (_n: number, caller: number) => {
    const { status, text } = await ask(signInPath(), { headers: { cookie: cookies[caller]! } })
    if (status !== 200 || !text.includes('name="SAMLResponse"')) throw new Error(`${status} ${text.slice(0, 200)}`)
  }
  await signIn(0, 0)
  await runConcurrently(cookies.length, 2, signIn)
  return { alone: answersSigned(), measured: await runConcurrently(cookies.length, SECONDS, signIn) }
}
