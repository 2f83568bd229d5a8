import { t } from '@hufu/contract/language'
/** Sentences of the page shown when two tabs have different users. */
export const text = {
  title: t(
    (former: string) => `“${former}”的登录已结束`,
    former => `The session of “${former}” has ended`,
  ),
  about: t(
    (former: string, present: string) => `此页面原以“${former}”登录；当前浏览器已在其他标签页以“${present}”登录。请确认以谁的身份继续。`,
    (former, present) =>
      `This page was signed in as “${former}”. In another tab of this browser “${present}” has signed in since. Choose who goes on.`,
  ),
  agree: t(
    (present: string) => `以“${present}”继续`,
    present => `Go on as “${present}”`,
  ),
  decline: t('重新登录', 'Sign in again'),
} as const
