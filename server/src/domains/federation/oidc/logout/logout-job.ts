import type { FastifyBaseLogger } from 'fastify'
import type { QueueJob } from '../../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { hostOf } from '../host.ts'
import { claimLogouts, dropLogout, isLastTry, type DueLogout } from './logout.sql.ts'

/** Sends the queued logout tokens to the applications (OpenID Connect Back-Channel Logout). */
export const logoutJob = (kernel: Kernel, log: FastifyBaseLogger): QueueJob => ({
  name: 'tell-logouts',
  run: async () => {
    const logouts = await claimLogouts(kernel.db)
    await Promise.all(logouts.map(one => sendLogout(kernel, log, one)))
  },
})

async function sendLogout(kernel: Kernel, log: FastifyBaseLogger, logout: DueLogout): Promise<void> {
  const { id, clientId, userId, sid, tries } = logout
  try {
    const provider = await hostOf(kernel)?.provider()
    if (!provider) return
    const client = await provider.Client.find(clientId)
    const { deliverLogout } = await import('../library-overrides.ts')
    if (client) await deliverLogout(provider, client, userId, sid)
    await dropLogout(kernel.db, id)
  } catch (error) {
    log.warn({ err: error, clientId, tries }, 'application was not told of a logout')
    if (isLastTry(logout)) await dropLogout(kernel.db, id)
  }
}
