import type { Translated } from './language.ts'
import * as acts from './text/acts.ts'
import * as faults from './text/faults.ts'
import * as fields from './text/fields.ts'
import * as named from './text/named.ts'
import * as outcomes from './text/outcomes.ts'
import * as states from './text/states.ts'
import * as things from './text/things.ts'
import type { text as chinese } from './text.ts'

export { acts, faults, fields, named, outcomes, states, things }

export const text: Translated<typeof chinese> = {
  done: outcomes.done,
  signedIn: 'Signed in',
  submitted: 'Submitted for review',
  bindFactorFirst: 'Set up a second factor first',
  required: { phone: fields.phone, idCard: fields.idCard, originUserId: fields.originUserId, employeeNumber: fields.employeeNumber },
  field: {
    illegalCharacters: 'Not allowed here: ',
    tooLong: named.tooLong,
    phoneFault: faults.phoneWrong,
    idCardProblem: faults.idCardWrong,
    userNameProblem: 'The user name is not in the right format',
  },
}
