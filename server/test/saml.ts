import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { saml as contract, type SamlSettings } from '@hufu/contract/federation/saml'
import { type Profile, SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml'
import { SignedXml } from 'xml-crypto'
import { pemOf, selfSigned } from '../src/domains/federation/saml/xml/certificate.ts'
import { NS } from '../src/domains/federation/saml/names.ts'
import type { SigningPair } from '../src/domains/federation/saml/xml/signature.ts'
import type { TestServer } from './harness.ts'
import { Browser } from './oidc.ts'

export interface TestPair extends SigningPair {
  publicKey: KeyObject
  privatePem: string
}

/** A key pair of an application, with a certificate. */
export function newPair(kid = 'test'): TestPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [begin, end] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000 * 365)]
  const certificate = selfSigned({ name: `测试 ${kid}`, begin, end, privateKey, publicKey }).toString('base64')
  return { kid, key: privateKey, publicKey, certificate, privatePem: privateKey.export({ format: 'pem', type: 'pkcs8' }) }
}

/** Root elements of the four kinds of incoming messages, each with a value an attacker would want to change. */
export const messages: Readonly<Record<string, (id: string, who: string) => string>> = {
  AuthnRequest: (id, who) => of('samlp:AuthnRequest', id, `<samlp:NameIDPolicy Format="${who}"></samlp:NameIDPolicy>`),
  LogoutRequest: (id, who) => of('samlp:LogoutRequest', id, `<saml:NameID>${who}</saml:NameID>`),
  LogoutResponse: (id, who) =>
    of('samlp:LogoutResponse', id, `<samlp:Status><samlp:StatusCode Value="${who}"></samlp:StatusCode></samlp:Status>`),
  EntityDescriptor: (id, who) =>
    `<md:EntityDescriptor xmlns:md="${NS.md}" ID="${id}" entityID="${who}"><md:SPSSODescriptor protocolSupportEnumeration="${NS.samlp}"></md:SPSSODescriptor></md:EntityDescriptor>`,
}
const of = (name: string, id: string, inside: string) =>
  `<${name} xmlns:samlp="${NS.samlp}" ID="${id}" Version="2.0" IssueInstant="2026-11-23T00:00:00Z"><saml:Issuer xmlns:saml="${NS.saml}">https://sp.example.com</saml:Issuer>${inside.replaceAll('<saml:NameID>', `<saml:NameID xmlns:saml="${NS.saml}">`)}</${name}>`

/** The minimal metadata for registering an application: a certificate and the address for answers. */
export const metadataOf = (entityId: string, certificate: string): string =>
  `<md:EntityDescriptor xmlns:md="${NS.md}" entityID="${entityId}"><md:SPSSODescriptor protocolSupportEnumeration="${NS.samlp}"><md:KeyDescriptor><ds:KeyInfo xmlns:ds="${NS.ds}"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:AssertionConsumerService index="0" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${entityId}/acs"/></md:SPSSODescriptor></md:EntityDescriptor>`

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const EXC = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** Signs the message as another implementation does; the signature is the root's first or last child. */
export function signedXml(xml: string, pair: TestPair, action: 'append' | 'prepend' = 'prepend'): string {
  const signer = new SignedXml({
    privateKey: pair.privatePem,
    publicCert: pemOf(pair.certificate),
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: EXC,
  })
  const transforms = [`${NS.ds}enveloped-signature`, EXC]
  signer.addReference({ xpath: '/*', transforms, digestAlgorithm: `${NS.xenc}sha256` })
  signer.computeSignature(xml, { location: { reference: '/*', action } })
  return signer.getSignedXml()
}

/** An application as node-saml implements it, registered here by its own metadata. */
export class TestSp {
  readonly server: TestServer
  readonly appId: string
  readonly saml: SAML
  readonly entityId: string
  readonly pair: TestPair
  readonly acs: string

  private constructor(parts: Pick<TestSp, 'server' | 'appId' | 'saml' | 'entityId' | 'pair' | 'acs'>) {
    this.server = parts.server
    this.appId = parts.appId
    this.saml = parts.saml
    this.entityId = parts.entityId
    this.pair = parts.pair
    this.acs = parts.acs
  }

  static async make(server: TestServer, { app = {}, options = {}, edit = xml => xml, pair = newPair() }: SpParts = {}): Promise<TestSp> {
    const n = server.given.next()
    const at = `https://sp${n}.example.com`
    const appId = await server.given.app({ protocol: 'saml', name: `档案系统${n}`, ...app })
    const own = `${server.address}/protocols/saml`
    const saml = new SAML({
      entryPoint: `${own}/sso`,
      logoutUrl: `${own}/slo`,
      logoutCallbackUrl: `${at}/slo`,
      callbackUrl: `${at}/acs`,
      issuer: `${at}/metadata`,
      idpIssuer: `${own}/metadata`,
      idpCert: await idpCertificates(server),
      privateKey: pair.privatePem,
      publicCert: pemOf(pair.certificate),
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      validateInResponseTo: ValidateInResponseTo.always,
      wantAuthnResponseSigned: true,
      wantAssertionsSigned: true,
      ...options,
    })
    const cert = options.decryptionPvk === undefined ? null : pemOf(pair.certificate)
    const metadata = edit(saml.generateServiceProviderMetadata(cert, pemOf(pair.certificate)))
    await server.admin.call(contract.applyMetadata, { body: { appId, metadata, version: 0 } })
    return new TestSp({ server, appId, saml, entityId: `${at}/metadata`, pair, acs: `${at}/acs` })
  }

  set(settings: Partial<SamlSettings>): Promise<unknown> {
    return this.server.kernel.db.updateTable('samlSp').set(settings).where('appId', '=', this.appId).execute()
  }
  /** A user who may open the application, signed in to the console in their own browser. */
  async visitor(parts: object = {}) {
    const userId = await this.server.given.user(parts)
    await this.server.given.grant({ subjectType: 'user', subjectId: userId, appId: this.appId })
    const browser = new Browser()
    await browser.signIn(this.server, userId)
    return { userId, browser }
  }
  redirectUrl(relayState = '', options: object = {}): Promise<string> {
    return this.saml.getAuthorizeUrlAsync(relayState, undefined, options)
  }
  /** Follows the redirect to the form that would be posted back. */
  async visit(browser: Browser, relayState = ''): Promise<Posted> {
    const { answer } = await browser.follow(this.server, await this.redirectUrl(relayState))
    return postedIn(await answer.text())
  }
  /** Validates the answer as the application does. */
  async read(posted: Posted): Promise<Profile> {
    const { profile } = await this.saml.validatePostResponseAsync({ SAMLResponse: posted.fields.SAMLResponse! })
    return profile!
  }
}
interface SpParts {
  app?: object
  options?: Partial<SamlConfig>
  /** Changes the application's metadata before they are registered. */
  edit?: (metadata: string) => string
  pair?: TestPair
}

export interface Posted {
  action: string
  fields: Record<string, string>
  html: string
}

/** The form of a page that submits itself. */
export function postedIn(html: string): Posted {
  const [form] = tagsIn(html, 'form')
  const hidden = tagsIn(html, 'input').filter(({ type }) => type === 'hidden')
  return { action: form?.action ?? '', fields: Object.fromEntries(hidden.map(({ name, value }) => [name!, value ?? ''])), html }
}
const tagsIn = (html: string, name: string): Record<string, string>[] =>
  [...html.matchAll(new RegExp(`<${name}\\b((?:[^>"]|"[^"]*")*)>`, 'g'))].map(([, inner]) =>
    Object.fromEntries([...inner!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, attribute, value]) => [attribute!, unescaped(value!)])),
  )
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const unescaped = (text: string) =>
  text.replace(/&(?:(amp|lt|gt|quot)|#(\d+));/g, (_, name?: string, code?: string) =>
    name === undefined ? String.fromCodePoint(Number(code)) : ENTITIES[name]!,
  )

/** The answer's XML, decoded. */
export const xmlIn = ({ fields }: Posted): string => Buffer.from(fields.SAMLResponse ?? '', 'base64').toString()
export const statusIn = (posted: Posted): string[] =>
  [...xmlIn(posted).matchAll(/<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2\.0:status:([A-Za-z]+)"/g)].map(([, name]) => name!)

export async function idpCertificates(server: TestServer): Promise<string[]> {
  const xml = await (await fetch(`${server.address}/protocols/saml/metadata`)).text()
  return [...xml.matchAll(/<md:KeyDescriptor.*?<ds:X509Certificate>([^<]+)</gs)].map(([, base64]) => base64!)
}

type Signing = Pick<TestPair, 'key'>

/** A message of an application by the redirect binding, made by hand; unsigned without a key. */
export function byRedirect(
  at: string,
  xml: string,
  { key, relayState, kind = 'SAMLRequest' }: Partial<Signing> & { relayState?: string; kind?: string } = {},
) {
  const query = `${kind}=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}${relayState === undefined ? '' : `&RelayState=${encodeURIComponent(relayState)}`}`
  if (!key) return `${at}?${query}`
  const signed = `${query}&SigAlg=${encodeURIComponent(RSA_SHA256)}`
  return `${at}?${signed}&Signature=${encodeURIComponent(sign('sha256', Buffer.from(signed), key).toString('base64'))}`
}

let serial = 0
export const newRequestId = () => `_r${++serial}x${process.pid}`
interface RequestParts {
  id?: string
  inside?: string
  attributes?: string
  instant?: Date
}

/** An AuthnRequest made by hand, with the given content. */
export function authnRequest(
  sp: TestSp,
  { id = newRequestId(), inside = '', attributes = '', instant = new Date() }: RequestParts = {},
): string {
  const to = `Destination="${sp.server.address}/protocols/saml/sso"`
  return `<samlp:AuthnRequest xmlns:samlp="${NS.samlp}" xmlns:saml="${NS.saml}" ID="${id}" Version="2.0" IssueInstant="${instant.toISOString()}" ${to} ${attributes}><saml:Issuer>${sp.entityId}</saml:Issuer>${inside}</samlp:AuthnRequest>`
}

/** A LogoutRequest made by hand. */
export const logoutRequest = (sp: TestSp, nameId: string, more = '', attributes = '', id = newRequestId()): string =>
  `<samlp:LogoutRequest xmlns:samlp="${NS.samlp}" xmlns:saml="${NS.saml}" ID="${id}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${sp.server.address}/protocols/saml/slo" ${attributes}><saml:Issuer>${sp.entityId}</saml:Issuer><saml:NameID>${nameId}</saml:NameID>${more}</samlp:LogoutRequest>`

/** The application's answer to a LogoutRequest of Hufu. */
export const logoutResponse = (sp: TestSp, inResponseTo: string, id = newRequestId()): string =>
  `<samlp:LogoutResponse xmlns:samlp="${NS.samlp}" xmlns:saml="${NS.saml}" ID="${id}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${sp.server.address}/protocols/saml/slo" InResponseTo="${inResponseTo}"><saml:Issuer>${sp.entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status></samlp:LogoutResponse>`
