export const text = {
  title: '日志',
  description: '此浏览器本次打开以来的错误，仅保存在内存中，最多 100 条；不含任何账号信息。',
  clear: '清空',
  copy: '复制诊断信息',
  copied: '已复制',
  login: '返回登录',
  home: '返回首页',
  none: '暂无诊断信息',
  stack: '调用栈',
  browser: '浏览器',
} as const
