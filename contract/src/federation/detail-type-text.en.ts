import type { Translated } from '../language.ts'
import type { text as chinese } from './detail-type-text.ts'

export const text: Translated<typeof chinese> = {
  type: 'A type is 1 to 200 letters, digits or signs, such as payment_initiation or an address',
  field: 'A field begins with a letter and holds letters, digits, _ and -; type and locations are taken',
  label: 'Chinese name',
  choices: '1 to 50 choices, none of them twice, and only where there is something to choose',
  fields: most => `At most ${most} fields`,
  types: most => `At most ${most} types of authorization details`,
  twice: 'A type or a field stands twice',
}
