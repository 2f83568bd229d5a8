import type { Strength } from '@hufu/contract/sign-in/strength'

/**
 * What the server knows of its issuer without oidc-provider, which is loaded when somebody first comes to it: a server
 * nobody signs in to an application at starts a fifth of a second sooner and is 25 MB smaller.
 */
export const ISSUER_PATH = '/protocols/oidc'

/** Questions of our own that come between a sign-in and its answer. */
export const FAULT_PROMPT = 'access'
export const JOB_PROMPT = 'job'
/** A second factor the application asks for. */
export const FACTOR_PROMPT = 'factor'
/** The library's own. */
export const CONSENT_PROMPT = 'consent'
/** The standard's, which the library leaves to us. */
export const ACCOUNT_PROMPT = 'select_account'

const DAY = 86_400
/** A session of the console lasts no longer (D-17); what hangs on it need not either. */
export const SESSION_SECONDS = DAY
const OFFLINE_SECONDS = 30 * DAY
export const CODE_SECONDS = 60
const MINUTE = 60
/** How long an application's request waits for its user, and the longest it may ask for. */
const REQUEST_SECONDS = 5 * MINUTE
const REQUEST_SECONDS_MAX = 10 * MINUTE
export const requestSeconds = (requested: unknown): number =>
  requested === undefined ? REQUEST_SECONDS : Math.min(Number(requested), REQUEST_SECONDS_MAX)
/** Between two polls for its answer: what clients take where nothing is said (CIBA, 7.3). */
export const POLL_SECONDS = 5

export const isOffline = (scope: string | undefined): boolean => scope?.split(' ').includes('offline_access') === true
export const refreshSeconds = (scope: string | undefined): number => (isOffline(scope) ? OFFLINE_SECONDS : SESSION_SECONDS)

/** What a session was shown: one factor, two, or a key that cannot be phished. */
export const ACR: Readonly<Record<Strength, string>> = { '': 'urn:hufu:acr:one', any: 'urn:hufu:acr:two', crypto: 'urn:hufu:acr:key' }
const AMR: Readonly<Record<Strength, string[] | undefined>> = { '': undefined, any: ['mfa'], crypto: ['mfa', 'hwk'] }
/** The same as an ID token tells it. */
export function authContextOf(factor: Strength): { acr: string; amr?: string[] } {
  const amr = AMR[factor]
  return { acr: ACR[factor], ...(amr && { amr }) }
}
