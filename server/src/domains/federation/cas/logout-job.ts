import type { FastifyBaseLogger } from 'fastify'
import { newId } from '../../../platform/database/ids.ts'
import type { QueueJob } from '../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { createHttpSender } from '../../../outside/http-sender.ts'
import { logoutRequest } from './answer.ts'
import { claimCasLogouts, dropLogin, type DueCasLogout } from './service.sql.ts'

const isTaken = (status: number) => status >= 200 && status < 400

/** Sends single logout requests to applications (CAS 3.0, §2.3.3). */
export const casLogoutJob = (kernel: Kernel, log: FastifyBaseLogger): QueueJob => ({
  name: 'tell-cas-logouts',
  run: async () => {
    const logouts = await claimCasLogouts(kernel.db)
    await Promise.all(logouts.map(one => sendLogout(kernel, log, one)))
  },
})

async function sendLogout(
  { db, keys, settings }: Kernel,
  log: FastifyBaseLogger,
  { id, service, ticketSealed, tries }: DueCasLogout,
): Promise<void> {
  const send = createHttpSender({ withLoopback: settings.allowLoopback })
  const form = new URLSearchParams({ logoutRequest: logoutRequest(newId(), keys.openToken(ticketSealed), new Date()) })
  try {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status } = await send(new URL(service), { method: 'POST', headers, body: form.toString() })
    if (isTaken(status)) await dropLogin(db, id)
    else log.warn({ service: new URL(service).origin, status, tries }, 'application did not take a logout')
  } catch (error) {
    log.warn({ err: error, service: new URL(service).origin, tries }, 'application was not told of a logout')
  }
}
