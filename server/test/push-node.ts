import { pino } from 'pino'
import type { Connection } from '../src/platform/database/db.ts'
import { openKernel } from '../src/platform/kernel.ts'
import { pushJobs } from '../src/domains/provisioning/push/push-job.ts'
import { testSettings } from './settings.ts'

/** A separate process that only pushes, so that a test can kill it. */
const connection = JSON.parse(process.argv[2]!) as Connection
const kernel = await openKernel(testSettings({ HUFU_ALLOW_LOOPBACK: '1' }), connection, pino({ level: 'silent' }))
await kernel.jobs.start(pushJobs(kernel))
process.stdout.write('up')
