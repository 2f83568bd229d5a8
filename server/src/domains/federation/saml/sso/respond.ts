import { randomBytes } from 'node:crypto'
import { certificateOf } from '../xml/certificate.ts'
import { dataAlgorithm, encryptAssertion, isAuthenticated } from '../xml/encrypt.ts'
import { BEARER, nameFormats, statusUri } from '../names.ts'
import type { OwnEntity } from '../own-entity.ts'
import { reject } from '../problem.ts'
import type { Element } from '../xml/read.ts'
import type { AuthnRequest } from './request.ts'
import { signatureOf, type SigningPair } from '../xml/signature.ts'
import type { ServiceProvider } from '../sp.sql.ts'
import { el, withSecond } from '../xml/write.ts'

const LIFE_MS = 300_000
export const newMessageId = (): string => `_${randomBytes(20).toString('hex')}`
const at = (time: Date) => time.toISOString().replace(/\.\d+Z$/, 'Z')

export interface Name {
  value: string
  kind: keyof typeof nameFormats
}
/** What an assertion says about the user. */
export interface Subject {
  name: Name
  attributes: readonly (readonly [name: string, value: unknown])[]
  contextClass: string
  sessionIndex: string
  authTime: Date
  sessionEnd: Date
}
export interface ResponseParties {
  own: OwnEntity
  sp: ServiceProvider
  authnRequest: Pick<AuthnRequest, 'acs' | 'requestId'>
  now: Date
}

export function nameIdElement({ own, sp }: Pick<ResponseParties, 'own' | 'sp'>, { value, kind }: Name): Element {
  const isOurs = kind === 'persistent' || kind === 'transient'
  const qualified = isOurs ? { NameQualifier: own.entityId, SPNameQualifier: sp.entityId } : {}
  return el('saml:NameID', { Format: nameFormats[kind], ...qualified }, value)
}

/** Lists become several values; values other than text, number and boolean are left out. */
const valuesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(valuesOf) : ['string', 'number', 'boolean'].includes(typeof value) ? [String(value)] : []

const isUri = (name: string) => /[:/]/.test(name)

function attributeStatement({ attributes }: Subject): Element | undefined {
  const filled = attributes.map(([name, value]) => ({ name, values: valuesOf(value) })).filter(({ values }) => values.length > 0)
  if (filled.length === 0) return undefined
  const elements = filled.map(({ name, values }) =>
    el(
      'saml:Attribute',
      {
        Name: name,
        NameFormat: `urn:oasis:names:tc:SAML:2.0:attrname-format:${isUri(name) ? 'uri' : 'basic'}`,
        FriendlyName: isUri(name) ? (/[^/:]+$/.exec(name)?.[0] ?? name) : undefined,
      },
      ...values.map(value => el('saml:AttributeValue', {}, value)),
    ),
  )
  return el('saml:AttributeStatement', {}, ...elements)
}

/** The assertion before signing, which the sign-in test shows as well. */
export function assertionOf(ends: ResponseParties, subject: Subject): Element {
  const { own, sp, authnRequest, now } = ends
  const end = at(new Date(now.getTime() + LIFE_MS))
  const confirmed = { InResponseTo: authnRequest.requestId ?? undefined, NotOnOrAfter: end, Recipient: authnRequest.acs }
  return el(
    'saml:Assertion',
    { ID: newMessageId(), IssueInstant: at(now), Version: '2.0' },
    el('saml:Issuer', {}, own.entityId),
    el(
      'saml:Subject',
      {},
      nameIdElement(ends, subject.name),
      el('saml:SubjectConfirmation', { Method: BEARER }, el('saml:SubjectConfirmationData', confirmed)),
    ),
    el(
      'saml:Conditions',
      { NotBefore: at(new Date(now.getTime() - sp.skewSeconds * 1000)), NotOnOrAfter: end },
      el('saml:AudienceRestriction', {}, el('saml:Audience', {}, sp.entityId)),
    ),
    el(
      'saml:AuthnStatement',
      { AuthnInstant: at(subject.authTime), SessionIndex: subject.sessionIndex, SessionNotOnOrAfter: at(subject.sessionEnd) },
      el('saml:AuthnContext', {}, el('saml:AuthnContextClassRef', {}, subject.contextClass)),
    ),
    attributeStatement(subject),
  )
}

export type Status = readonly [first: 'Success' | 'Requester' | 'Responder' | 'VersionMismatch', second?: string]

export function statusElement([first, second]: Status): Element {
  const below = second === undefined ? undefined : el('samlp:StatusCode', { Value: statusUri(second) })
  const words = first === 'Success' ? undefined : el('samlp:StatusMessage', {}, second ?? first)
  return el('samlp:Status', {}, el('samlp:StatusCode', { Value: statusUri(first) }, below), words)
}

function envelope({ own, authnRequest, now }: ResponseParties, status: Status, assertion?: Element): Element {
  const head = {
    ID: newMessageId(),
    Version: '2.0',
    IssueInstant: at(now),
    Destination: authnRequest.acs,
    InResponseTo: authnRequest.requestId ?? undefined,
  }
  return el('samlp:Response', head, el('saml:Issuer', {}, own.entityId), statusElement(status), assertion)
}

const signedBy = async (element: Element, pair: SigningPair) => withSecond(element, await signatureOf(element, pair))

/** The algorithm that encrypts assertions for the application; undefined: they are not encrypted. */
export function encryptionOf(sp: ServiceProvider): string | undefined {
  if (sp.encrypt === 'never') return undefined
  const algorithm = sp.encryptionCert === null ? undefined : dataAlgorithm(sp.algorithms, sp.allowCbc === 1)
  return algorithm ?? reject('encryption', sp.encryptionCert === null ? 'no certificate' : sp.algorithms.join(' '))
}

/** The signed response. If the application requires encryption and it fails, this throws; the assertion is never sent in clear. */
export async function responseOf(ends: ResponseParties, subject: Subject, pair: SigningPair): Promise<Element> {
  const { sp } = ends
  const algorithm = encryptionOf(sp)
  const plain = assertionOf(ends, subject)
  const assertion = sp.signWhat === 'response' ? plain : await signedBy(plain, pair)
  const sealed =
    algorithm === undefined ? assertion : encryptAssertion(assertion, certificateOf(sp.encryptionCert!).publicKey, algorithm, sp.algorithms)
  const response = envelope(ends, ['Success'], sealed)
  // A CBC cipher text is not authenticated, so the response around it must be signed.
  const isSigned = sp.signWhat !== 'assertion' || (algorithm !== undefined && !isAuthenticated(algorithm))
  return isSigned ? signedBy(response, pair) : response
}

/** A response with an error status; always signed. */
export const refusalOf = (ends: ResponseParties, status: Status, pair: SigningPair): Promise<Element> =>
  signedBy(envelope(ends, status), pair)

/** The LogoutRequest of Hufu, unsigned, because signing depends on the binding. */
export function logoutRequestOf(
  ends: Pick<ResponseParties, 'own' | 'sp' | 'now'>,
  to: string,
  id: string,
  named: Name & { sessionIndex: string },
): Element {
  const { own, now } = ends
  return el(
    'samlp:LogoutRequest',
    { ID: id, Version: '2.0', IssueInstant: at(now), Destination: to, NotOnOrAfter: at(new Date(now.getTime() + LIFE_MS)) },
    el('saml:Issuer', {}, own.entityId),
    nameIdElement(ends, named),
    el('samlp:SessionIndex', {}, named.sessionIndex),
  )
}
export const logoutResponseOf = (
  { own, now }: Pick<ResponseParties, 'own' | 'now'>,
  to: string,
  inResponseTo: string,
  status: Status,
): Element =>
  el(
    'samlp:LogoutResponse',
    { ID: newMessageId(), Version: '2.0', IssueInstant: at(now), Destination: to, InResponseTo: inResponseTo },
    el('saml:Issuer', {}, own.entityId),
    statusElement(status),
  )
export { signedBy }
