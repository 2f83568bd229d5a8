import type { Kernel } from '../../kernel/kernel.ts'
import { newToken } from '../../kernel/ids.ts'
import { issueOneTime, redeemOneTime } from '../../kernel/one-time.ts'
import { accessOf } from '../../features/access/access.ts'
import { actingJobOf } from '../../features/own-app/own-app.ts'
import { fieldsOf, mappedOf } from '../fields.ts'
import { findPerson } from '../person.sql.ts'
import type { Failure, Verdict } from './answer.ts'
import { findCasApp, isSessionAlive, keepLogin, type CasApp } from './service.sql.ts'

const LIFE_SECONDS = 10

interface Told {
  appId: string
  service: string
  sessionId: string
  /** Seconds since 1970. */
  authTime: number
  /** The person has just shown who he is, for this ticket. */
  isNew: boolean
}

interface Sitting {
  userId: string
  sessionId: string
  authTime: number
}

/** 256 bits, one use, ten seconds, for one service. */
export async function issueTicket({ db, keys }: Kernel, app: CasApp, service: string, who: Sitting, isNew: boolean): Promise<string> {
  const { userId, sessionId, authTime } = who
  const detail: Told = { appId: app.id, service, sessionId, authTime, isNew }
  const ticket = await issueOneTime(db, 'casTicket', { seconds: LIFE_SECONDS, userId, detail, token: `ST-${newToken()}` })
  await keepLogin(db, { sessionId, appId: app.id, service, ticketSealed: keys.sealToken(ticket) })
  return ticket
}

/** What it is told where nothing else was said. */
const USUAL = [
  'realName', 'email', 'phone', 'employeeNumber', 'orgName', 'orgCode', 'actingOrgName', 'actingOrgCode', 'actingPost', 'actingDuty', 'roles',
  'groups',
].map(name => ({ claim: name, from: name })) // prettier-ignore

const failure = (code: Failure, words: string): Verdict => ({ failure: code, words })

export interface Question {
  service?: string | undefined
  ticket?: string | undefined
  renew?: string | undefined
}

/** Whom a ticket stands for. It is used up by being shown, whatever comes of it (CAS 3.0, §3.1.1). */
export async function judgeTicket(kernel: Kernel, { service, ticket, renew }: Question): Promise<Verdict> {
  if (!service || !ticket) return failure('INVALID_REQUEST', 'service and ticket are required')
  const found = await redeemOneTime<Told>(kernel.db, 'casTicket', ticket)
  if (!found?.userId) return failure('INVALID_TICKET', 'ticket not recognized')
  const { appId, sessionId, authTime, isNew } = found.detail
  if (found.detail.service !== service) return failure('INVALID_SERVICE', 'ticket was issued for another service')
  if (renew === 'true' && !isNew) return failure('INVALID_TICKET', 'ticket does not come from a new login')
  const app = await findCasApp(kernel.db, appId)
  if (!app) return failure('UNAUTHORIZED_SERVICE', 'service is not registered')
  const person = await findPerson(kernel.db, found.userId, appId)
  const access = await accessOf(kernel.db, found.userId, appId)
  if (!person || !access || !(await isSessionAlive(kernel.db, sessionId))) return failure('INVALID_TICKET', 'ticket is no longer valid')
  const actingJobId = app.asksJob === 1 ? await actingJobOf(kernel.db, found.userId, { appId, sessionId }) : undefined
  const { accountFrom } = app
  const fields = await fieldsOf(kernel, { person, roles: access.roles, accountFrom, wants: () => true, actingJobId })
  const mapping = app.claims.length > 0 ? app.claims : USUAL
  return {
    success: {
      user: String(fields.account),
      attributes: [
        ['authenticationDate', new Date(authTime * 1000).toISOString()],
        ['longTermAuthenticationRequestTokenUsed', false],
        ['isFromNewLogin', isNew],
        ...mappedOf(mapping, fields),
      ],
    },
  }
}
