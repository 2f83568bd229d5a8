export const text = {
  title: (wanted: string) => `以“${wanted}”身份登录？`,
  about: (present: string, wanted: string) =>
    `您当前以“${present}”登录。打开的链接将切换到“${wanted}”的账号；如果不是您本人发起，请保持当前登录。`,
  yes: '切换登录',
  no: '保持当前登录',
} as const
