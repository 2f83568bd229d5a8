import type { Translated } from '@hufu/contract/language'
import { fields } from '@hufu/contract/text'
import type { shared as chinese } from './words-text.ts'

/** Words that several parts of the sync centre share. */
export const shared: Translated<typeof chinese> = {
  add: 'Add task',
  test: 'Test connection',
  link: 'Link',
  origin: 'Source ID',
  object: fields.object,
  mapping: 'Field mapping',
  policy: 'Policy',
  connect: 'Connection',
  plan: 'Plan',
  write: 'Written',
  read: 'Read',
  progress: 'Show progress',
  brake: 'Brake',
  back: 'Back to synchronisation',
  gone: 'No longer in the source',
  transform: 'Transforms',
  transformOf: 'What is synchronised',
}
