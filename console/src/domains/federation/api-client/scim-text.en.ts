import type { Translated } from '@hufu/contract/language'
import { acts, outcomes, things } from '@hufu/contract/text'
import type { text as chinese } from './scim-text.ts'

export const text: Translated<typeof chinese> = {
  title: 'SCIM 2.0',
  hint: 'An identity directory (Microsoft Entra, Okta and so on) writes users, groups and organisations to Hufu at this address. The SCIM APIs must also be granted under “APIs it may call”.',
  address: 'Tenant URL / Base URL',
  token: 'Secret token',
  tokenHint: (clientId: string) => `Enter “${clientId}.SECRET”: the client ID, a full stop and the secret, without spaces`,
  root: 'Root organisation',
  rootHint: 'The client sees and changes only the users, groups and organisations of this organisation and below it.',
  defaultOrg: 'Default organisation',
  defaultHint: 'Where new users without a department are placed; the root organisation or one below it.',
  unknownOrg: 'When a department does not exist',
  unknown: { default: 'Use the default organisation', refuse: 'Refuse the user' },
  groupsAre: 'Groups are',
  groups: {
    workGroup: { name: things.workGroup, hint: 'Its groups become work groups; members come and go freely.' },
    label: { name: 'Manual label', hint: 'Its groups become labels by hand; labels that follow a rule can only be read.' },
    org: { name: things.org, hint: 'Its groups become organisations: joining adds another job, leaving ends it, main jobs stay.' },
  },
  groupsChange: 'After a change, the IDs (externalId) the other side gave its present groups are forgotten; groups and members stay.',
  onDelete: 'When a user is deleted',
  deletes: { delete: 'Move to deleted users', disable: 'Only disable the account' },
  adopts: 'Recover users who are created again',
  adoptsHint: 'A user this client has deleted and creates again gets the former account back, with the same ID and sign-in methods.',
  percent: 'Removed within an hour, at most (%)',
  least: 'And at least',
  brakeHint:
    'When more users are disabled or deleted, groups emptied, or organisations moved or deleted, removals by the client are held back until an administrator confirms them.',
  save: acts.save,
  saved: outcomes.saved,
  users: (count: number) => `Users written: ${count.toLocaleString('en-GB')}`,
  unset: 'Not in use yet; save to begin.',
  blocked: (why: string, time: string) => `Removals are held back: ${why} (${time})`,
  blockedHint:
    'Reading and other writing go on. Resume once you are sure the changes below are right; otherwise correct them in the other system first.',
  open: 'Resume',
  openTitle: (name: string) => `Resume removals by “${name}”?`,
  openText: 'Removals so far are no longer counted; they go on when the other system tries again.',
  opened: 'Resumed',
  removals: 'Removed in the last hour',
  hours: 'All changes of the hour before it was stopped',
  hoursHint:
    'Undoing restores the users, groups and organisations that this client wrote in the hour; what others changed since stays. Correct the other system or disable the client first, or it will write them again.',
  hour: (time: string, count: number) =>
    `${time.slice(0, 13)}:00 · ${count === 1 ? '1 change' : `${count.toLocaleString('en-GB')} changes`}`,
  kinds: { delete: 'Deleted', disable: 'Disabled', members: 'Group emptied', org: 'Organisation moved or deleted' },
}
