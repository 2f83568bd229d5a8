import type { Kernel } from '../../../platform/kernel.ts'
import { newToken } from '../../../platform/database/ids.ts'
import { issueOneTime, redeemOneTime } from '../../../platform/secrets/one-time.ts'
import { accessOf, actingJobOf } from '../../apps/index.ts'
import { fieldsOf, mappedOf, type DbAndKeys, DEFAULT_MAPPING } from '../protocol/fields.ts'
import { findPerson } from '../protocol/person.sql.ts'
import type { Failure, Verdict } from './answer.ts'
import { findCasApp, isSessionAlive, keepLogin, type CasApp } from './service.sql.ts'

export const TICKET_SECONDS = 10

interface Proven {
  /** When the user authenticated, in seconds since 1970; 0: never. */
  authTime: number
  /** Whether the user authenticated for this ticket. */
  isNew: boolean
  /** The console session; absent in a sign-in test. */
  sessionId?: string
}

interface StoredTicket extends Proven {
  appId: string
  service: string
  sessionId: string
}

interface CurrentSession {
  userId: string
  sessionId: string
  authTime: number
}

/** Letters, digits and hyphens only (CAS 3.0, §3.7), because mod_auth_cas ignores other tickets. */
const newTicket = () => `ST-${newToken().replaceAll('_', '-')}`

/** A ticket of 256 random bits, valid once, for ten seconds and for one service. */
export async function issueTicket(
  { db, keys }: Kernel,
  app: CasApp,
  service: string,
  who: CurrentSession,
  isNew: boolean,
): Promise<string> {
  const { userId, sessionId, authTime } = who
  const detail: StoredTicket = { appId: app.id, service, sessionId, authTime, isNew }
  const ticket = await issueOneTime(db, 'casTicket', { seconds: TICKET_SECONDS, userId, detail, token: newTicket() })
  await keepLogin(db, { sessionId, appId: app.id, service, ticketSealed: keys.sealToken(ticket) })
  return ticket
}

/** The service address with the ticket as a parameter. */
export const withTicket = (service: string, ticket: string): string => `${service}${service.includes('?') ? '&' : '?'}ticket=${ticket}`

const failure = (code: Failure, words: string): Verdict => ({ failure: code, words })
const EXPIRED_TICKET = failure('INVALID_TICKET', 'ticket is no longer valid')

export interface ValidationQuery {
  service?: string | undefined
  ticket?: string | undefined
  renew?: string | undefined
}

export interface TicketValidation {
  verdict: Verdict
  /** The application of the ticket, if the ticket was known. */
  appId?: string
  /** The service the ticket was issued for, if it was presented for another. */
  wanted?: string
}

/** Validates a ticket. Any validation uses the ticket up, whatever the result (CAS 3.0, §3.1.1). */
export async function validateTicket(kernel: Kernel, { service, ticket, renew }: ValidationQuery): Promise<TicketValidation> {
  if (!service || !ticket) return { verdict: failure('INVALID_REQUEST', 'service and ticket are required') }
  const found = await redeemOneTime<StoredTicket>(kernel.db, 'casTicket', ticket)
  if (!found?.userId) return { verdict: failure('INVALID_TICKET', 'ticket not recognized') }
  const { appId, service: wanted } = found.detail
  if (wanted !== service) return { verdict: failure('INVALID_SERVICE', 'ticket was issued for another service'), appId, wanted }
  return { verdict: await verdictOfTicket(kernel, found.detail, found.userId, renew === 'true'), appId }
}

async function verdictOfTicket(kernel: Kernel, { appId, sessionId, authTime, isNew }: StoredTicket, userId: string, wantsNew: boolean) {
  if (wantsNew && !isNew) return failure('INVALID_TICKET', 'ticket does not come from a new login')
  const app = await findCasApp(kernel.db, appId)
  if (app && !(await isSessionAlive(kernel.db, sessionId))) return EXPIRED_TICKET
  return verdictOn(kernel, app, userId, { authTime, isNew, sessionId })
}

/** The time in whole seconds, as in the other protocols. */
const dateOf = (authTime: number): [string, unknown][] =>
  authTime === 0 ? [] : [['authenticationDate', new Date(Math.floor(authTime) * 1000).toISOString()]]

/** The verdict on a valid ticket: the user and the attributes for the application, or a failure. */
export async function verdictOn(
  kernel: DbAndKeys,
  app: CasApp | undefined,
  userId: string,
  { authTime, isNew, sessionId }: Proven,
): Promise<Verdict> {
  if (!app) return failure('UNAUTHORIZED_SERVICE', 'service is not registered')
  const userAndApp = { userId, appId: app.id }
  const [person, access] = await Promise.all([findPerson(kernel.db, userAndApp), accessOf(kernel.db, userAndApp)])
  if (!person || !access) return EXPIRED_TICKET
  const { accountFrom, asksJob } = app
  const actingJobId =
    asksJob === 1 && sessionId !== undefined ? await actingJobOf(kernel.db, userId, { appId: app.id, sessionId }) : undefined
  const mapping = app.claims.length > 0 ? app.claims : DEFAULT_MAPPING
  const wants = (name: string) => mapping.some(({ from }) => from.startsWith(name))
  const fields = await fieldsOf(kernel, { person, roles: access.roles, accountFrom, wants, actingJobId })
  if (fields.account === undefined) return failure('INVALID_TICKET', `user has no account name of the kind ${accountFrom}`)
  return {
    success: {
      user: String(fields.account),
      attributes: [
        ...dateOf(authTime),
        ['longTermAuthenticationRequestTokenUsed', false],
        ['isFromNewLogin', isNew],
        ...mappedOf(mapping, fields),
      ],
    },
  }
}
