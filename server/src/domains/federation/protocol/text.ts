import { fields, states } from '@hufu/contract/text'
import { inBoth } from '../../../platform/http/language.ts'
import { english, englishCommon } from './text.en.ts'

/** Sentences of all protocols about failed requests. */
export const chineseCommon = {
  over: '登录请求已失效',
  loggedOut: '已退出登录',
  disabled: '该应用已停用',
  disabledHow: '管理员已停用该应用，请联系管理员',
  tooOften: '操作过于频繁，请稍后再试',
  defect: '服务暂时不可用，请稍后重试',
} as const

/** Sentences on the way into an application, for all protocols. */
export const chinese = {
  noAccess: (app: string) => `您没有打开“${app}”的权限`,
  askWhom: (names: readonly string[]) => `如需使用，请联系管理员${names.length > 0 ? `：${names.join('、')}` : ''}`,
  addressRefused: (app: string) => `当前网络地址不允许打开“${app}”`,
  addressHow: '该应用只能从指定的网络打开，请在办公网络内重试，或联系管理员',
  accountKinds: {
    userName: fields.account,
    phone: fields.phone,
    email: fields.email,
    employeeNumber: fields.employeeNumber,
    originUserId: fields.originUserId,
    id: fields.userId,
  },
  noAccount: (app: string, kind: string) => `您没有可用于“${app}”的${kind}`,
  noAccountHow: (kind: string) =>
    `该应用以${kind}识别用户${kind === fields.email ? '，邮箱须已验证且不与他人重复' : '，而您的账号没有填写'}`,
  proveEmail: '请在控制台的个人中心验证邮箱后继续；邮箱与他人重复时请联系管理员',
  accountShared: (app: string, kind: string) => `您在“${app}”的${kind}与他人相同`,
  accountSharedHow: '该应用无法区分您与另一位用户，因此未登录',
  trace: (id: string) => `追踪编号：${id}`,
  changePassword: '请先修改密码',
  changePasswordHow: '您的密码需要修改后才能打开应用，请在控制台完成修改后返回此页',
  bindFactor: '请先绑定二次验证',
  bindFactorHow: '您的角色要求二次验证，请在控制台完成绑定后返回此页',
  wantsFactor: (app: string) => `“${app}”要求二次验证`,
  wantsKey: (app: string) => `“${app}”要求使用通行密钥`,
  showFactor: '重新登录并验证',
  showFactorHow: { any: '请重新登录，并完成动态口令、通行密钥或数字证书验证', key: '请使用通行密钥或数字证书重新登录' },
  goBind: '前往绑定',
  goBindHow: { any: '您还没有绑定动态口令或通行密钥，请绑定后返回此页继续', key: '您还没有绑定通行密钥，请绑定后返回此页继续' },
  skipFactor: '暂不验证',
  chooseJob: (app: string) => `以哪个任职进入“${app}”？`,
  chooseJobHow: '选择在本次登录期间有效，可在“我的应用”中更改',
  mainJob: states.mainJob,
  otherJob: states.otherJob,
  toConsole: '前往控制台',
  goOn: '继续',
  backToApp: '返回应用',
  otherAccount: '使用其他账号',
} as const

export const common = inBoth(chineseCommon, englishCommon)
export const text = inBoth(chinese, english)
