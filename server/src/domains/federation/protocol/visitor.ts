import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { LINK_COOKIE } from '../../../platform/http/guard.ts'
import { askedLanguage } from '../../../platform/http/language.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { Refused } from '../../../platform/http/refuse.ts'
import type { Principal } from '../../../platform/access/sessions.ts'
import { authTimeOf } from './person.sql.ts'

/** The browser of a request and the user signed in to the console in it. */
export interface Visitor {
  ip: string
  agent: string
  /** `authTime`: when they last authenticated, in seconds since 1970; 0: never. */
  who: (Principal & { authTime: number }) | undefined
}

const visitors = new WeakMap<IncomingMessage, Visitor>()
const NOBODY: Visitor = { ip: '', agent: '', who: undefined }

export const visitorOf = (message: IncomingMessage): Visitor => visitors.get(message) ?? NOBODY

/** The visitor of a request. It is also stored for visitorOf, because the OIDC library passes on only the raw request. */
export async function currentVisitor(kernel: Kernel, request: FastifyRequest, isForPeople: boolean): Promise<Visitor> {
  const who = isForPeople ? await personAt(kernel, request) : undefined
  const visitor = { ip: request.ip, agent: request.headers['user-agent'] ?? '', who }
  visitors.set(request.raw, visitor)
  return visitor
}

async function personAt(kernel: Kernel, { cookies }: FastifyRequest): Promise<Visitor['who']> {
  const link = cookies[LINK_COOKIE]
  if (link === undefined || link === '') return undefined
  try {
    const who = await kernel.sessions.byLink(link)
    return { ...who, authTime: await authTimeOf(kernel.db, who.sessionId) }
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** The sign-in page, which leads back to `uri`, in the language of the request in progress. */
export function signInAddress(uri: string): string {
  const language = askedLanguage()
  return `/login?uri=${encodeURIComponent(uri)}${language === undefined ? '' : `&ui_locales=${language}`}`
}
