import type { Strength } from '@hufu/contract/sign-in/strength'

/**
 * This file does not import oidc-provider, which is loaded at the first OpenID Connect request: a server without such requests
 * starts a fifth of a second sooner and takes 25 MB less memory.
 */
export const ISSUER_PATH = '/protocols/oidc'

/** Hufu's own prompts between the sign-in and the response: a refusal, and the choice of a job. */
export const ACCESS_PROMPT = 'access'
export const JOB_PROMPT = 'job'
/** Hufu's prompt for a second factor that the application requests. */
export const FACTOR_PROMPT = 'factor'
/** The prompt for consent that the library brings along. */
export const CONSENT_PROMPT = 'consent'
/** The standard's prompt for the choice of an account, which the library does not implement. */
export const ACCOUNT_PROMPT = 'select_account'

const DAY = 86_400
/** The longest life of a console session (D-17), and so of everything that ends with it. */
export const SESSION_SECONDS = DAY
const OFFLINE_SECONDS = 30 * DAY
export const CODE_SECONDS = 60
const MINUTE = 60
/** How long a CIBA request waits for its user, by default and at most. */
const REQUEST_SECONDS = 5 * MINUTE
const REQUEST_SECONDS_MAX = 10 * MINUTE
export const requestSeconds = (requested: unknown): number =>
  requested === undefined ? REQUEST_SECONDS : Math.min(Number(requested), REQUEST_SECONDS_MAX)
/** Seconds between two polls; the default of the standard if no interval is sent (CIBA, 7.3). */
export const POLL_SECONDS = 5

export const isOffline = (scope: string | undefined): boolean => scope?.split(' ').includes('offline_access') === true
export const refreshSeconds = (scope: string | undefined): number => (isOffline(scope) ? OFFLINE_SECONDS : SESSION_SECONDS)

/** The acr of a session: one factor, two factors, or a key that cannot be phished. */
export const ACR: Readonly<Record<Strength, string>> = { '': 'urn:hufu:acr:one', any: 'urn:hufu:acr:two', crypto: 'urn:hufu:acr:key' }
const AMR: Readonly<Record<Strength, string[] | undefined>> = { '': undefined, any: ['mfa'], crypto: ['mfa', 'hwk'] }
/** The acr and amr claims of an ID token. */
export function authContextOf(factor: Strength): { acr: string; amr?: string[] } {
  const amr = AMR[factor]
  return { acr: ACR[factor], ...(amr && { amr }) }
}
