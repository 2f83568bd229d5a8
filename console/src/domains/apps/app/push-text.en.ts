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
    phone: fields.phone,
    kind: 'Format',
  },
  objects: { user: 'Users', org: 'Organisations', all: 'Users and organisations' },
  count: count => `${count}`,
  told: (user, org) => `${plural(user, 'user')}, ${plural(org, 'organisation')}`,
  openLog: 'Show failures',
  log: things.syncLog,
  phones: { masked: 'Push masked phone numbers', clear: 'Push whole phone numbers' },
  phoneHint: 'Whole phone numbers should go only to applications that need them; passwords and ID card numbers are never pushed.',
  kinds: { json: 'Signed JSON', scim: 'SCIM 2.0' },
  kindHint:
    'For SCIM the push address is the base address of the other side (such as https://…/scim/v2) and the push secret its bearer token. Organisations are pushed as groups; users are disabled, never deleted.',
  kindSaved: 'Saved; all objects will be compared again for the new format',
  phoneSaved: 'Saved; later pushes follow the new setting',
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
