import { t } from '@hufu/contract/language'
export const text = {
  title: t(
    (wanted: string) => `以“${wanted}”身份登录？`,
    wanted => `Sign in as “${wanted}”?`,
  ),
  about: t(
    (present: string, wanted: string) =>
      `您当前以“${present}”登录。打开的链接将切换到“${wanted}”的账号；如果不是您本人发起，请保持当前登录。`,
    (present, wanted) =>
      `You are signed in as “${present}”. The link you opened would switch to the account of “${wanted}”. If you did not ask for this, stay as you are.`,
  ),
  yes: t('切换登录', 'Switch'),
  no: t('保持当前登录', 'Stay signed in'),
} as const
