import { SamlOptions } from '@hufu/contract/federation/identity-provider'
import { createHttpSender, Unreachable } from '../../../outside/http-sender.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { rememberOnce } from '../../../platform/secrets/one-time.ts'
import { decryptionPairs } from '../saml/keys/decryption-key.sql.ts'
import { publishedKeys, signingPair } from '../saml/keys/key.sql.ts'
import { ciphers, OAEP } from '../saml/xml/decrypt.ts'
import { queryOf, readPosted } from '../saml/sso/message.ts'
import { bindings, NS } from '../saml/names.ts'
import { SamlProblem } from '../saml/problem.ts'
import { newMessageId } from '../saml/sso/respond.ts'
import { signQuery } from '../saml/xml/signature.ts'
import { el, write } from '../saml/xml/write.ts'
import {
  type Answer,
  type StartedSignIn,
  type Identity,
  ProviderProblem,
  type ProviderProtocol,
  reject,
  type Visiting,
} from './identity.ts'
import type { StoredProvider } from './provider.sql.ts'
import { readIdp, type SamlIdp } from './saml-metadata.ts'
import { readResponse } from './saml-answer.ts'
import { text } from './text.ts'

const KEPT_MS = 600_000
const KEPT_MAX = 100
const LARGEST = 400_000
const OK = 200

/** Reads the provider's metadata, either pasted or from their address. */
export async function fetchIdp(kernel: Kernel, options: SamlOptions): Promise<SamlIdp> {
  const { metadata = '', metadataUrl = '' } = options
  if (metadata !== '') return readIdp(metadata, kernel.now())
  if (metadataUrl === '') throw new ProviderProblem('unavailable', 'no metadata', text.saml.missing)
  const send = createHttpSender({ withLoopback: kernel.settings.allowLoopback, largest: LARGEST })
  const answer = await send(new URL(metadataUrl), {
    method: 'GET',
    headers: { accept: 'application/samlmetadata+xml, application/xml;q=0.9' },
  }).catch((error: unknown) => {
    if (!(error instanceof Unreachable)) throw error
    throw new ProviderProblem('unavailable', error.message, text.saml.unreachable, error)
  })
  if (answer.status !== OK) throw new ProviderProblem('unavailable', `status ${answer.status}`, text.saml.unreachable)
  return readIdp(answer.text, kernel.now())
}

interface KeptIdp {
  version: number
  until: number
  idp: SamlIdp
}

/** Hufu's entity id for a provider: the address of its metadata. */
export const entityOf = (acs: string) => acs.replace(/\/acs$/, '/metadata')

const sloOf = (acs: string) => acs.replace(/\/acs$/, '/slo')

export class SamlClient implements ProviderProtocol {
  readonly #kernel: Kernel
  readonly #kept = new Map<string, KeptIdp>()

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  async idpOf(provider: StoredProvider): Promise<SamlIdp> {
    const cached = this.#kept.get(provider.id)
    const isSame = cached?.version === provider.version
    const isValid = isSame && (cached.idp.validUntil === null || cached.idp.validUntil > this.#kernel.now())
    if (isValid && cached.until > performance.now()) return cached.idp
    const idp = await fetchIdp(this.#kernel, optionsOf(provider))
    const entityId = provider.options.entityId
    if (typeof entityId === 'string' && entityId !== idp.entityId) reject('unavailable', 'another entityID')
    if (this.#kept.size >= KEPT_MAX) this.#kept.clear()
    this.#kept.set(provider.id, { version: provider.version, until: performance.now() + KEPT_MS, idp })
    return idp
  }

  async begin(provider: StoredProvider, { callback, state, isForced, classes }: Visiting): Promise<StartedSignIn> {
    const idp = await this.idpOf(provider)
    const requestId = newMessageId()
    const head = {
      ID: requestId,
      Version: '2.0',
      IssueInstant: this.#kernel.now().toISOString().replace(/\.\d+Z$/, 'Z'), // prettier-ignore
      Destination: idp.sso,
      ForceAuthn: isForced ? 'true' : undefined,
      ProtocolBinding: bindings.post,
      AssertionConsumerServiceURL: callback,
    }
    const policy = el('samlp:NameIDPolicy', { AllowCreate: 'true' })
    const context = classes.map(name => el('saml:AuthnContextClassRef', {}, name))
    const requestedContext = context.length > 0 ? [el('samlp:RequestedAuthnContext', { Comparison: 'exact' }, ...context)] : []
    const request = el('samlp:AuthnRequest', head, el('saml:Issuer', {}, entityOf(callback)), policy, ...requestedContext)
    const plain = queryOf('request', write(request), state)
    const query = await signQuery(plain, await signingPair(this.#kernel, null))
    return { address: `${idp.sso}${idp.sso.includes('?') ? '&' : '?'}${query}`, kept: { requestId } }
  }

  async finish(provider: StoredProvider, { url, message, kept }: Answer): Promise<Identity> {
    const idp = await this.idpOf(provider)
    const acs = `${url.origin}${url.pathname}`
    const now = this.#kernel.now()
    const decryptionKeys = (await decryptionPairs(this.#kernel)).map(({ key }) => key)
    try {
      const identity = readResponse(message ?? '', {
        idp,
        requestId: kept.requestId ?? '',
        acs,
        entityId: entityOf(acs),
        now,
        decryptionKeys,
      })
      const seconds = Math.ceil((identity.until.getTime() - now.getTime()) / 1000)
      const isFirst = await rememberOnce(this.#kernel.db, 'samlSeen', `${provider.id} ${identity.assertionId}`, seconds)
      if (!isFirst) reject('invalid', 'replayed')
      const { subject, claims, authTime, issuedAt, sid, contextClass } = identity
      return { subject, claims, authTime, issuedAt, isForced: false, sid, contextClass }
    } catch (error) {
      if (!(error instanceof SamlProblem)) throw error
      throw new ProviderProblem(error.problem === 'denied' ? 'declined' : 'invalid', `${error.problem} ${error.message}`, undefined, error)
    }
  }
}

const optionsOf = ({ options: { metadata, metadataUrl } }: StoredProvider) => SamlOptions.parse({ metadata, metadataUrl })

/** The message in a form, and the state it carries. */
export function postedAnswer(form: URLSearchParams): { state: string; message: string } {
  try {
    const { kind, xml, relayState } = readPosted(form)
    if (kind !== 'response') reject('invalid', 'a request')
    return { state: relayState ?? '', message: xml }
  } catch (error) {
    if (!(error instanceof SamlProblem)) throw error
    throw new ProviderProblem('invalid', `${error.problem} ${error.message}`, undefined, error)
  }
}

/** Hufu's metadata for a provider (SAML metadata, 2.4.4). */
export async function spMetadata(kernel: Kernel, acs: string): Promise<string> {
  const keyOf = (use: 'signing' | 'encryption', { certificate }: { certificate: string }, ...methods: readonly string[]) =>
    el(
      'md:KeyDescriptor',
      { use },
      el('ds:KeyInfo', {}, el('ds:X509Data', {}, el('ds:X509Certificate', {}, certificate))),
      ...methods.map(Algorithm => el('md:EncryptionMethod', { Algorithm })),
    )
  const keys = (await publishedKeys(kernel)).map(key => keyOf('signing', key))
  for (const pair of await decryptionPairs(kernel)) keys.push(keyOf('encryption', pair, ...ciphers.keys(), OAEP))
  const slo = (['redirect', 'post'] as const).map(binding =>
    el('md:SingleLogoutService', { Binding: bindings[binding], Location: sloOf(acs) }),
  )
  const service = el('md:AssertionConsumerService', { Binding: bindings.post, Location: acs, index: '0', isDefault: 'true' })
  const descriptor = el(
    'md:SPSSODescriptor',
    { protocolSupportEnumeration: NS.samlp, AuthnRequestsSigned: 'true', WantAssertionsSigned: 'true' },
    ...keys,
    ...slo,
    el('md:NameIDFormat', {}, 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'),
    service,
  )
  return write(el('md:EntityDescriptor', { entityID: entityOf(acs) }, descriptor))
}
