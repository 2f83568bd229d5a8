import type { Translated } from '@hufu/contract/language'
import { acts, states, things } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

const nouns: Readonly<Record<string, string>> = { user: 'user', org: 'organisation' }

export const text: Translated<typeof chinese> = {
  title: 'Messages',
  unread: (count: number, most: number) => `Messages, ${count >= most ? `${most} or more` : count} unread`,
  list: 'List of messages',
  filter: 'Kinds of messages',
  groups: { all: states.all, review: 'Reviews', task: 'Tasks', sync: 'Sync and push', request: 'Applications', notice: 'Notices' },
  onlyUnread: 'Unread only',
  readAll: 'Mark all as read',
  none: 'No messages',
  noneHint: 'Reviews, tasks, synchronisation, requests of applications and notices that concern you appear here and are kept for 90 days.',
  isUnread: 'Unread',
  more: 'Show more',
  download: acts.download,
  review: {
    todo: (name: string, kind: string, count: number) =>
      count > 1 ? `${count} ${nouns[kind]} requests await your review` : `The ${nouns[kind]} request for “${name}” awaits your review`,
    remind: (name: string, kind: string, count: number) =>
      count > 1
        ? `You are reminded to review ${count} ${nouns[kind]} requests`
        : `You are reminded to review the ${nouns[kind]} request for “${name}”`,
    passed: (name: string, kind: string, count: number) =>
      count > 1 ? `${count} of your ${nouns[kind]} requests were approved` : `Your ${nouns[kind]} request for “${name}” was approved`,
    rejected: (name: string, kind: string, count: number) =>
      count > 1 ? `${count} of your ${nouns[kind]} requests were rejected` : `Your ${nouns[kind]} request for “${name}” was rejected`,
    copied: (name: string, kind: string, count: number) =>
      count > 1
        ? `You are copied on ${count} approved ${nouns[kind]} requests`
        : `You are copied on the approved ${nouns[kind]} request for “${name}”`,
  },
  syncBlocked: (name: string) => `The synchronisation task “${name}” is held back and waits to be released`,
  syncLapsed: (name: string) =>
    `The plan of the synchronisation task “${name}” waited seven days to be released and has lapsed; the task is disabled`,
  syncFailed: (name: string, count: number) =>
    count > 1 ? `The synchronisation task “${name}” failed ${count} times in a row` : `The synchronisation task “${name}” failed`,
  pushHeld: (name: string) => `Pushes to the application “${name}” are held back and wait to be released`,
  scimBlocked: (name: string) => `The SCIM client “${name}” is stopped: within an hour it removed more than it may`,
  appRequest: (name: string, count: number) =>
    count > 1
      ? `The application “${name}” has asked you ${count} times and waits for your answer`
      : `The application “${name}” asks you and waits for your answer`,
  notice: (title: string) => `Notice: ${title}`,
  task: (name: string, isDone: boolean) => `${name}: ${isDone ? 'finished' : 'failed'}`,
  tasks: {
    import: acts.importSheet,
    dataClean: things.dataCleaning,
    exportEvidence: 'Export of audit evidence',
    proveOperLog: 'Check of audit entries',
    exportOperLog: 'Export of the operation log',
    exportLoginLog: 'Export of the sign-in log',
    exportUsers: 'Export of users',
    exportOrgs: 'Export of organisations',
    rule: 'Update of members by rule',
    exportSyncLog: 'Export of the synchronisation log',
    exportSyncPlan: 'Export of a synchronisation plan',
    'sync.send': 'Outward synchronisation',
    'sync.run': 'Synchronisation',
  },
  otherTask: 'Background task',
}
