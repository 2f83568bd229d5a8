/** Sentences of signing in by CAS. */
export const text = {
  unknownService: '该应用未登记',
  unknownServiceHow: '请联系应用管理员，在应用的服务地址中登记它',
  over: '登录请求已失效',
  malformed: '登录请求不正确',
  malformedHow: '请回到应用重新登录，或联系应用管理员',
  loggedOut: '已退出登录',
  tooOften: '操作过于频繁，请稍后再试',
  defect: '服务暂时不可用，请稍后重试',
} as const
