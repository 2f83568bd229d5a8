import { plural, type Translated } from '@hufu/contract/language'
import { acts, fields, states, things } from '@hufu/contract/text'
import type { text as chinese } from './push-text.ts'

const pushes = (count: number) => plural(count, 'push', 'pushes')

export const text: Translated<typeof chinese> = {
  off: 'This application receives no pushes',
  offHint:
    'Enter the push address, objects and secret in “Tokens and push” and switch pushes on; the application is then told of changes of users and organisations by itself.',
  states: {
    open: { name: states.fine, says: 'The application is told of changes within a few seconds.' },
    held: {
      name: 'Held back',
      says: 'Too many were disabled or deleted in a short time, so these pushes are held back; the others go on as usual.',
    },
    broken: { name: 'No answer', says: 'Several pushes were not answered; they are tried again later, and no change is lost.' },
  },
  fields: {
    state: fields.status,
    object: 'Pushed',
    queued: 'Waiting',
    waitingSince: 'Waiting since',
    lastTime: 'Last success',
    lastFault: 'Last failure',
    failed: 'Not delivered',
    told: 'Told of',
    retry: 'Next try',
  },
  objects: { user: 'Users', org: 'Organisations', all: 'Users and organisations' },
  count: count => `${count}`,
  told: (user, org) => `${plural(user, 'user')}, ${plural(org, 'organisation')}`,
  openLog: 'Show failures',
  log: things.syncLog,
  manners: {
    kind: {
      label: 'Format',
      options: { json: 'Signed JSON', scim: 'SCIM 2.0' },
      hint: 'For SCIM the push address is the base address of the other side (such as https://…/scim/v2) and the push secret its bearer token. Organisations are pushed as groups; users are disabled, never deleted.',
      saved: 'Saved; all objects will be compared again for the new format',
    },
    phone: {
      label: fields.phone,
      options: { masked: 'Push masked phone numbers', clear: 'Push whole phone numbers' },
      hint: 'Whole phone numbers should go only to applications that need them; passwords and ID card numbers are never pushed.',
      saved: 'Saved; later pushes follow the new setting',
    },
    scope: {
      label: 'Which users',
      options: { all: 'All users', entitled: 'Only users who may open the application' },
      hint: 'Then users who are granted the application are pushed by themselves, and those who lose it are told as deleted; too many at once wait to be released. After going back to all users, push everything.',
      saved: 'Saved; within seconds users are compared with who may open the application',
    },
  },
  held: (count, limit) =>
    `${pushes(count)} about disabling or deleting ${count === 1 ? 'is' : 'are'} held back (as soon as there are more than ${limit} at once)`,
  heldSince: time => `Held back since ${time}`,
  release: acts.release,
  releaseTitle: 'Release the pushes about disabling and deleting?',
  releaseText: count => `The application is then told to disable or delete ${plural(count, 'object')}. This cannot be undone.`,
  reason: fields.reason,
  askOther: 'Ask another administrator to check and release them',
  askOtherUntil: time =>
    `Ask another administrator to release them; if there is none, you can release them yourself after ${time}, giving a reason`,
  released: count => `${pushes(count)} released`,
  dryRun: 'Dry run',
  dryRunHint: 'Compares what the application knows with what is true now; nothing is sent.',
  dryRunAgain: 'Dry run again',
  align: 'Push all',
  alignTitle: 'Push all?',
  alignText: 'Tells the application everything it does not know yet; what matches is not sent again. Try a dry run first.',
  partial: compared => `There are many objects; only the first ${compared} were compared`,
  counts: { insert: acts.add, update: 'Change', disable: 'Disable', delete: acts.remove, unchanged: 'Same' },
  operates: { insert: acts.add, update: 'Change', delete: acts.remove },
  first: 'Some of them',
  nothing: 'Everything matches, there is nothing to push',
}
