import { acts } from '@hufu/contract/text'

/** Sentences of the sign-in to applications. */
export const text = {
  over: '登录请求已失效',
  overHow: '请回到应用重新登录',
  refused: '无法完成登录',
  refusedHow: '应用发来的登录请求不正确，请联系应用管理员',
  defect: '服务暂时不可用，请稍后重试',
  tooOften: '操作过于频繁，请稍后再试',
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
  decline: '拒绝',
  // logout
  logoutTitle: '退出登录？',
  logoutHow: '将同时退出所有通过本系统登录的应用',
  logoutYes: '退出',
  logoutNo: '保持登录',
  leaving: '正在退出登录',
  loggedOut: '已退出登录',
} as const
