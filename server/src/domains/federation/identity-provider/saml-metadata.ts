import { createPublicKey, type KeyObject } from 'node:crypto'
import { webUriProblem } from '@hufu/contract/apps/app-uri'
import { certificateOf } from '../saml/xml/certificate.ts'
import { validityOf } from '../saml/metadata/metadata-trust.ts'
import { bindings, NS } from '../saml/names.ts'
import { SamlProblem } from '../saml/problem.ts'
import { attributeOf, childOf, childrenOf, type Element, is, METADATA, readXml, textOf, withDescendants } from '../saml/xml/read.ts'
import { ProviderProblem } from './identity.ts'
import { text } from './text.ts'

/** A SAML identity provider as described by its metadata. */
export interface SamlIdp {
  entityId: string
  /** The address to which the browser is sent. */
  sso: string
  keys: KeyObject[]
  /** Where the provider receives the answer to its logout request. */
  slo: { binding: 'redirect' | 'post'; url: string } | undefined
  /** Until when the metadata are valid. */
  validUntil: Date | null
}

const ENTITY_MAX = 1024
const KEYS_MAX = 10
const refuse = (why: string): never => {
  throw new ProviderProblem('unavailable', 'metadata', why)
}

/** Reads the metadata of an identity provider (SAML metadata, 2.4.3) with the strict XML reader. */
export function readIdp(xml: string, now: Date): SamlIdp {
  try {
    return idpOf(readXml(xml, METADATA), now)
  } catch (error) {
    if (!(error instanceof SamlProblem)) throw error
    return refuse(error.problem === 'expired' ? text.saml.over : text.saml.malformed(error.message || error.problem))
  }
}

function idpOf(root: Element, now: Date): SamlIdp {
  if (is(root, NS.md, 'EntitiesDescriptor')) refuse(text.saml.several)
  if (!is(root, NS.md, 'EntityDescriptor')) refuse(text.saml.notMetadata)
  const idp = childrenOf(root, NS.md, 'IDPSSODescriptor').find(one =>
    (attributeOf(one, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(NS.samlp),
  )
  if (!idp) return refuse(text.saml.noProvider)
  const entityId = attributeOf(root, 'entityID') ?? ''
  if (entityId === '' || entityId.length > ENTITY_MAX) refuse(text.saml.notMetadata)
  const service = childrenOf(idp, NS.md, 'SingleSignOnService').find(one => attributeOf(one, 'Binding') === bindings.redirect)
  const sso = service ? attributeOf(service, 'Location') : undefined
  if (sso === undefined || webUriProblem(sso) !== undefined) return refuse(text.saml.noRedirect)
  const keys = childrenOf(idp, NS.md, 'KeyDescriptor')
    .filter(one => (attributeOf(one, 'use') ?? 'signing') === 'signing')
    .flatMap(keysIn)
  if (keys.length === 0 || keys.length > KEYS_MAX) refuse(text.saml.noKey)
  return { entityId, sso, keys, slo: sloOf(idp), validUntil: validityOf([root, idp], now).validUntil }
}

/** The logout service, preferably by redirect, because a logout response fits into an address. */
function sloOf(idp: Element): SamlIdp['slo'] {
  for (const binding of ['redirect', 'post'] as const) {
    const service = childrenOf(idp, NS.md, 'SingleLogoutService').find(one => attributeOf(one, 'Binding') === bindings[binding])
    const url = service && (attributeOf(service, 'ResponseLocation') ?? attributeOf(service, 'Location'))
    if (url !== undefined && webUriProblem(url) === undefined) return { binding, url }
  }
  return undefined
}

function keysIn(descriptor: Element): KeyObject[] {
  const info = childOf(descriptor, NS.ds, 'KeyInfo')
  const found = info ? withDescendants(info).filter(one => is(one, NS.ds, 'X509Certificate')) : []
  return found.map(one => {
    try {
      return createPublicKey(certificateOf(textOf(one).replaceAll(/\s/g, '')).publicKey.export({ format: 'pem', type: 'spki' }))
    } catch {
      return refuse(text.saml.malformed('X509Certificate'))
    }
  })
}
