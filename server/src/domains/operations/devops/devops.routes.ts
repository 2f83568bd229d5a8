import { devops } from '@hufu/contract/operations/devops'
import { feature } from '../../../platform/http/context.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { version } from '../../../platform/version.ts'
import { endOfAuthorities } from '../../../outside/certificate/certificate.ts'
import { countRunning, databaseSize, listNodes } from './devops.sql.ts'

const KEPT_MS = 60_000
const sizes = new WeakMap<Kernel, { size: number; readAt: number }>()

async function keptSize(kernel: Kernel): Promise<number> {
  const kept = sizes.get(kernel)
  if (kept && performance.now() - kept.readAt < KEPT_MS) return kept.size
  const fresh = { size: await databaseSize(kernel.db), readAt: performance.now() }
  sizes.set(kernel, fresh)
  return fresh.size
}

const DAY_MS = 86_400_000

/** Whole days until the first of the trusted authorities ends; null where none is trusted. */
function certificateDays({ config, pulse }: Kernel): number | null {
  const end = endOfAuthorities(config.values['ca.trustCerts'])
  return end === undefined ? null : Math.floor((end.getTime() - pulse.now().getTime()) / DAY_MS)
}

export const devopsFeature = feature('devops', devops, {
  overview: async ({ db, kernel }) => ({
    ...(await countRunning(db, process.uptime())),
    version,
    nodeVersion: process.version,
    dbSize: await keptSize(kernel),
    diskFree: (await kernel.storage.free()) ?? null,
    nodes: await listNodes(db),
    certificateDays: certificateDays(kernel),
  }),
})
