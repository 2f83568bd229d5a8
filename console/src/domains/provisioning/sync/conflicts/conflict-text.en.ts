import type { Translated } from '@hufu/contract/language'
import { acts, fields, states } from '@hufu/contract/text'
import type { text as chinese } from './conflict-text.ts'
import { shared } from '../mapping/words-text.ts'

export const text: Translated<typeof chinese> = {
  about:
    'These may be users or organisations that are here already, or new ones. What you decide is remembered and holds from the next run on.',
  list: 'Conflicts',
  source: fields.source,
  objectType: shared.object,
  name: fields.name,
  none: 'No conflicts',
  noneHint: 'What has the same name and phone number as somebody here, or matches several, is listed here and never linked by itself.',
  incoming: 'In the source',
  origin: (id: string) => `ID ${id}`,
  candidates: 'This may be',
  noCandidates: 'There is nothing to link it to',
  link: shared.link,
  linkTo: (name: string, candidate: string) => `Link ${name} to ${candidate}`,
  create: acts.add,
  createOf: (name: string) => `Add ${name} as new`,
  ignore: 'Ignore',
  ignoreOf: (name: string) => `Ignore ${name}`,
  linked: (name: string) => `Linked to “${name}”, in effect with the next run`,
  created: 'It will be added with the next run',
  ignored: 'Ignored; it will not be listed again',
  empty: states.empty,
  any: states.all,
  keys: {
    show: 'Keyboard',
    title: 'Keyboard',
    of: [
      ['J / ↓', 'Next'],
      ['K / ↑', 'Previous'],
      ['1 … 9', 'Link to the candidate of that number'],
      ['N', acts.add],
      ['I', 'Ignore'],
      ['?', 'Show these keys'],
    ],
  },
}
