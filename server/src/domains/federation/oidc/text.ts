import { acts, text as shared } from '@hufu/contract/text'
import { chineseCommon } from '../protocol/text.ts'
import { inBoth } from '../../../platform/http/language.ts'
import { english } from './text.en.ts'

/** Sentences of the sign-in to applications. */
export const chinese = {
  ...chineseCommon,
  done: shared.done,
  overHow: '请回到应用重新登录',
  waiting: '该应用正在等待管理员批准',
  waitingHow: '应用已自行登记，管理员批准后即可登录；如需使用，请联系管理员',
  refused: '无法完成登录',
  refusedHow: '应用发来的登录请求不正确，请联系应用管理员',
  returning: (app: string) => `正在返回“${app}”`,
  // device
  deviceTitle: '登录设备',
  deviceAsk: '请输入设备上显示的代码',
  deviceWrong: '代码不正确，请核对后重新输入',
  deviceOver: '代码已过期，请在设备上重新获取',
  deviceUsed: '代码已被使用，请在设备上重新获取',
  deviceDeclined: '已拒绝该设备登录',
  deviceProblem: '处理失败，请重新输入',
  deviceCode: '设备代码',
  deviceConfirm: (app: string) => `确认让设备登录“${app}”？`,
  deviceConfirmHow: '请核对设备上显示的代码与下面一致；如果不是您本人发起，请点击“拒绝”。',
  deviceDone: '设备已登录',
  deviceDoneHow: '现在可以关闭此页面，回到设备继续使用',
  next: acts.nextStep,
  confirm: '确认',
  decline: acts.decline,
  // consent
  consent: (client: string) => `允许“${client}”获取您的信息？`,
  consentTo: (client: string, resource: string) => `允许“${client}”以您的身份使用“${resource}”？`,
  listed: (names: readonly string[]) => names.join('、'),
  detailLine: (label: string, value: string) => `${label}：${value}`,
  consentFrom: (host: string) => `来自：${host}`,
  consentUnknown: '该客户端未在本系统登记，名称由其自行声明，请以上面的来源为准',
  consentLocal: '该客户端运行在您的设备上；只有刚刚由您本人发起时才点击“同意”',
  consentHow: '同意后可随时在“我的应用”中撤销',
  allow: acts.agree,
  scopes: {
    openid: '识别您的身份',
    profile: '姓名、账号、工号',
    email: '邮箱',
    phone: '手机号',
    org: '机构与任职',
    roles: '您在应用中的角色',
    groups: '所属权限组',
    offline_access: '在您退出登录后继续访问，最长30天',
  },
  // what an application asks of the sign-in
  whichAccount: (app: string) => `使用哪个账号登录“${app}”？`,
  signedInAs: (realName: string, userName: string) => `当前登录：${realName}（${userName}）`,
  // logout
  logoutTitle: '退出登录？',
  logoutHow: '将同时退出所有通过本系统登录的应用',
  logoutYes: '退出',
  logoutNo: '保持登录',
  leaving: '正在退出登录',
  framed: (names: readonly string[]) => `正在请求退出：${names.join('、')}`,
  framedHow: '浏览器不会告知这些应用是否已退出，如不放心请关闭浏览器',
  stillSignedIn: '仍保持登录',
  leftApp: (app: string) => `已退出“${app}”，本系统和其他应用仍保持登录`,
} as const

export const text = inBoth(chinese, english)
