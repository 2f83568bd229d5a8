/** Texts shipped in config.json and in the settings; other values were written by an operator. */
export const shippedNames = {
  documentTitle: '统一身份认证',
  title: '统一身份认证与访问管理平台',
  versionLabel: '当前版本号',
  requestTimeout: '请求超时，请稍后重试',
} as const

/** A 600 whose data contains this asks the user to do something (specification section 8). */
export const REQUEST = '请'
