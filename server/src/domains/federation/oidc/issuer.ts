/**
 * What the server knows of its issuer without oidc-provider, which is loaded when somebody first comes to it: a server
 * nobody signs in to an application at starts a fifth of a second sooner and is 25 MB smaller.
 */
export const ISSUER_PATH = '/protocols/oidc'

/** Questions of our own that come between a sign-in and its answer. */
export const FAULT_PROMPT = 'access'
export const JOB_PROMPT = 'job'

const DAY = 86_400
/** A session of the console lasts no longer (D-17); what hangs on it need not either. */
export const SESSION_SECONDS = DAY
const OFFLINE_SECONDS = 30 * DAY
export const CODE_SECONDS = 60

export const isOffline = (scope: string | undefined): boolean => scope?.split(' ').includes('offline_access') === true
export const refreshSeconds = (scope: string | undefined): number => (isOffline(scope) ? OFFLINE_SECONDS : SESSION_SECONDS)
