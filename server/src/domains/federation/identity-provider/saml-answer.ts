import type { KeyObject } from 'node:crypto'
import { decryptAssertion } from '../saml/xml/decrypt.ts'
import { NS, BEARER, statusUri } from '../saml/names.ts'
import { reject as rejectSaml } from '../saml/problem.ts'
import { attributeOf, childOf, childrenOf, type Element, elementsOf, is, readXml, textOf } from '../saml/xml/read.ts'
import { isSigned, signatureIn, verifyRoot } from '../saml/xml/signature.ts'
import type { SamlIdp } from './saml-metadata.ts'

const SKEW_MS = 60_000
const SUBJECT_MAX = 1000
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

export interface Expected {
  idp: SamlIdp
  /** The id of Hufu's request. */
  requestId: string
  acs: string
  /** The entity id by which the provider knows Hufu. */
  entityId: string
  now: Date
  /** The keys that decrypt assertions. */
  decryptionKeys: readonly KeyObject[]
}

export interface SamlIdentity {
  assertionId: string
  subject: string
  claims: Record<string, string | string[]>
  authTime: Date | undefined
  issuedAt: Date | undefined
  /** AuthnContextClassRef. */
  contextClass: string | undefined
  /** SessionIndex. */
  sid: string | undefined
  /** Until when the assertion is valid, and must be remembered as used. */
  until: Date
}

const rejectMalformed = (what: string): never => rejectSaml('malformed', what)
const timeOf = (element: Element, name: string): number | undefined => {
  const value = attributeOf(element, name)
  if (value === undefined) return undefined
  const at = Date.parse(value)
  return Number.isNaN(at) ? rejectMalformed(name) : at
}

/**
 * Reads a response to Hufu's request (SAML profiles, 4.1.4.3). All data come from the one assertion whose signature was verified,
 * or from the one in a response that was signed as a whole.
 */
export function readResponse(xml: string, expected: Expected): SamlIdentity {
  const root = readXml(xml)
  if (!is(root, NS.samlp, 'Response')) return rejectMalformed('no Response')
  if (attributeOf(root, 'Version') !== '2.0') rejectSaml('version')
  if (attributeOf(root, 'Destination') !== undefined && attributeOf(root, 'Destination') !== expected.acs) rejectSaml('destination')
  if (attributeOf(root, 'InResponseTo') !== expected.requestId) rejectSaml('unsolicited', 'InResponseTo')
  const assertion = signedAssertion(root, expected)
  refuseStatus(root)
  refuseIssuer(assertion, expected)
  const issuer = childOf(root, NS.saml, 'Issuer')
  if (issuer && textOf(issuer) !== expected.idp.entityId) rejectSaml('unknownIssuer')
  return identityIn(assertion, expected)
}

/** The assertion, after verifying that the provider has signed it or the response around it. */
function signedAssertion(root: Element, { idp: { keys }, decryptionKeys }: Expected): Element {
  const [clear, sealed] = [childrenOf(root, NS.saml, 'Assertion'), childrenOf(root, NS.saml, 'EncryptedAssertion')]
  if (clear.length + sealed.length !== 1) return isSuccess(root) ? rejectMalformed('Assertion') : rejectSaml('denied')
  if (sealed[0]) return sealedAssertion(root, sealed[0], { keys, decryptionKeys })
  const assertion = clear[0]!
  // One signature suffices. If both are signed, that of the assertion counts, because nothing outside of it is used.
  if (signatureIn(assertion)) verifyRoot(assertion, keys)
  else if (isSigned(root)) verifyRoot(root, keys)
  else rejectSaml('signatureMissing')
  return assertion
}

/** Decrypts the assertion. Encryption proves nothing, as anybody can do it, so the assertion or the response must be signed. */
function sealedAssertion(
  root: Element,
  sealed: Element,
  { keys, decryptionKeys }: Pick<Expected, 'decryptionKeys'> & Pick<SamlIdp, 'keys'>,
): Element {
  // Verified first, so that nothing is decrypted from a signed response of a stranger.
  if (isSigned(root)) verifyRoot(root, keys)
  const assertion = decryptAssertion(sealed, decryptionKeys)
  if (signatureIn(assertion)) verifyRoot(assertion, keys)
  else if (!isSigned(root)) rejectSaml('signatureMissing')
  return assertion
}

const isSuccess = (root: Element): boolean => {
  const status = childOf(root, NS.samlp, 'Status')
  const code = status && childOf(status, NS.samlp, 'StatusCode')
  return code !== undefined && attributeOf(code, 'Value') === statusUri('Success')
}
const refuseStatus = (root: Element) => isSuccess(root) || rejectSaml('denied')

function refuseIssuer(assertion: Element, { idp }: Expected): void {
  if (attributeOf(assertion, 'Version') !== '2.0') rejectSaml('version')
  const issuer = childOf(assertion, NS.saml, 'Issuer')
  if (!issuer || textOf(issuer) !== idp.entityId) rejectSaml('unknownIssuer')
}

function identityIn(assertion: Element, expected: Expected): SamlIdentity {
  const subject = childOf(assertion, NS.saml, 'Subject') ?? rejectMalformed('Subject')
  const until = confirmedUntil(subject, expected)
  refuseConditions(assertion, expected)
  const nameId = childOf(subject, NS.saml, 'NameID') ?? rejectMalformed('NameID')
  const name = textOf(nameId)
  if (name === '' || name.length > SUBJECT_MAX) rejectMalformed('NameID')
  // A transient id differs each time, so it cannot identify a user.
  if (attributeOf(nameId, 'Format') === TRANSIENT) rejectSaml('nameId', 'transient')
  const [statement] = childrenOf(assertion, NS.saml, 'AuthnStatement')
  if (!statement) return rejectMalformed('AuthnStatement')
  const ends = timeOf(statement, 'SessionNotOnOrAfter')
  if (ends !== undefined && ends + SKEW_MS <= expected.now.getTime()) rejectSaml('expired', 'SessionNotOnOrAfter')
  const [authenticated, issued] = [timeOf(statement, 'AuthnInstant'), timeOf(assertion, 'IssueInstant')]
  return {
    assertionId: attributeOf(assertion, 'ID') ?? rejectMalformed('ID'),
    subject: name,
    claims: claimsOf(assertion),
    authTime: authenticated === undefined ? undefined : new Date(authenticated),
    issuedAt: issued === undefined ? undefined : new Date(issued),
    contextClass: classIn(statement),
    sid: attributeOf(statement, 'SessionIndex'),
    until,
  }
}

function classIn(statement: Element): string | undefined {
  const context = childOf(statement, NS.saml, 'AuthnContext')
  const named = context && childOf(context, NS.saml, 'AuthnContextClassRef')
  return named && textOf(named)
}

/** The end of a valid bearer confirmation for this request and this address. */
function confirmedUntil(subject: Element, { requestId, acs, now }: Expected): Date {
  for (const confirmation of childrenOf(subject, NS.saml, 'SubjectConfirmation')) {
    const data = attributeOf(confirmation, 'Method') === BEARER ? childOf(confirmation, NS.saml, 'SubjectConfirmationData') : undefined
    if (!data) continue
    const end = timeOf(data, 'NotOnOrAfter')
    const isGood = attributeOf(data, 'Recipient') === acs && attributeOf(data, 'InResponseTo') === requestId
    if (!isGood || attributeOf(data, 'NotBefore') !== undefined || end === undefined) continue
    if (end + SKEW_MS > now.getTime()) return new Date(end + SKEW_MS)
    rejectSaml('expired', 'NotOnOrAfter')
  }
  return rejectSaml('unsolicited', 'SubjectConfirmation')
}

const KNOWN_CONDITIONS = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'])

function refuseConditions(assertion: Element, { entityId, now }: Expected): void {
  const conditions = childOf(assertion, NS.saml, 'Conditions') ?? rejectMalformed('Conditions')
  const [begins, ends] = [timeOf(conditions, 'NotBefore'), timeOf(conditions, 'NotOnOrAfter')]
  if (begins !== undefined && begins - SKEW_MS > now.getTime()) rejectSaml('expired', 'NotBefore')
  if (ends !== undefined && ends + SKEW_MS <= now.getTime()) rejectSaml('expired', 'NotOnOrAfter')
  if (elementsOf(conditions).some(one => one.uri !== NS.saml || !KNOWN_CONDITIONS.has(one.local))) rejectMalformed('Condition')
  const restrictions = childrenOf(conditions, NS.saml, 'AudienceRestriction')
  const isForUs = (one: Element) => childrenOf(one, NS.saml, 'Audience').some(audience => textOf(audience) === entityId)
  if (restrictions.length === 0 || !restrictions.every(isForUs)) rejectSaml('denied', 'Audience')
}

/** The attributes by name, and also by friendly name unless another attribute has that name. */
function claimsOf(assertion: Element): SamlIdentity['claims'] {
  const claims: SamlIdentity['claims'] = {}
  const attributes = childrenOf(assertion, NS.saml, 'AttributeStatement').flatMap(one => childrenOf(one, NS.saml, 'Attribute'))
  for (const attribute of attributes) {
    const values = childrenOf(attribute, NS.saml, 'AttributeValue').flatMap(one => (elementsOf(one).length > 0 ? [] : [textOf(one)]))
    const [first] = values
    const name = attributeOf(attribute, 'Name') ?? ''
    if (first !== undefined && name !== '') claims[name] ??= values.length === 1 ? first : values
  }
  for (const attribute of attributes) {
    const present = claims[attributeOf(attribute, 'Name') ?? '']
    const friendly = attributeOf(attribute, 'FriendlyName') ?? ''
    if (present !== undefined && friendly !== '') claims[friendly] ??= present
  }
  return claims
}
