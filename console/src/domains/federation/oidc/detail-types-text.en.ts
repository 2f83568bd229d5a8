import type { Translated } from '@hufu/contract/language'
import { acts, fields } from '@hufu/contract/text'
import type { text as chinese } from './detail-types-text.ts'

export const text: Translated<typeof chinese> = {
  title: 'Types of authorization details',
  hint: 'For asking for one concrete thing, such as a payment (RAR, RFC 9396). The user reads the name and every field each time; what they agree to stands in the token and in introspection',
  type: 'Type, such as payment_initiation',
  typeOf: row => `Type ${row} of authorization details`,
  typeProblem: 'Letters, digits and signs, at most 200',
  label: 'Name users read',
  labelOf: row => `Name of field ${row} for users`,
  explanation: fields.explanation,
  remove: acts.detach,
  removeType: row => `Remove type ${row}`,
  addType: 'Add type',
  field: 'Field, such as amount',
  fieldOf: row => `Field ${row}`,
  fieldProblem: 'Begins with a letter; letters, digits, _ and -; not type or locations',
  kindOf: row => `What field ${row} holds`,
  kinds: { text: 'Text', number: 'Number', choice: 'One of', choices: 'Several of' },
  max: 'At most',
  maxOf: row => `Greatest value of field ${row}`,
  choices: 'Choices, one per line',
  choicesOf: row => `Choices of field ${row}`,
  choicesProblem: 'Enter the choices',
  required: 'Required',
  requiredOf: row => `Field ${row} is required`,
  removeField: row => `Remove field ${row}`,
  addField: 'Add field',
  addFieldOf: row => `Add a field to type ${row}`,
}
