import type { KeyObject } from 'node:crypto'
import type { Message } from './message.ts'
import { bindings, ENTITY_FORMAT, nameFormats, NS } from '../names.ts'
import { reject } from '../problem.ts'
import { attributeOf, childOf, childrenOf, type Element, isElement, readXml, textOf } from '../xml/read.ts'
import { certificateOf } from '../xml/certificate.ts'
import { hasSigned, isSigned, verifyRoot } from '../xml/signature.ts'
import type { ServiceProvider } from '../sp.sql.ts'

const ID_FORM = /^[A-Za-z_][A-Za-z0-9_.-]{0,255}$/
const AGE_MS = 300_000
const CLASSES_MAX = 20

/** What every SAML message has. */
export interface Head {
  root: Element
  id: string
  issuer: string
}

/** Parses a message without verifying it, because its issuer decides which keys verify it. */
export function readHead({ xml }: Message, local: string): Head {
  const root = readXml(xml)
  if (root.uri !== NS.samlp || root.local !== local) reject('malformed', `${root.local} instead of ${local}`)
  const id = attributeOf(root, 'ID') ?? ''
  if (!ID_FORM.test(id)) reject('malformed', 'ID')
  const issuer = childOf(root, NS.saml, 'Issuer')
  if (!issuer) return reject('unknownIssuer', 'no Issuer')
  const format = attributeOf(issuer, 'Format')
  if (format !== undefined && format !== ENTITY_FORMAT) reject('unknownIssuer', format)
  return { root, id, issuer: textOf(issuer) }
}

export const keysOf = ({ signingCerts }: Pick<ServiceProvider, 'signingCerts'>): KeyObject[] =>
  signingCerts.map(each => certificateOf(each).publicKey)

/** Every signature in the message must be valid, and `isDemanded` requires one. Returns whether the message is signed. */
export function checkSignature({ root }: Head, { signed }: Message, keys: readonly KeyObject[], isDemanded: boolean): boolean {
  if (signed) {
    if (!hasSigned(signed.algorithm, signed.bytes, signed.value, keys)) reject('signatureBad', 'no known key')
    // A message signed in the query may also have a signature in its XML, which must be valid, too.
    if (isSigned(root)) verifyRoot(root, keys)
    return true
  }
  if (isSigned(root)) verifyRoot(root, keys)
  else if (isDemanded) reject('signatureMissing')
  return isSigned(root)
}

interface CheckContext {
  now: Date
  skewSeconds: number
  /** The address of Hufu that received the message. */
  address: string
  isSigned: boolean
}

/** Refuses messages that are too old, for another address or of another version. */
export function checkHead({ root }: Head, { now, skewSeconds, address, isSigned: signed }: CheckContext): void {
  const version = attributeOf(root, 'Version')
  if (version !== '2.0') reject('version', version)
  const issued = Date.parse(attributeOf(root, 'IssueInstant') ?? '')
  const age = now.getTime() - issued
  if (!(age <= AGE_MS + skewSeconds * 1000 && age >= -skewSeconds * 1000)) reject('expired', `${Math.round(age / 1000)} s`)
  const destination = attributeOf(root, 'Destination')
  if (destination === undefined ? signed : destination !== address) reject('destination', destination ?? 'none')
}

/** The request of an application, as it is stored while the user signs in. */
export interface AuthnRequest {
  appId: string
  /** null: unsolicited. */
  requestId: string | null
  acs: string
  relayState: string | null
  nameFormat: string | null
  spNameQualifier: string | null
  forceAuthn: boolean
  isPassive: boolean
  /** The NameID of the user the application asks for; null: any user. */
  subject: string | null
  context: { comparison: string; classes: string[] } | null
  /** A problem that is answered only after the response address is verified. */
  fault: 'declaration' | null
  /** By the clock of the database, which also dates authentications; seconds since 1970. */
  askedAt: number
}

const booleanAttribute = (root: Element, name: string) => ['true', '1'].includes(attributeOf(root, name) ?? '')

/** The response address: only a registered one, compared exactly. */
function placeOf(root: Element, { acs }: ServiceProvider): string {
  const url = attributeOf(root, 'AssertionConsumerServiceURL')
  const index = attributeOf(root, 'AssertionConsumerServiceIndex')
  const binding = attributeOf(root, 'ProtocolBinding')
  if (url !== undefined && index !== undefined) reject('acsUnknown', 'URL and index')
  if (index === undefined && binding !== undefined && binding !== bindings.post) reject('acsUnknown', binding)
  const found =
    url !== undefined
      ? acs.find(one => one.url === url)
      : index !== undefined
        ? acs.find(one => String(one.index) === index)
        : acs.find(one => one.isDefault)
  return found?.url ?? reject('acsUnknown', url ?? index)
}

/** Reads an AuthnRequest whose signature and head are already checked (SAML core, 3.4.1). */
export function readAuthnRequest({ root, id }: Head, sp: ServiceProvider, relayState: string | undefined, askedAt: number): AuthnRequest {
  const policy = childOf(root, NS.samlp, 'NameIDPolicy')
  const subject = childOf(root, NS.saml, 'Subject')
  const named = subject && childOf(subject, NS.saml, 'NameID')
  const requested = childOf(root, NS.samlp, 'RequestedAuthnContext')
  const classes = requested ? childrenOf(requested, NS.saml, 'AuthnContextClassRef').map(textOf) : []
  if (classes.length > CLASSES_MAX) reject('tooLarge', 'RequestedAuthnContext')
  const hasDeclarations = requested !== undefined && childrenOf(requested, NS.saml, 'AuthnContextDeclRef').length > 0
  return {
    appId: sp.appId,
    requestId: id,
    acs: placeOf(root, sp),
    relayState: relayState ?? null,
    nameFormat: policy ? (attributeOf(policy, 'Format') ?? null) : null,
    spNameQualifier: policy ? (attributeOf(policy, 'SPNameQualifier') ?? null) : null,
    forceAuthn: booleanAttribute(root, 'ForceAuthn'),
    isPassive: booleanAttribute(root, 'IsPassive'),
    // An encrypted subject cannot be read, so '' stands for it and matches no user.
    subject: subject ? (named ? textOf(named) : '') : null,
    context: requested && !hasDeclarations ? { comparison: attributeOf(requested, 'Comparison') ?? 'exact', classes } : null,
    fault: hasDeclarations ? 'declaration' : null,
    askedAt,
  }
}

/** The stored request of an unsolicited response, with default values. */
export const unsolicited = (sp: ServiceProvider, relayState: string | null, askedAt: number): AuthnRequest => ({
  appId: sp.appId,
  requestId: null,
  acs: sp.acs.find(one => one.isDefault)?.url ?? reject('acsUnknown'),
  relayState,
  nameFormat: null,
  spNameQualifier: null,
  forceAuthn: false,
  isPassive: false,
  subject: null,
  context: null,
  fault: null,
  askedAt,
})

export interface LogoutAsked {
  id: string
  nameId: string
  sessionIndexes: string[]
}

/** Reads a LogoutRequest whose signature and head are already checked (SAML core, 3.7.1). */
export function readLogoutRequest({ root, id }: Head, now: Date, skewSeconds: number): LogoutAsked {
  const until = attributeOf(root, 'NotOnOrAfter')
  if (until !== undefined && !(Date.parse(until) + skewSeconds * 1000 > now.getTime())) reject('expired', until)
  const nameId = childOf(root, NS.saml, 'NameID')
  if (!nameId) return reject('malformed', 'no NameID')
  return { id, nameId: textOf(nameId), sessionIndexes: childrenOf(root, NS.samlp, 'SessionIndex').map(textOf) }
}

/** The id of the answered request, and whether the status is Success without a second-level status such as PartialLogout. */
export function readLogoutResponse({ root }: Head): { inResponseTo: string; isSuccess: boolean } {
  const status = childOf(root, NS.samlp, 'Status')
  const code = status && childOf(status, NS.samlp, 'StatusCode')
  const value = code ? attributeOf(code, 'Value') : undefined
  const isWhole = code !== undefined && !code.children.some(isElement)
  return {
    inResponseTo: attributeOf(root, 'InResponseTo') ?? '',
    isSuccess: value === 'urn:oasis:names:tc:SAML:2.0:status:Success' && isWhole,
  }
}

/** The kind of NameID for a format; undefined: not supported. */
export function nameIdOf(format: string | null): keyof typeof nameFormats | 'any' | undefined {
  if (format === null || format === nameFormats.unspecified) return 'any'
  return (Object.keys(nameFormats) as (keyof typeof nameFormats)[]).find(name => nameFormats[name] === format)
}
