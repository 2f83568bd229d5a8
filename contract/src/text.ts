import * as acts from './text/acts.ts'
import * as faults from './text/faults.ts'
import * as fields from './text/fields.ts'
import * as named from './text/named.ts'
import * as outcomes from './text/outcomes.ts'
import * as states from './text/states.ts'
import * as things from './text/things.ts'

// Words that more than two files use, by subject.
export { acts, faults, fields, named, outcomes, states, things }

/** Sentences that both the console, before it sends, and the server, before it accepts, use. */
export const text = {
  /** The message of every success (D-01, D-23). */
  done: outcomes.done,
  signedIn: '登录成功',
  /** The message of a change that waits for its review (D-53). */
  submitted: '已提交审核',
  bindFactorFirst: '请先绑定二次验证方式',
  required: { phone: fields.phone, idCard: fields.idCard, originUserId: fields.originUserId, employeeNumber: fields.employeeNumber },
  field: {
    /** The characters found follow the colon (O-30). */
    illegalCharacters: '存在非法字符：',
    tooLong: named.tooLong,
    phoneFault: faults.phoneWrong,
    idCardProblem: faults.idCardWrong,
    userNameProblem: '用户名格式不正确',
  },
} as const
