import { acts, fields, named, states, things } from '@hufu/contract/text'

/** Sentences of /account/apps. */
export const text = {
  title: things.myApps,
  description: '您可以打开的应用。点击后在新窗口中打开，无需再次登录。',
  search: '查找应用',
  recent: fields.lastUsed,
  outside: '（新窗口打开）',
  noStart: '请从该应用的客户端打开',
  job: fields.job,
  jobOf: (name: string) => `进入“${name}”的任职`,
  ask: '打开时选择',
  main: states.mainJob,
  partTime: states.otherJob,
  none: '还没有可以打开的应用',
  noneHint: '如需使用某个应用，请联系管理员开通。',
  nothing: '没有找到应用',
  clear: '清除查找',
  consents: {
    title: '我同意的访问',
    withdraw: acts.withdrawConsent,
    host: (host: string) => `（${host}）`,
    scopes: named.listed,
    withdrawOf: (client: string) => `撤销对“${client}”的授权`,
    ask: '撤销这项授权？',
    askHint: '该客户端将立即不能再以您的身份访问，下次使用时会重新征得您的同意。',
  },
  chosen: '已更改，应用下次核对身份时生效',
} as const
