import { acts, fields, named, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

/** Sentences of /account/apps. */
export const text = {
  title: things.myApps,
  description: t(
    '您可以打开的应用。点击后在新窗口中打开，无需再次登录。',
    'The applications you can open. They open in a new window, without signing in again.',
  ),
  search: t('查找应用', 'Find an application'),
  recent: fields.lastUsed,
  outside: t('（新窗口打开）', '(opens in a new window)'),
  noStart: t('请从该应用的客户端打开', 'Open it from its own client'),
  job: t(fields.job, 'Job'),
  jobOf: t(
    (name: string) => `进入“${name}”的任职`,
    name => `Job for opening “${name}”`,
  ),
  ask: t('打开时选择', 'Ask when opening'),
  main: states.mainJob,
  partTime: states.otherJob,
  none: t('还没有可以打开的应用', 'There are no applications you can open yet'),
  noneHint: t('如需使用某个应用，请联系管理员开通。', 'If you need an application, ask your administrator for it.'),
  nothing: t('没有找到应用', 'No application found'),
  clear: t('清除查找', 'Clear search'),
  consents: {
    title: t('我同意的访问', 'Access I agreed to'),
    withdraw: acts.withdrawConsent,
    host: t(
      (host: string) => `（${host}）`,
      host => ` (${host})`,
    ),
    scopes: named.listed,
    withdrawOf: t(
      (client: string) => `撤销对“${client}”的授权`,
      client => `Withdraw consent for “${client}”`,
    ),
    ask: t('撤销这项授权？', 'Withdraw this consent?'),
    askHint: t(
      '该客户端将立即不能再以您的身份访问，下次使用时会重新征得您的同意。',
      'This client can no longer act for you from now on, and asks for your consent again when you next use it.',
    ),
  },
  chosen: t('已更改，应用下次核对身份时生效', 'Changed; takes effect when the application next checks who you are'),
} as const
