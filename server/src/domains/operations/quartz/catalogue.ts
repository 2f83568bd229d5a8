import type { JobCode } from '@hufu/contract/operations/quartz'
import { id } from '@hufu/contract/shapes'
import { z } from 'zod'
import type { Kernel } from '../../../platform/kernel.ts'
import { startByJob } from '../../provisioning/index.ts'
import { endExpiredUsers } from '../../directory/index.ts'
import { liftEndedLocks } from '../../sign-in/index.ts'
import { cleanEnabled, cleanTempFiles } from '../data-clean/clean.ts'
import { cleanSessions } from './sessions.sql.ts'
import { text } from './text.ts'

interface Job {
  name: string
  params: z.ZodObject
  /** Returns the result for the log. */
  run: (kernel: Kernel, params: Record<string, unknown>) => Promise<string>
}
export type Catalogue = Readonly<Record<JobCode, Job>>

const none = z.strictObject({})

/** D-55: each job is built-in code with a schema for its parameters. */
export const catalogue: Catalogue = {
  cleanTempFile: { name: text.jobs.cleanTempFile, params: none, run: cleanTempFiles },
  cleanData: { name: text.jobs.cleanData, params: none, run: cleanEnabled },
  expireUser: { name: text.jobs.expireUser, params: none, run: async ({ db }) => text.expired(await endExpiredUsers(db)) },
  unlockUser: { name: text.jobs.unlockUser, params: none, run: async ({ db }) => text.unlocked(await liftEndedLocks(db)) },
  syncRun: {
    name: text.jobs.syncRun,
    params: z.strictObject({ syncId: id }),
    run: (kernel, params) => startByJob(kernel, String(params.syncId)),
  },
  cleanSession: { name: text.jobs.cleanSession, params: none, run: async ({ db }) => text.sessions(await cleanSessions(db)) },
}
