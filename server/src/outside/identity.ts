/** Who somebody is with a provider of identities. */
export interface Identity {
  /** Never changes and is nobody else's. */
  subject: string
  /** What they call themselves there; may be empty. */
  name: string
}

/**
 * Why a provider did not say who it is. code: what came back from the phone is used, expired or made up. config: our own
 * keys are wrong. busy, unreachable: later perhaps. forged: the answer is not the provider's.
 */
export type ProviderFaultKind = 'code' | 'config' | 'busy' | 'unreachable' | 'forged'

export class ProviderError extends Error {
  readonly kind: ProviderFaultKind
  constructor(kind: ProviderFaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** Somebody proves on their phone who they are, in two steps: a page of the provider, then the code it sends back. */
export interface ScanProvider {
  page(redirect: string, state: string): string
  /** Throws ProviderFault. */
  identify(code: string): Promise<Identity>
}

const NAME_MAX = 50

/** What a stranger calls themselves, as a line of text. */
export const plainName = (name: unknown): string =>
  typeof name === 'string' ? [...name.toWellFormed().replace(/[\p{Cc}\p{Cf}<>]/gu, '')].slice(0, NAME_MAX).join('').trim() : ''

/** Where a provider answers: what is configured, else its own address; without a slash at the end. Throws ProviderFault. */
export function baseOf(configured: string, own: string): string {
  const address = configured.trim() || own
  if (!URL.canParse(address)) throw new ProviderError('config', 'an address that is none')
  return address.replace(/\/+$/, '')
}
