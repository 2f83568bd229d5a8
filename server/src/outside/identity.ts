/** A user's identity at a provider. */
export interface Identity {
  /** Never changes, and unique at the provider. */
  subject: string
  /** The display name there; may be empty. */
  name: string
}

/**
 * Why a provider gave no identity. code: the code is used, expired or invented. config: the configured keys are wrong. busy,
 * unreachable: may work later. forged: the answer is not the provider's.
 */
export type ProviderErrorKind = 'code' | 'config' | 'busy' | 'unreachable' | 'forged'

export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  constructor(kind: ProviderErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** A provider that identifies users by their phone in two steps: its page, then the code it returns. */
export interface ScanProvider {
  page(redirect: string, state: string): string
  /** Throws ProviderError. */
  identify(code: string): Promise<Identity>
}

const NAME_MAX = 50

/** A foreign display name as a line of text. */
export const plainName = (name: unknown): string =>
  typeof name === 'string' ? [...name.toWellFormed().replace(/[\p{Cc}\p{Cf}<>]/gu, '')].slice(0, NAME_MAX).join('').trim() : ''

/** The configured address of a provider, else its own; without a trailing slash. Throws ProviderError. */
export function baseOf(configured: string, own: string): string {
  const address = configured.trim() || own
  if (!URL.canParse(address)) throw new ProviderError('config', 'an address that is none')
  return address.replace(/\/+$/, '')
}
