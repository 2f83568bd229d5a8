import type { Translated } from '@hufu/contract/language'
import type { text as chinese } from './text.ts'

export const text: Translated<typeof chinese> = {
  title: 'Signing keys of tokens',
  hint: 'Shared by the ID tokens of all applications. Changed every 90 days: a new key is published 10 minutes before it is used, the old one stays published for 2 more days, and applications notice nothing. Change it now if you suspect that a key has leaked.',
  rotate: 'Change now',
  ask: 'Change the signing key now?',
  askHint: 'The new key is used in 10 minutes; tokens issued before can be verified as long as they are valid.',
  done: 'New key generated; it is used in 10 minutes',
  lasts: (begin, end) => `In use from ${begin}${end === null ? '' : `, published until ${end}`}`,
  states: { next: 'Not yet used', current: 'Signing', former: 'Only verifying' },
}
