import { acts, named, states } from '@hufu/contract/text'

export const text = {
  title: '已锁屏',
  about: (name: string) => `“${name}”已锁屏，请验证身份后继续。`,
  unlock: '验证',
  swap: '换个账号',
  auto: {
    title: '自动锁屏',
    about: `一段时间没有操作后自动锁屏，只对当前浏览器有效。也可随时按 Ctrl Alt L，或在用户菜单中选择“${acts.lockScreen}”。`,
    off: states.off,
    after: named.minutes,
  },
} as const
