import { keysWith, labelsOf } from '@hufu/contract/fields/field'
import { userFields } from '@hufu/contract/fields/user-fields'
import { fields, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

/** Sentences of applications that several domains show. */
export const text = {
  app: things.app,
  choose: t('请选择应用，可按名称或编码查找', 'Choose an application by name or code'),
  nothing: t('没有符合条件的应用', 'No application matches'),
  /** Why a visit did not open the application. */
  visitProblems: {
    noAccess: t('被拒绝：无权访问', 'Refused: no permission'),
    address: t('被拒绝：来源地址不允许', 'Refused: IP address not allowed'),
    noAccount: t('被拒绝：没有可用的应用内账号', 'Refused: no usable account'),
    accountShared: t('被拒绝：应用内账号与他人相同', 'Refused: account shared with others'),
    changePassword: t('中断：须先修改密码', 'Stopped: password change required'),
    bindFactor: t('中断：须先完成二次验证', 'Stopped: second factor required'),
  },
  /** What an account in an application may be. */
  accountFroms: {
    ...labelsOf(userFields, keysWith(userFields, 'account')),
    userName: fields.account,
    id: fields.userId,
  },
  form: {
    on: t('开启', 'On'),
    off: states.off,
    seconds: t('秒', 'seconds'),
  },
} as const
