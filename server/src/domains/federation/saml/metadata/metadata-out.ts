import type { Kernel } from '../../../../platform/kernel.ts'
import { publishedKeys, signingPair } from '../keys/key.sql.ts'
import { bindings, nameFormats, NS } from '../names.ts'
import { ownEntityOf } from '../own-entity.ts'
import { DIGESTS, signatureOf, SIGNATURES } from '../xml/signature.ts'
import { el, withFirst, write } from '../xml/write.ts'

const services = (name: 'md:SingleSignOnService' | 'md:SingleLogoutService', url: string) =>
  (['redirect', 'post'] as const).map(binding => el(name, { Binding: bindings[binding], Location: url }))

const keyOf = (certificate: string) =>
  el('md:KeyDescriptor', { use: 'signing' }, el('ds:KeyInfo', {}, el('ds:X509Data', {}, el('ds:X509Certificate', {}, certificate))))

/**
 * The algorithms Hufu verifies (SAML metadata profile for algorithm support); without them mod_shib signs SOAP messages with SHA-1.
 */
const algorithms = () =>
  el(
    'md:Extensions',
    {},
    ...DIGESTS.map(Algorithm => el('alg:DigestMethod', { Algorithm })),
    ...SIGNATURES.map(Algorithm => el('alg:SigningMethod', { Algorithm })),
  )

/** Hufu's signed metadata, with every published key (SAML metadata, 2.4.3). */
export async function ownMetadata(kernel: Kernel): Promise<string> {
  const { entityId, sso, slo } = ownEntityOf(kernel)
  const keys = await publishedKeys(kernel)
  const formats = Object.values(nameFormats).map(format => el('md:NameIDFormat', {}, format))
  const descriptor = el(
    'md:IDPSSODescriptor',
    { protocolSupportEnumeration: NS.samlp, WantAuthnRequestsSigned: 'true' },
    algorithms(),
    ...keys.map(({ certificate }) => keyOf(certificate)),
    ...services('md:SingleLogoutService', slo),
    ...formats,
    ...services('md:SingleSignOnService', sso),
  )
  const named = (name: 'md:OrganizationName' | 'md:OrganizationDisplayName') =>
    el(name, { 'xml:lang': 'zh' }, kernel.config.values.systemName)
  const organization = el(
    'md:Organization',
    {},
    named('md:OrganizationName'),
    named('md:OrganizationDisplayName'),
    el('md:OrganizationURL', { 'xml:lang': 'zh' }, new URL(entityId).origin),
  )
  const root = el(
    'md:EntityDescriptor',
    { ID: `_${keys.map(({ kid }) => kid).join('.')}`, entityID: entityId, cacheDuration: 'PT6H' },
    descriptor,
    organization,
  )
  return write(withFirst(root, await signatureOf(root, await signingPair(kernel, null))))
}
