import type { AccessBlocker } from '@hufu/contract/federation/diagnosis'
import type { Translated } from '@hufu/contract/language'
import { acts, fields, states, things } from '@hufu/contract/text'
import type { text as chinese } from './diagnosis-text.ts'

const accountKinds: Readonly<Record<string, string>> = {
  userName: 'user name',
  phone: 'phone number',
  email: 'e-mail address',
  employeeNumber: 'employee number',
  originUserId: 'user ID in the source system',
  id: 'user ID',
}
type Facts = Readonly<Record<string, string>>
const kindOf = (kind: string | undefined) => accountKinds[kind ?? ''] ?? 'account'
const nameOf = (name: string | undefined, otherwise: string) => (name ? `“${name}”` : otherwise)

const blockers: Readonly<Record<AccessBlocker, (facts: Facts) => string>> = {
  '': () => states.fine,
  deleted: () => 'The account has been deleted',
  disabled: () => 'The account is disabled',
  expired: ({ time }) => `The account was valid until ${time} and has expired`,
  locked: ({ until, by, reason, failures, ip }) =>
    by
      ? `The account has been locked by ${by} and unlocks at ${until}${reason ? `; reason: ${reason}` : ''}`
      : `The password was wrong ${failures} times in a row; the account is locked and unlocks at ${until}${ip ? `; the last attempt came from ${ip}` : ''}`,
  methodMissing: () => 'There is no way to sign in: no password is set, and nothing is bound for another method that is open',
  changePassword: ({ kind }) =>
    kind === 'expired' ? 'The password has expired and must be changed after signing in' : 'The password must be changed after signing in',
  bindFactor: () => 'A role of theirs requires a second factor, which must be bound after signing in',
  hour: ({ begin, end }) => `Sign-in is allowed from ${begin} to ${end} only`,
  address: ({ ip }) => `The sign-in settings do not allow ${ip}`,
  appAddress: ({ ip, rules }) => `This application may not be opened from ${ip}; allowed: ${rules}`,
  addressUnknown: () => 'Addresses are restricted: enter the IP address of the user and check again',
  appDisabled: () => 'The application is disabled',
  grantMissing: () => 'The application has not been granted',
  grantOver: ({ subject, end }) => `The grant ended at ${end} (${nameOf(subject, states.grantedDirectly)})`,
  grantNotBegun: ({ subject, begin }) => `The grant is in effect from ${begin} (${nameOf(subject, states.grantedDirectly)})`,
  appAccountDisabled: () => 'Their account in this application is disabled',
  roleDisabled: ({ role }) => `The application role ${nameOf(role, '')} is disabled`,
  groupDisabled: () => 'The permission group is disabled',
  subjectDisabled: ({ subject }) => `${nameOf(subject, 'What it is granted to')} is disabled or has expired`,
  notBelow: ({ subject }) => `Granted to ${nameOf(subject, 'the parent organisation')}, but without sub-organisations`,
  jobElsewhere: ({ given }) =>
    given === ''
      ? 'Granted to other organisations or groups, where this user has no job'
      : `Granted to ${given}, where this user has no job`,
  accountMissing: ({ kind }) => `The user has no ${kindOf(kind)} for this application`,
  accountShared: ({ kind }) => `The ${kindOf(kind)} is the same as that of another user in this application`,
}

export const text: Translated<typeof chinese> = {
  title: things.accessDiagnosis,
  person: things.user,
  app: things.app,
  console: 'Only whether they can sign in to the console',
  ip: fields.ipAddress,
  ipHint: 'Left empty, the address of their last sign-in is taken',
  trace: fields.traceId,
  traceHint: 'The trace number on the page that refused',
  byTrace: 'Find by trace number',
  choosePerson: 'Choose a user',
  hint: 'Choose a user: whether they can sign in and open an application is checked step by step.',
  open: (app: string | undefined) => (app === undefined ? 'can sign in' : `can open “${app}”`),
  closed: (app: string | undefined) => (app === undefined ? 'cannot sign in' : `cannot open “${app}”`),
  steps: {
    account: fields.account,
    signIn: fields.signInMethod,
    network: 'Network',
    app: things.app,
    grant: 'Grant',
    post: 'Job',
  },
  list: 'Steps of the check',
  states: { good: 'Passed', bad: 'Failed', unreached: 'Not checked' },
  blockers,
  at: (ip: string) => `Checked for the address ${ip}`,
  when: (time: string) => `Visit at ${time}`,
  reply: 'Copy the answer',
  replyOf: (name: string, verdict: string, why: string) => `${name} ${verdict}${why === '' ? '' : `. ${why}`}.`,
  heal: {
    unlock: acts.unlock,
    enablePerson: 'Enable account',
    resetPassword: acts.resetPassword,
    roles: things.systemRole,
    editPerson: acts.editUser,
    recycle: things.deletedUsers,
    openPerson: things.userDetail,
    settings: things.baseSettings,
    appSettings: things.appDetail,
    enableApp: 'Enable application',
    give: acts.grant,
    grants: 'Change grants',
  },
}
