import type { Translated } from '@hufu/contract/language'
import { acts, faults, things } from '@hufu/contract/text'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  title: acts.push,
  deletedTitle: acts.pushDeletion,
  apps: 'Applications',
  whom: whom => `Pushes the present data of ${whom} to the applications chosen, without passwords.`,
  deleted: whom => `Tells the applications chosen about the deletion of ${whom}.`,
  none: 'No application receives pushes of this kind',
  noneHint: `Once pushes of this kind are switched on in “${things.appSettings}”, the application can be chosen here.`,
  chooseAll: 'Select all',
  required: faults.appNotChosen,
  ok: 'Push',
  task: acts.push,
  log: things.syncLog,
  org: names => (names.length === 1 ? `“${names[0]}”` : `the ${names.length} selected organisations`),
}
