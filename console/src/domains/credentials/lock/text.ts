import { acts, named, states } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

export const text = {
  title: t('已锁屏', 'Screen locked'),
  about: t(
    (name: string) => `“${name}”已锁屏，请验证身份后继续。`,
    name => `“${name}” has locked the screen. Confirm it is you to go on.`,
  ),
  unlock: t('验证', acts.unlock),
  swap: t('换个账号', 'Use another account'),
  auto: {
    title: t('自动锁屏', 'Lock by itself'),
    about: t(
      `一段时间没有操作后自动锁屏，只对当前浏览器有效。也可随时按 Ctrl Alt L，或在用户菜单中选择“${acts.lockScreen}”。`,
      `Locks the screen after a while without activity, in this browser only. You can also press Ctrl Alt L at any time, or choose “${acts.lockScreen}” in the user menu.`,
    ),
    off: states.off,
    after: named.minutes,
  },
} as const
