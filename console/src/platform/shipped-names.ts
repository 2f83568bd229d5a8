/** What is shipped in config.json and in the settings: where it still stands so, nobody has written words of their own. */
export const shippedNames = {
  documentTitle: '统一身份认证',
  title: '统一身份认证与访问管理平台',
  versionLabel: '当前版本号',
  requestTimeout: '请求超时，请稍后重试',
} as const

/** A 600 whose data holds this is a request to the person (specification section 8). */
export const REQUEST = '请'
