import type { Translated } from '@hufu/contract/language'
import { fields, states } from '@hufu/contract/text'
import type { text as chinese } from './review-text.ts'

const objects = { user: 'user', org: 'organisation' } as const
type Kind = keyof typeof objects
const operations = { insert: 'an addition', update: 'a change', delete: 'a deletion' } as const
type Operation = keyof typeof operations

export const text: Translated<typeof chinese> = {
  submit: 'Submit for review',
  submitMore: 'Submit and add another',
  tag: states.pendingReview,
  tagOf: (name: string) => `${states.pendingReview}: show the request for ${name}`,
  told: (applicant: string, operation: Operation, time: string) => `${applicant} submitted ${operations[operation]} at ${time}`,
  open: 'Show request',
  banner: 'A change is awaiting review',
  fields: (labels: readonly string[]) => `, about ${labels.join(', ')}. `,
  ended: '. ',
  again: (kind: Kind) => `A request for this ${objects[kind]} is awaiting review, you cannot submit another`,
  direct: (kind: Kind) => `A request for this ${objects[kind]} is awaiting review`,
  directHint: 'Your change is in effect at once; where it touches the same fields, the request can no longer be carried out.',
  plan: 'Will be reviewed',
  planHint: 'It is in effect once approved.',
  stepsLabel: fields.reviewSteps,
  step: (mode: string, names: readonly string[], count: number) => {
    if (count === 0) return 'Reviewers follow from the organisation at submission'
    const people = count > names.length ? `${names.join(', ')} and others, ${count} in all` : names.join(', ')
    return count > 1 ? `${people} (${mode})` : people
  },
  picked: 'Chosen by you',
  perhaps: 'Depends on the change',
  pick: (node: string) => `Reviewers of ${node}`,
  pickMissing: (node: string) => `Choose the reviewers of ${node}`,
  pickNobody: 'There is nobody to choose, the workflow says what happens',
  oneByOne: 'Reviews are in use, submit one at a time',
  held: (label: string) => `This ${label} is already in a request awaiting review`,
}
