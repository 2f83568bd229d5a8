import { apiClient } from '@hufu/contract/federation/api-client'
import { RightsReader, type Rights } from '../../../../platform/access/rights.ts'
import { inTransaction, SYSTEM, type Actor, type Db } from '../../../../platform/database/db.ts'
import type { PeriodicJob } from '../../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { notifyUsers } from '../../../messages/index.ts'
import { exceedsRights } from '../../api-client/granted-call.sql.ts'
import { blockClient, listStopped, givers, type StoppedClient } from './brake.sql.ts'

const mayOpen = (rights: Rights, { calls }: StoppedClient): boolean =>
  rights.scopeOf(apiClient.openScim.permit) !== undefined && !exceedsRights(rights, calls)

/** Blocks the client once, however many requests exceed its limit, and notifies those who may reopen it in the same transaction. */
export const stopClient = (kernel: Pick<Kernel, 'db' | 'config' | 'clock'>, actor: Actor, clientId: string, why: string): Promise<void> =>
  inTransaction(kernel.db, actor, async db => {
    const client = await blockClient(db, clientId, why)
    if (client) await notifyOfStop(db, kernel, client)
  })

/** Reminds those who may reopen a stopped client every day, because a provisioning service gives up after weeks of refusals. */
export const stoppedClientReminder = (kernel: Kernel): PeriodicJob => ({
  name: 'tell-scim-stopped',
  period: { every: 'day', at: '08:05' },
  run: () =>
    inTransaction(kernel.db, SYSTEM, async db => {
      for (const client of await listStopped(db, { hours: 12 })) await notifyOfStop(db, kernel, client)
    }),
})

async function notifyOfStop(db: Db, kernel: Pick<Kernel, 'config' | 'clock'>, client: StoppedClient): Promise<void> {
  const reader = new RightsReader(db, kernel.config, kernel.clock)
  const { id, name } = client
  const users: string[] = []
  for (const userId of await givers(db)) if (mayOpen(await reader.of(userId, 0), client)) users.push(userId)
  await notifyUsers(db, users.map(userId => ({ userId, kind: 'scimBlocked' as const, about: id, facts: { id, name } }))) // prettier-ignore
}

/** The stopped SCIM clients that a user with these rights may reopen. */
export async function stoppedClients(db: Db, rights: Rights): Promise<StoppedClient[]> {
  return (await listStopped(db)).filter(client => mayOpen(rights, client))
}
