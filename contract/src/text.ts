import { t } from './language.ts'
import * as acts from './text/acts.ts'
import * as problems from './text/problems.ts'
import * as fields from './text/fields.ts'
import * as named from './text/named.ts'
import * as outcomes from './text/outcomes.ts'
import * as states from './text/states.ts'
import * as things from './text/things.ts'

// Words that more than two files use, by subject.
export { acts, problems, fields, named, outcomes, states, things }

/** Sentences that both the console, before it sends, and the server, before it accepts, use. */
export const text = {
  /** The message of every success (D-01, D-23). */
  done: outcomes.done,
  signedIn: t('登录成功', 'Signed in'),
  /** The message of a change that waits for its review. */
  submitted: t('已提交审核', 'Submitted for review'),
  bindFactorFirst: t('请先绑定二次验证方式', 'Set up a second factor first'),
  field: {
    /** The characters found follow the colon. */
    illegalCharacters: t('存在非法字符：', 'Not allowed here: '),
    tooLong: named.tooLong,
    phoneProblem: problems.phoneWrong,
    idCardProblem: problems.idCardWrong,
    userNameProblem: t('用户名格式不正确', 'The user name is not in the right format'),
  },
} as const
