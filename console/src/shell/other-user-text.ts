/** Sentences of the page shown when two tabs have different users. */
export const text = {
  title: (former: string) => `“${former}”的登录已结束`,
  about: (former: string, present: string) =>
    `此页面原以“${former}”登录；当前浏览器已在其他标签页以“${present}”登录。请确认以谁的身份继续。`,
  agree: (present: string) => `以“${present}”继续`,
  decline: '重新登录',
} as const
