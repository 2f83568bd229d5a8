import { plural, type Translated } from '@hufu/contract/language'
import { acts, fields, states } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  title: 'Operations',
  description: 'How the system is running; click what can be dealt with to open its screen.',
  overview: 'Overview',
  refresh: acts.refresh,
  tiles: {
    version: fields.version,
    nodeVersion: 'Runtime',
    migration: 'Database schema',
    dbSize: 'Database size',
    diskFree: 'Free disk space',
    taskRunning: 'Tasks running',
    taskWaiting: 'Tasks waiting',
    taskFailed: 'Tasks failed within 24 hours',
    jobRunning: 'Background jobs running',
    jobFailed: 'Scheduled jobs failed within 24 hours',
    messageWaiting: 'SMS and e-mails to send',
    pushWaiting: 'Changes to push',
    pushHeld: 'Pushes held back',
    certificateDays: 'Trusted certificate valid for',
    closedApi: 'APIs disabled',
    unusedFile: 'Unused files',
  },
  noAuthority: 'Not configured',
  days: (count: number) => (count < 0 ? states.outOfDate : plural(count, 'day')),
  late: (due: string) => `The earliest was due at ${due}`,
  nodes: {
    title: (count: number) => `Nodes running (${count})`,
    host: 'Host',
    version: fields.version,
    startTime: 'Started',
    beatTime: 'Last heartbeat',
  },
}
