/** Sentences at the threshold of an application, whatever it speaks. */
export const text = {
  noAccess: (app: string) => `您没有打开“${app}”的权限`,
  askWhom: (names: readonly string[]) => `如需使用，请联系管理员${names.length > 0 ? `：${names.join('、')}` : ''}`,
  addressRefused: (app: string) => `当前网络地址不允许打开“${app}”`,
  addressHow: '该应用只能从指定的网络打开，请在办公网络内重试，或联系管理员',
  changePassword: '请先修改密码',
  changePasswordHow: '您的密码需要修改后才能打开应用，请在控制台完成修改后返回此页',
  bindFactor: '请先绑定二次验证',
  bindFactorHow: '您的角色要求二次验证，请在控制台完成绑定后返回此页',
  chooseJob: (app: string) => `以哪个任职进入“${app}”？`,
  chooseJobHow: '选择在本次登录期间有效，可在“我的应用”中更改',
  mainJob: '主职',
  otherJob: '兼职',
  toConsole: '前往控制台',
  goOn: '继续',
  backToApp: '返回应用',
} as const
