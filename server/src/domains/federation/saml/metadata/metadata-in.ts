import { webUriProblem } from '@hufu/contract/apps/app-uri'
import type { SamlPeer, SamlProblemName } from '@hufu/contract/federation/saml'
import type { X509Certificate } from 'node:crypto'
import { wireTime } from '../../../../platform/clock.ts'
import { certificateOf, fingerprintOf } from '../xml/certificate.ts'
import { type Binding, bindings, nameFormats, NS } from '../names.ts'
import { validityOf, signerOf } from './metadata-trust.ts'
import { reject } from '../problem.ts'
import { attributeOf, childOf, childrenOf, type Element, is, METADATA, readXml, textOf, withDescendants } from '../xml/read.ts'

export interface Peer {
  entityId: string
  name: string
  acs: SamlPeer['acs']
  slo: SamlPeer['slo']
  signingCerts: string[]
  encryptionCert: string | null
  algorithms: string[]
  nameId: SamlPeer['nameId']
  wantsSignedRequest: boolean
  signWhat: SamlPeer['signWhat']
  ignored: string[]
}
/** The content of metadata: the service provider, and what they say about themselves. */
export interface Metadata {
  peer: Peer
  /** When they expire. */
  validUntil: Date | null
  /** How long they may be cached before the next fetch. */
  cacheSeconds: number | null
  /** SHA-256 of the certificate they are signed with; null: they have no signature, or an invalid one. */
  signer: string | null
}

export interface MetadataOrder {
  text: string
  now: Date
  /** SHA-256 of the certificate, or of the key, that must have signed the metadata; null: any or none. */
  pin: string | null
}
export type MetadataAnswer = { metadata: Metadata } | { problem: SamlProblemName; detail: string }

const ENTITY_MAX = 1024
const CERTS_MAX = 10
const PLACES_MAX = 50

/** Reads the metadata of a service provider (SAML metadata, 2.4.4); its endpoints and keys come from nowhere else. */
export function readMetadata({ text, now, pin }: MetadataOrder): Metadata {
  const root = readXml(text, METADATA)
  if (is(root, NS.md, 'EntitiesDescriptor')) reject('malformed', 'several')
  if (!is(root, NS.md, 'EntityDescriptor')) reject('malformed', 'notMetadata')
  const sp = childrenOf(root, NS.md, 'SPSSODescriptor').find(one =>
    (attributeOf(one, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(NS.samlp),
  )
  if (!sp) return reject('malformed', 'noServiceProvider')
  const signer = signerOf(root, pin)
  const { validUntil, cacheSeconds } = validityOf([root, sp], now)
  return { peer: peerOf(root, sp), validUntil, cacheSeconds, signer }
}

function peerOf(root: Element, sp: Element): Peer {
  const entityId = attributeOf(root, 'entityID') ?? ''
  if (entityId === '' || entityId.length > ENTITY_MAX) reject('malformed', 'entityID')
  const { acs, ignored } = acsOf(sp)
  const keys = keysOf(sp)
  return {
    entityId,
    name: nameOf(root),
    acs,
    ignored,
    slo: sloOf(sp),
    ...keys,
    nameId: nameIdOf(sp),
    wantsSignedRequest: keys.signingCerts.length > 0 || attributeOf(sp, 'AuthnRequestsSigned') === 'true',
    signWhat: 'both',
  }
}

/** The name in Chinese, else in English, else the first one. */
function nameOf(root: Element): string {
  const names = withDescendants(root).filter(
    ({ local, uri }) => ['ServiceName', 'OrganizationDisplayName'].includes(local) && uri === NS.md,
  )
  const shown = withDescendants(root).filter(({ local, uri }) => local === 'DisplayName' && uri.endsWith(':metadata:ui'))
  const all = [...shown, ...names]
  const of = (language: string) => all.find(one => attributeOf(one, 'xml:lang')?.toLowerCase().startsWith(language))
  const found = of('zh') ?? of('en') ?? all[0]
  return found ? textOf(found).slice(0, 100) : ''
}

const isTrue = (value: string | undefined) => value === 'true' || value === '1'

/** The addresses that may receive responses; `ignored` lists the unusable ones, so that administrators see which were not taken. */
function acsOf(sp: Element): Pick<Peer, 'acs' | 'ignored'> {
  const acs: Peer['acs'] = []
  const ignored: string[] = []
  const services = childrenOf(sp, NS.md, 'AssertionConsumerService')
  if (services.length > PLACES_MAX) reject('tooLarge', 'AssertionConsumerService')
  for (const one of services) {
    const url = attributeOf(one, 'Location') ?? ''
    const index = Number(attributeOf(one, 'index') ?? acs.length)
    const isWrong = attributeOf(one, 'Binding') !== bindings.post || placeProblem(url) || !Number.isInteger(index) || index < 0
    if (isWrong || acs.some(other => other.index === index || other.url === url)) ignored.push(url.slice(0, 500))
    else acs.push({ index, url, isDefault: isTrue(attributeOf(one, 'isDefault')) })
  }
  if (acs.length === 0) reject('acsUnknown', ignored.join(' '))
  const first = acs.findIndex(({ isDefault }) => isDefault)
  return { acs: acs.map((one, at) => ({ ...one, isDefault: at === Math.max(first, 0) })), ignored }
}

/**
 * Whether to refuse an address: a SAML parameter in it could make an application read a response meant for another (CVE-2026-18217).
 */
function placeProblem(url: string): boolean {
  if (webUriProblem(url) !== undefined) return true
  return [...new URL(url).searchParams.keys()].some(name => /^(saml|relaystate|sigalg|signature)/i.test(name))
}

function sloOf(sp: Element): Peer['slo'] {
  const services = childrenOf(sp, NS.md, 'SingleLogoutService').slice(0, PLACES_MAX)
  return services.flatMap(one => {
    const binding = (Object.keys(bindings) as Binding[]).find(name => bindings[name] === attributeOf(one, 'Binding'))
    const url = attributeOf(one, 'Location') ?? ''
    const responseUrl = attributeOf(one, 'ResponseLocation') ?? null
    if (!binding || placeProblem(url) || (responseUrl !== null && placeProblem(responseUrl))) return []
    return [{ binding, url, responseUrl }]
  })
}

/** A key without `use` counts for both signing and encryption (CVE-2026-16443). */
function keysOf(sp: Element): Pick<Peer, 'signingCerts' | 'encryptionCert' | 'algorithms'> {
  const found = childrenOf(sp, NS.md, 'KeyDescriptor').map(one => ({ one, use: attributeOf(one, 'use') }))
  const certsOf = (use: string) =>
    found.filter(each => each.use === undefined || each.use === use).flatMap(({ one }) => certificatesIn(one))
  const encrypting = found.filter(({ use }) => use === undefined || use === 'encryption').map(({ one }) => one)
  const signingCerts = [...new Set(certsOf('signing'))]
  if (signingCerts.length > CERTS_MAX) reject('tooLarge', 'KeyDescriptor')
  const encryptionCert = certsOf('encryption').find(one => certificateOf(one).publicKey.asymmetricKeyType === 'rsa') ?? null
  const algorithms = encrypting.flatMap(one =>
    childrenOf(one, NS.md, 'EncryptionMethod').flatMap(method => attributeOf(method, 'Algorithm') ?? []),
  )
  return { signingCerts, encryptionCert, algorithms: [...new Set(algorithms)].slice(0, PLACES_MAX) }
}

function certificatesIn(descriptor: Element): string[] {
  const info = childOf(descriptor, NS.ds, 'KeyInfo')
  const found = info ? withDescendants(info).filter(one => is(one, NS.ds, 'X509Certificate')) : []
  return found.map(one => {
    const base64 = textOf(one).replace(/\s/g, '')
    parsed(base64)
    return base64
  })
}

function parsed(base64: string): X509Certificate {
  try {
    return certificateOf(base64)
  } catch {
    return reject('malformed', 'X509Certificate')
  }
}

function nameIdOf(sp: Element): Peer['nameId'] {
  const formats = childrenOf(sp, NS.md, 'NameIDFormat').map(textOf)
  const supported = (Object.keys(nameFormats) as Peer['nameId'][]).filter(name => formats.includes(nameFormats[name]))
  return supported.sort((one, other) => formats.indexOf(nameFormats[one]) - formats.indexOf(nameFormats[other]))[0] ?? 'persistent'
}

export const shownCertificate = (base64: string): SamlPeer['signing'][number] => {
  const { subject, validFromDate, validToDate } = certificateOf(base64)
  return {
    subject: (subject ?? '').replaceAll('\n', ', '),
    fingerprint: fingerprintOf(base64),
    beginTime: wireTime(validFromDate),
    endTime: wireTime(validToDate),
  }
}

/** The service provider as administrators see it, with certificates reduced to subject, fingerprint and dates. */
export const shownPeer = (peer: Peer): SamlPeer => {
  const { entityId, name, acs, slo, nameId, wantsSignedRequest, signWhat, ignored, signingCerts, encryptionCert } = peer
  return {
    entityId,
    name,
    acs,
    slo,
    nameId,
    wantsSignedRequest,
    signWhat,
    ignored,
    signing: signingCerts.map(shownCertificate),
    encryption: encryptionCert === null ? null : shownCertificate(encryptionCert),
  }
}
