import type { Translated } from '@hufu/contract/language'
import { outcomes, things } from '@hufu/contract/text'
import type { identityText as chinese } from './identity-text.ts'

export const identityText: Translated<typeof chinese> = {
  title: things.identityLink,
  origins: { self: 'Linked by the user', rule: 'Linked by rule', made: 'Account made for it' },
  closed: 'Provider disabled',
  since: 'Linked',
  last: ', last sign-in',
  remove: 'Unlink',
  removeTitle: (name: string) => `Unlink the identity of “${name}”?`,
  removeText:
    'The user can no longer sign in with it, and not at all without another way. Where a rule still fits, the next sign-in links it again.',
  removed: outcomes.done,
}
