import { fields, states, things } from '@hufu/contract/text'

/** Sentences of applications that several domains show. */
export const text = {
  app: things.app,
  choose: '请选择应用，可按名称或编码查找',
  nothing: '没有符合条件的应用',
  /** Why a visit did not open the application. */
  visitFaults: {
    noAccess: '被拒绝：无权访问',
    address: '被拒绝：来源地址不允许',
    noAccount: '被拒绝：没有可用的应用内账号',
    accountShared: '被拒绝：应用内账号与他人相同',
    changePassword: '中断：须先修改密码',
    bindFactor: '中断：须先完成二次验证',
  },
  /** What an account in an application may be. */
  accountFroms: {
    userName: fields.account,
    phone: fields.phone,
    email: fields.email,
    employeeNumber: fields.employeeNumber,
    originUserId: fields.originUserId,
    id: fields.userId,
  },
  form: {
    reset: '撤销修改',
    on: '开启',
    off: states.off,
    seconds: '秒',
  },
} as const
