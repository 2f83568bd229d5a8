import { devops } from '@hufu/contract/operations/devops'
import { feature } from '../../../platform/http/context.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { version } from '../../../platform/version.ts'
import { certificateDays } from './certificate-days.ts'
import { countRunning, databaseSize, listNodes } from './devops.sql.ts'

const KEPT_MS = 60_000
const sizes = new WeakMap<Kernel, { size: number; readAt: number }>()

async function keptSize(kernel: Kernel): Promise<number> {
  const cached = sizes.get(kernel)
  if (cached && performance.now() - cached.readAt < KEPT_MS) return cached.size
  const fresh = { size: await databaseSize(kernel.db), readAt: performance.now() }
  sizes.set(kernel, fresh)
  return fresh.size
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
