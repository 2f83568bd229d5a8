import type { Translated } from '@hufu/contract/language'
import { things } from '@hufu/contract/text'
import type { text as chinese } from './object-text.ts'

export const text: Translated<typeof chinese> = {
  choose: 'Choose an object',
  clear: 'Any object',
  other: 'Chosen object',
  kinds: { user: things.user, org: things.org, app: things.app, role: things.role },
  titles: { app: 'Choose an application', role: 'Choose a role' },
  chooseRole: 'Choose a role, by name or code',
  noRole: 'No role matches',
}
