import { pino } from 'pino'
import type { Connection } from '../src/platform/database/db.ts'
import { openKernel } from '../src/platform/kernel.ts'
import { checkGiven } from '../src/domains/apps/giving/giving.ts'
import { syncTasks } from '../src/domains/provisioning/sync/run/run.ts'
import { testSettings } from './settings.ts'

/** A separate process that only synchronises, so that a test can kill it. */
const connection = JSON.parse(process.argv[2]!) as Connection
const kernel = await openKernel(testSettings({ HUFU_MOCK_PROVIDERS: '1' }), connection, pino({ level: 'silent' }))
syncTasks(kernel, checkGiven)
await kernel.jobs.start([kernel.tasks.job])
process.stdout.write('up')
