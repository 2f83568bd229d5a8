import { pino } from 'pino'
import type { Connection } from '../src/platform/database/db.ts'
import { openKernel } from '../src/platform/kernel.ts'
import { pushJobs } from '../src/domains/provisioning/push/push.ts'
import { testSettings } from './settings.ts'

/** A node of its own that does nothing but push, to be killed. */
const connection = JSON.parse(process.argv[2]!) as Connection
const kernel = await openKernel(testSettings({ HUFU_ALLOW_PRIVATE_PUSH: '1' }), connection, pino({ level: 'silent' }))
await kernel.jobs.start(pushJobs(kernel))
process.stdout.write('up')
