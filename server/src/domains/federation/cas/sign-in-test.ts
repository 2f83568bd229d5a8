import type { CasSignInTest } from '@hufu/contract/federation/sign-in-test'
import type { Kernel } from '../../../platform/kernel.ts'
import { plain, withoutAttributes, xml } from './answer.ts'
import { appOfService, findCasApp } from './service.sql.ts'
import { TICKET_SECONDS, verdictOn, withTicket } from './ticket.ts'

interface TestTicket {
  appId: string
  userId: string
  service: string
  /** Whether the user would get a ticket. */
  open: boolean
}

/** The answer an application would get for a ticket; none is created. */
export async function testSignInByCas(kernel: Kernel, { appId, userId, service, open }: TestTicket): Promise<CasSignInTest> {
  const app = (await appOfService(kernel.db, service))?.id === appId ? await findCasApp(kernel.db, appId) : undefined
  const verdict = await verdictOn(kernel, app, userId, { authTime: Math.floor(kernel.now().getTime() / 1000), isNew: false })
  return {
    redirect: open && 'success' in verdict ? withTicket(service, 'ST-<ticket>') : null,
    ticketSeconds: TICKET_SECONDS,
    third: xml(verdict),
    second: xml(withoutAttributes(verdict)),
    first: plain(verdict),
  }
}

/** The application that a service belongs to; undefined if there is none. */
export const ownerOfService = async ({ db }: Kernel, service: string): Promise<{ id: string; name: string } | undefined> =>
  appOfService(db, service)
