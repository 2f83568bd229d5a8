import { acts, named } from '@hufu/contract/text'
import { text as oidcText } from '../oidc/oidc-text.ts'
import { t } from '@hufu/contract/language'

/** Sentences about requests of applications. */
export const text = {
  title: t('待我确认的请求', 'Requests that wait for me'),
  hint: t(
    '只有您本人刚刚在该应用发起操作时才同意；不清楚来由的请求请拒绝。',
    'Agree only if you have just begun something in that application yourself; refuse what you cannot explain.',
  ),
  of: t(
    (app: string) => `“${app}”的请求`,
    app => `Request of “${app}”`,
  ),
  ask: t(
    (app: string) => `“${app}”请求以您的身份登录`,
    app => `“${app}” asks to sign in as you`,
  ),
  askTo: t(
    (app: string, resources: readonly string[]) => `“${app}”请求以您的身份使用“${named.listed(resources)}”`,
    (app, resources) => `“${app}” asks to use “${named.listed(resources)}” as you`,
  ),
  binding: t('请核对应用显示的内容：', 'Compare with what the application shows:'),
  scopes: t('应用将获得', 'What the application gets'),
  scopeNames: {
    ...oidcText.scopeNames,
    offline_access: t('在您退出登录后继续访问，最长30天', 'Access after you sign out, for up to 30 days'),
  } as Readonly<Record<string, string>>,
  from: t(
    (ip: string) => `来自 ${ip}`,
    ip => `from ${ip}`,
  ),
  until: t(
    (time: string) => `${time} 前有效`,
    time => `valid until ${time}`,
  ),
  agree: acts.agree,
  decline: acts.decline,
  agreed: t('已同意，请回到应用继续', 'Agreed; go on in the application'),
  declined: t('已拒绝', 'Refused'),
} as const
