import type { FastifyRequest } from 'fastify'
import { hashToken } from '../../../platform/access/sessions.ts'
import { newToken } from '../../../platform/database/ids.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { issueOneTime } from '../../../platform/secrets/one-time.ts'
import { IDENTITY_COOKIE } from '../../sign-in/index.ts'
import { callbackOf, UPSTREAM_PATH } from './addresses.ts'
import type { Kept } from './identity.ts'
import { protocolOf } from './protocols.ts'
import type { StoredProvider } from './provider.sql.ts'

/** How long a user may take to sign in at the provider, second factor included. */
const STATE_SECONDS = 600
const TOKEN = /^[\w-]{43}$/

/** The purpose of a visit at a provider. Linking and testing are bound to the session that began them. */
export type Purpose = { use: 'signIn' } | { use: 'link' | 'test'; userId: string; sessionId: string }

/** A visit at a provider, kept until the browser comes back. */
export interface Visit {
  providerId: string
  purpose: Purpose
  /** The hash of the browser's cookie. */
  browser: string
  callback: string
  begunAt: string
  kept: Kept
}

export type KeepCookie = (
  name: string,
  value: string,
  options: { maxAge: number; path: string; httpOnly: boolean; sameSite: 'lax' },
) => void

interface BeginOptions {
  request: Pick<FastifyRequest, 'headers' | 'cookies'>
  keepCookie: KeepCookie
  /** Whether the user has a session here and must authenticate again, because an application asks for it. */
  isAgain?: boolean
  /** Whether an application asks for a second factor. */
  wantsFactor?: boolean
}

/** The cookie is read when the browser comes back, and when the console redeems the code. */
const COOKIE_PATHS = [UPSTREAM_PATH, '/api/common']

/** Begins a visit and returns the address for the browser. The state is stored, and a cookie ties it to this browser. */
export async function beginVisit(
  kernel: Kernel,
  provider: StoredProvider,
  purpose: Purpose,
  { request, keepCookie, isAgain = false, wantsFactor = false }: BeginOptions,
): Promise<string> {
  const state = newToken()
  const callback = callbackOf(kernel, request, provider)
  const protocol = await protocolOf(kernel, provider.kind)
  const classes = wantsFactor ? provider.rules.factorClasses : []
  const { address, kept } = await protocol.begin(provider, { callback, state, isForced: provider.forceAuthn || isAgain, classes })
  const shown = request.cookies[IDENTITY_COOKIE] ?? ''
  // A visit in a second tab reuses the cookie, so that the visit in the first tab stays valid.
  const browser = TOKEN.test(shown) ? shown : newToken()
  for (const path of COOKIE_PATHS) keepCookie(IDENTITY_COOKIE, browser, { maxAge: STATE_SECONDS, path, httpOnly: true, sameSite: 'lax' })
  const visit: Visit = {
    providerId: provider.id,
    purpose,
    browser: hashToken(browser),
    callback,
    begunAt: kernel.now().toISOString(),
    kept,
  }
  await issueOneTime(kernel.db, 'idpState', { seconds: STATE_SECONDS, token: state, detail: visit })
  return address
}
