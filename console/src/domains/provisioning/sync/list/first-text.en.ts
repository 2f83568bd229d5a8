import type { Translated } from '@hufu/contract/language'
import { fields } from '@hufu/contract/text'
import type { text as chinese } from './first-text.ts'
import { shared } from '../mapping/words-text.ts'

/** The first source, in five steps. */
export const text: Translated<typeof chinese> = {
  title: 'Connect the first source',
  about: 'Five steps. Nothing is written before you confirm the last.',
  steps: [
    [shared.connect, 'Enter the address of the source, test it and see a sample'],
    [fields.range, 'Choose organisations or users, and below which organisation they go'],
    [shared.mapping, 'Map the fields of the source to those here, and see the result as you go'],
    [shared.policy, 'What happens to those who are new, changed, gone or back, and when to brake'],
    [shared.plan, 'Make a plan with a dry run, check it, then run it'],
  ],
  templates: 'Begin with a template',
  start: 'Use template',
  startWith: (name: string) => `Use template: ${name}`,
  blank: 'Without a template',
  template: {
    all: ['HR system', 'One API for organisations and one for users; users get jobs by the departments of the source'],
    user: ['List of users', 'Users only; organisations are kept here'],
    org: ['Organisation directory', 'The tree of organisations only, no users'],
  },
}
