import type { Duty, DutyKind, StationKey } from '@hufu/contract/operations/welcome'
import { plural, type Translated } from '@hufu/contract/language'
import { acts, outcomes, states } from '@hufu/contract/text'
import type { text as chinese } from './today-text.ts'

const HOW_TO_BACK_UP = 'How to back up'

/** 1 user, 20 or more users. */
const counted = ({ count, isMore }: Duty, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-GB')}${isMore ? ' or more' : ''} ${count === 1 && !isMore ? one : many}`
/** A, B and others (5 tasks) */
const listOf = (duty: Duty, one: string) =>
  duty.names.length === 0
    ? counted(duty, one)
    : duty.count > duty.names.length
      ? `${duty.names.join(', ')} and others (${counted(duty, one)})`
      : duty.names.join(', ')
const isOne = ({ count, isMore }: Duty) => count === 1 && !isMore

function lockedSentence(duty: Duty): string {
  const { until = '', failures = '', ip = '', by = '' } = duty.facts
  if (duty.count > 1) return `Accounts are locked: ${listOf(duty, 'account')}`
  const why = by === '' ? `${plural(Number(failures), 'failure')} in a row${ip === '' ? '' : ` from ${ip}`}` : `by ${by}`
  return `The account of ${duty.names[0] ?? ''} is locked (${why}) until ${until}`
}

function samlKeySentence({ facts: { time = '', next, waiting = '' } }: Duty): string {
  const ends = `The SAML signing certificate of this system expires on ${time}`
  if (next === undefined) return `${ends}; add a key and move each application to it`
  return waiting === '0'
    ? `${ends}; every application has been moved, so withdraw the old key`
    : `${ends}; the new key is published, still to be moved to it: ${plural(Number(waiting), 'application')}`
}

/** Each duty as a sentence. */
const sentences: Readonly<Record<DutyKind, (duty: Duty) => string>> = {
  locked: lockedSentence,
  syncBlocked: duty =>
    `Synchronisation is held back, since it would delete too much, and waits to be released: ${listOf(duty, 'synchronisation task')}`,
  scimBlocked: duty => `SCIM clients are stopped, since within an hour they removed more than they may: ${listOf(duty, 'client')}`,
  pushHeld: duty => `Pushes are held back and wait to be released: ${listOf(duty, 'application')}`,
  syncFailed: duty => `The last synchronisation failed: ${listOf(duty, 'synchronisation task')}`,
  pushFailed: duty => `Pushes did not arrive at: ${listOf(duty, 'application')}`,
  auditBroken: () => 'The last verification found the operation log incomplete',
  reviewUser: duty => `${counted(duty, 'change to users', 'changes to users')} ${isOne(duty) ? 'awaits' : 'await'} your review`,
  reviewOrg: duty =>
    `${counted(duty, 'change to organisations', 'changes to organisations')} ${isOne(duty) ? 'awaits' : 'await'} your review`,
  initialPassword: () => 'No initial password is set; imported users cannot sign in before their password is reset',
  passwordless: duty => `${counted(duty, 'user has', 'users have')} no password and cannot sign in with one`,
  appUngranted: duty => `${isOne(duty) ? 'Application' : 'Applications'} not granted to anybody yet: ${listOf(duty, 'application')}`,
  grantEnding: duty => `${counted(duty, 'grant ends', 'grants end')} within 7 days: ${duty.names.join(', ')}`,
  secretEnding: duty =>
    `${isOne(duty) ? 'Application whose secret expires' : 'Applications whose secrets expire'} within 7 days: ${listOf(duty, 'application')}`,
  appWaiting: duty => `Applications that registered themselves wait to be approved: ${listOf(duty, 'application')}`,
  samlProposal: duty => `New SAML metadata wait to be accepted: ${listOf(duty, 'application')}`,
  samlMetadata: duty => `SAML metadata expire within 30 days or could not be fetched: ${listOf(duty, 'application')}`,
  samlCertificate: duty => `SAML certificates expire within 30 days or have expired: ${listOf(duty, 'application')}`,
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

/** The link of each duty. */
const ways: Readonly<Record<DutyKind, string>> = {
  locked: acts.unlock,
  syncBlocked: 'View and release',
  scimBlocked: 'View and resume',
  pushHeld: 'View and release',
  syncFailed: acts.showReason,
  pushFailed: acts.showReason,
  auditBroken: 'Show the records',
  reviewUser: acts.review,
  reviewOrg: acts.review,
  initialPassword: 'Set initial password',
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

/** Sentences of today's duties. */
export const text: Translated<typeof chinese> = {
  title: 'To do',
  none: 'Nothing to do today',
  sentences,
  ways,
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
