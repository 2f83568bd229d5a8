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

/** Time to sign in there, second step and all. */
const STATE_SECONDS = 600
const TOKEN = /^[\w-]{43}$/

/** What a visit at a provider is for; who links and who tests is bound to their session. */
export type Purpose = { use: 'signIn' } | { use: 'link' | 'test'; userId: string; sessionId: string }

/** A visit at a provider, kept until the browser comes back. */
export interface Visit {
  providerId: string
  purpose: Purpose
  /** Digest of the cookie of the browser. */
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
  /** They have a session here and are to prove who they are once more: what an application asks for. */
  isAgain?: boolean
  /** An application asks for a second factor. */
  wantsFactor?: boolean
}

/** Where it is read: when the browser comes back, and when the console brings the code. */
const COOKIE_PATHS = [UPSTREAM_PATH, '/api/common']

/** Where the browser goes; what must come back is kept here, tied to this browser by a cookie. */
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
  // A second visit begun in another tab has the cookie of the first.
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
