import type { Translated } from '@hufu/contract/language'
import { fields, states, things } from '@hufu/contract/text'
import type { text as chinese } from './app-text.ts'

export const text: Translated<typeof chinese> = {
  app: things.app,
  choose: 'Choose an application by name or code',
  nothing: 'No application matches',
  visitFaults: {
    noAccess: 'Refused: no permission',
    address: 'Refused: IP address not allowed',
    noAccount: 'Refused: no usable account',
    accountShared: 'Refused: account shared with others',
    changePassword: 'Stopped: password change required',
    bindFactor: 'Stopped: second factor required',
  },
  accountFroms: {
    userName: fields.account,
    phone: fields.phone,
    email: fields.email,
    employeeNumber: fields.employeeNumber,
    originUserId: fields.originUserId,
    id: fields.userId,
  },
  form: {
    reset: 'Undo changes',
    on: 'On',
    off: states.off,
    seconds: 'seconds',
  },
}
