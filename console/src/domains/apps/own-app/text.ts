/** Words of /account/apps. */
export const text = {
  title: '我的应用',
  description: '您可以打开的应用。点击后在新窗口中打开，无需再次登录。',
  search: '查找应用',
  recent: '最近使用',
  outside: '（新窗口打开）',
  noStart: '请从该应用的客户端打开',
  job: '任职',
  jobOf: (name: string) => `进入“${name}”的任职`,
  ask: '打开时选择',
  main: '主职',
  partTime: '兼职',
  none: '还没有可以打开的应用',
  noneHint: '如需使用某个应用，请联系管理员开通。',
  nothing: '没有找到应用',
  clear: '清除查找',
  chosen: '已更改，应用下次核对身份时生效',
} as const
