import type { Translated } from '@hufu/contract/language'
import { acts, fields, states } from '@hufu/contract/text'
import type { text as chinese } from './mapping-text.ts'
import { shared } from './words-text.ts'

export const text: Translated<typeof chinese> = {
  table: 'Field mapping',
  about:
    'Fields of the source on the left, fields of this system on the right. After each change the sample below is worked out again; nothing is written.',
  aboutOut: 'Choose the fields to push and what the other system calls them. Passwords are never pushed.',
  columns: {
    from: 'Source field',
    to: 'Field here',
    transform: shared.transform,
    when: 'Write',
    required: 'Required',
    theirs: 'Their name for it',
    acts: fields.operation,
  },
  noSample: 'There is no sample yet; test the connection first, or enter a path such as dept[0].id.',
  test: shared.test,
  propose: 'Match by the sample',
  add: acts.add,
  addField: 'Add field',
  all: 'Every field is mapped',
  choose: 'Choose',
  example: (value: string) => `Sample: ${value}`,
  exampleEmpty: 'Empty in the sample',
  exampleMissing: 'Not in the sample',
  star: (name: string) => `${name} *`,
  of: (what: string, name: string) => `${what}: ${name}`,
  remove: (name: string) => `Remove ${name}`,
  addTransform: (name: string) => `Add a transform to ${name}`,
  editTransform: (transform: string, name: string) => `Edit the transform ${transform} (${name})`,
  dropTransform: (transform: string, name: string) => `Remove the transform ${transform} (${name})`,
  faults: {
    missing: (names: readonly string[]) => `These required fields are not mapped: ${names.join(', ')}`,
    empty: (names: readonly string[]) => `Enter the source field of: ${names.join(', ')}`,
    theirs: 'Enter what the other system calls the field',
    nothing: 'Map at least one field',
  },
  dialog: {
    pairs: 'One on each line, written source value=result, such as male=1',
    pairsWrong: 'Write source value=result, one on each line',
  },
  preview: {
    title: 'Preview',
    table: 'Preview',
    about: 'What the first rows of the sample become with this mapping. Nothing is written.',
    waiting: 'Working it out again',
    none: 'The source returned none of these',
    incomplete: 'Map the required fields to see a preview',
    origin: 'ID',
    verdict: fields.result,
    raw: (value: string) => `Source ${value}`,
    empty: states.empty,
    now: (value: string) => `Now ${value}`,
  },
}
