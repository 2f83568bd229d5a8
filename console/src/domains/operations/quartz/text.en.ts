import type { Translated } from '@hufu/contract/language'
import { acts, fields, named, outcomes, states } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  title: 'Scheduled jobs',
  description:
    'Jobs the system runs by itself, by Beijing time. What a job does is chosen from a list; a job never runs twice at the same time, and only once however many nodes there are.',
  list: 'Scheduled jobs',
  add: 'Add job',
  edit: acts.edit,
  editOf: named.edit,
  remove: acts.remove,
  run: 'Run now',
  logs: 'Runs',
  none: 'No scheduled jobs',
  columns: {
    name: 'Job name',
    jobCode: 'Job type',
    cron: fields.cron,
    nextTime: 'Next run',
    lastTime: 'Last run',
    status: fields.status,
    remark: fields.remark,
  },
  builtIn: states.builtIn,
  any: states.all,
  running: 'Running',
  paused: 'Paused',
  statusOf: (name: string) => `Enable ${name}`,
  remaining: (days: number, hours: number, minutes: number, seconds: number) =>
    days > 0
      ? `in ${days} d ${hours} h`
      : hours > 0
        ? `in ${hours} h ${minutes} min`
        : minutes > 0
          ? `in ${minutes} min ${seconds} s`
          : `in ${seconds} s`,
  soon: 'about to run',
  results: { 0: states.failed, 1: 'Done', 2: 'Skipped' },
  recentOf: (done: number, failed: number, skipped: number) =>
    `Last ${done + failed + skipped} runs: ${done} succeeded, ${failed} failed, ${skipped} skipped`,
  neverRun: 'Not run yet',
  saved: outcomes.saved,
  removed: outcomes.removed,
  started: 'Started; the result will be among the runs',
  keptBuiltIn: 'Built-in jobs cannot be deleted, but can be paused',
  keptRunning: 'The job is running',
  pauseTitle: (name: string) => `Pause “${name}”?`,
  pauseText: 'It no longer runs by itself, but can still be run. A run that is going on is not affected.',
  resumeTitle: named.askEnable,
  resumeText: 'It runs from the next time due; what it missed while paused is not made up for.',
  pause: 'Pause',
  resume: acts.enable,
  done: outcomes.done,
  removeTitle: named.askRemove,
  removeText: 'It does not run any more; its runs are kept.',
  runTitle: (name: string) => `Run “${name}” now?`,
  effects: {
    cleanTempFile: 'Temporary files that nothing refers to are deleted once they are older than the days kept.',
    cleanData: 'Data older than the days kept is deleted by the rules that are on under data cleaning. It cannot be recovered.',
    expireUser: 'Sessions of accounts that are no longer valid are ended; the status of the accounts stays as it is.',
    unlockUser: 'Locks that are over are lifted; others are not affected.',
    cleanSession: 'Sessions that ended more than a day ago are deleted.',
  },
  dialog: {
    name: 'Job name',
    jobCode: 'Job type',
    fixedCode: 'The type of a built-in job cannot be changed',
    status: 'Enable once saved',
    remark: fields.remark,
    next: 'Next five runs',
  },
  log: {
    title: (name: string) => `Runs of ${name}`,
    list: 'Runs',
    result: fields.result,
    none: 'No runs yet',
    columns: {
      beginTime: fields.beginTime,
      endTime: fields.endTime,
      result: fields.result,
      message: fields.explanation,
      trigger: 'Started by',
      node: 'Node',
    },
    triggers: { clock: 'Schedule', hand: states.manual },
    byHand: (userName: string | null) => (userName === null ? 'By hand' : `By hand (${userName})`),
    running: 'Running',
  },
}
