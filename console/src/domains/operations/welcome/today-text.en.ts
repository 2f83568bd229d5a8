import type { Todo, TodoKind, StationKey } from '@hufu/contract/operations/welcome'
import { plural, type Translated } from '@hufu/contract/language'
import { acts, outcomes, states } from '@hufu/contract/text'
import type { text as chinese } from './today-text.ts'

const HOW_TO_BACK_UP = 'How to back up'

/** 1 user, 20 or more users. */
const counted = ({ count, isMore }: Todo, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-GB')}${isMore ? ' or more' : ''} ${count === 1 && !isMore ? one : many}`
/** A, B and others (5 tasks) */
const listOf = (todo: Todo, one: string) =>
  todo.names.length === 0
    ? counted(todo, one)
    : todo.count > todo.names.length
      ? `${todo.names.join(', ')} and others (${counted(todo, one)})`
      : todo.names.join(', ')
const isOne = ({ count, isMore }: Todo) => count === 1 && !isMore

function lockedSentence(todo: Todo): string {
  const { until = '', failures = '', ip = '', by = '' } = todo.facts
  if (todo.count > 1) return `Accounts are locked: ${listOf(todo, 'account')}`
  const why = by === '' ? `${plural(Number(failures), 'failure')} in a row${ip === '' ? '' : ` from ${ip}`}` : `by ${by}`
  return `The account of ${todo.names[0] ?? ''} is locked (${why}) until ${until}`
}

function samlKeySentence({ facts: { time = '', next, waiting = '' } }: Todo): string {
  const ends = `The SAML signing certificate of this system expires on ${time}`
  if (next === undefined) return `${ends}; add a key and move each application to it`
  return waiting === '0'
    ? `${ends}; every application has been moved, so withdraw the old key`
    : `${ends}; the new key is published, still to be moved to it: ${plural(Number(waiting), 'application')}`
}

/** Each to-do as a sentence. */
const sentences: Readonly<Record<TodoKind, (todo: Todo) => string>> = {
  locked: lockedSentence,
  syncBlocked: todo =>
    `Synchronisation is held back, since it would delete too much, and waits to be released: ${listOf(todo, 'synchronisation task')}`,
  scimBlocked: todo => `SCIM clients are stopped, since within an hour they removed more than they may: ${listOf(todo, 'client')}`,
  pushHeld: todo => `Pushes are held back and wait to be released: ${listOf(todo, 'application')}`,
  syncFailed: todo => `The last synchronisation failed: ${listOf(todo, 'synchronisation task')}`,
  pushFailed: todo => `Pushes did not arrive at: ${listOf(todo, 'application')}`,
  auditBroken: () => 'The last verification found the operation log incomplete',
  reviewUser: todo => `${counted(todo, 'change to users', 'changes to users')} ${isOne(todo) ? 'awaits' : 'await'} your review`,
  reviewOrg: todo =>
    `${counted(todo, 'change to organisations', 'changes to organisations')} ${isOne(todo) ? 'awaits' : 'await'} your review`,
  loginNameConflict: todo =>
    `A user name is the phone of another user, who cannot sign in with it; change one of the two: ${listOf(todo, 'user')}`,
  initialPassword: () => 'No initial password is set; imported users cannot sign in before their password is reset',
  initialPasswordWeak: ({ facts: { users = '0' } }) =>
    `The initial password does not meet the password policy in force and is given to nobody any more${users === '0' ? '' : `; ${users} users still have it, please reset their passwords`}`,
  passwordless: todo => `${counted(todo, 'user has', 'users have')} no password and cannot sign in with one`,
  appUngranted: todo => `${isOne(todo) ? 'Application' : 'Applications'} not granted to anybody yet: ${listOf(todo, 'application')}`,
  grantEnding: todo => `${counted(todo, 'grant ends', 'grants end')} within 7 days: ${todo.names.join(', ')}`,
  secretEnding: todo =>
    `${isOne(todo) ? 'Application whose secret expires' : 'Applications whose secrets expire'} within 7 days: ${listOf(todo, 'application')}`,
  appWaiting: todo => `Applications that registered themselves wait to be approved: ${listOf(todo, 'application')}`,
  samlProposal: todo => `New SAML metadata wait to be accepted: ${listOf(todo, 'application')}`,
  samlMetadata: todo => `SAML metadata expire within 30 days or could not be fetched: ${listOf(todo, 'application')}`,
  samlCertificate: todo => `SAML certificates expire within 30 days or have expired: ${listOf(todo, 'application')}`,
  samlKey: samlKeySentence,
  authorityEnding: ({ facts: { days = '0' } }) =>
    Number(days) < 0
      ? 'The trusted CA certificate has ended; nobody can sign in with a certificate it issued'
      : `The trusted CA certificate ends in ${plural(Number(days), 'day')}`,
  backupFailed: ({ facts }) => `The last backup failed (${facts.time}): ${facts.message}`,
  backupNever: () => 'The system has never been backed up',
  backupOld: ({ facts }) => `The last backup was ${plural(Number(facts.days), 'day')} ago`,
  auditUnchecked: () => 'The integrity of the operation log has not been verified yet',
}

/** The link of each to-do. */
const linkLabels: Readonly<Record<TodoKind, string>> = {
  locked: acts.unlock,
  syncBlocked: 'View and release',
  scimBlocked: 'View and resume',
  pushHeld: 'View and release',
  syncFailed: acts.showReason,
  pushFailed: acts.showReason,
  auditBroken: 'Show the records',
  reviewUser: acts.review,
  reviewOrg: acts.review,
  loginNameConflict: 'Edit user',
  initialPassword: 'Set initial password',
  initialPasswordWeak: 'Set a new initial password',
  passwordless: 'Set their passwords',
  appUngranted: acts.grant,
  grantEnding: 'Show grants',
  secretEnding: acts.rotateSecret,
  appWaiting: 'View and approve',
  samlProposal: 'Show changes',
  samlMetadata: 'Show metadata',
  samlCertificate: 'Renew certificate',
  samlKey: 'Change certificates',
  authorityEnding: 'Replace certificate',
  backupFailed: HOW_TO_BACK_UP,
  backupNever: HOW_TO_BACK_UP,
  backupOld: HOW_TO_BACK_UP,
  auditUnchecked: acts.checkIntegrity,
}

const stations: Readonly<Record<StationKey, string>> = {
  address: 'Public address',
  secondAdmin: 'Second administrator',
  policy: 'Password policy',
  orgs: 'Organisations',
  people: 'Users',
  app: 'First application',
  grant: acts.grant,
  trial: 'First sign-in to an application',
  sms: 'SMS gateway',
  backup: 'Backup',
}

/** Sentences of today's to-dos. */
export const text: Translated<typeof chinese> = {
  title: 'To do',
  none: 'Nothing to do today',
  sentences,
  linkLabels,
  unlock: acts.unlock,
  unlocked: outcomes.unlocked,
  understood: 'Got it',
  backupTitle: HOW_TO_BACK_UP,
  backupHow:
    'On the server, run this command in the folder of the product. It writes all data into one file; let the scheduler of the system run it every day:',
  backupCommand: 'npm run backup -- /path/hufu-backup.gz',
  addressTitle: 'Public address',
  addressHow: 'Set the address (with https) at which users open this system in the environment, then restart:',
  addressCommand: 'HUFU_PUBLIC_URL=https://id.example.com',
  hours: 'Sign-ins in the last 24 hours',
  hoursSum: (succeeded: number, failed: number) => `${succeeded} succeeded, ${failed} failed`,
  hour: 'Time',
  succeeded: states.succeeded,
  failed: states.failed,
  dayBefore: 'Succeeded the day before',
  legendBefore: 'Day before',
  toLog: 'Show the sign-in log',
  stationsTitle: 'Begin here',
  stationsHint: (done: number, all: number) => `${done} of ${all} done, as things really are.`,
  stations,
  reached: 'Done',
  notReached: 'Not done',
}
