import type { Translated } from '@hufu/contract/language'
import { acts, faults, fields, states, things } from '@hufu/contract/text'
import type { detailText as chinese } from './detail-text.ts'

const lower = (label: string) => (/^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1))

export const detailText: Translated<typeof chinese> = {
  title: things.userDetail,
  missing: 'No user chosen',
  missingHint: 'Open the details of a user from the list of users.',
  diagnosis: things.accessDiagnosis,
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  resetFactors: acts.resetSecondFactors,
  resetFactorsTitle: name => `Reset the second factors of “${name}”?`,
  resetFactorsText:
    'Deletes all their passkeys, authenticator codes and recovery codes and signs them out at once. Meant for a lost device and the like: first make sure that it is them.',
  tabs: {
    basic: things.basics,
    jobs: 'Jobs',
    rights: 'Roles and permissions',
    apps: 'Applications',
    timeline: things.timeline,
    sources: 'Sources',
  },
  reveal: 'Reveal',
  revealOf: field => `Reveal ${lower(field)}`,
  reason: 'Reason',
  reasonHint: 'Every time is recorded in the operation log; the value is hidden again after 30 seconds.',
  hide: 'Hide',
  revealed: seconds => `Hidden in ${seconds} s`,
  systemRoles: 'System roles',
  groups: 'Permission groups',
  apps: 'Applications they can open',
  appsHint: 'The applications this user can open now, their roles there, and the grants these come from.',
  noRoles: 'No system roles',
  noGroups: 'No permission groups',
  noApps: 'No applications they can open',
  appName: things.app,
  appGroup: fields.group,
  roles: 'Roles',
  roleNames: names => names.join(', '),
  source: 'Granted through',
  jobs: 'List of jobs',
  verify: 'Verify identity',
  verifyText: 'Compares name and ID card number; if they match, the identity of the user is marked as verified.',
  verified: 'Identity verified',
  mismatch: 'Name and ID card number do not match',
  idCardProblem: faults.idCardWrong,
  passwordType: { 1: states.initialPassword, 2: states.randomPassword, 3: fields.ownPassword },
  passwordTypeLabel: 'Password set by',
  account: 'Account',
  person: 'Personal data',
}
