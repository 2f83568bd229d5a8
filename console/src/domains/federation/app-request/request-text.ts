import { acts, named } from '@hufu/contract/text'
import { text as oidc } from '../oidc/oidc-text.ts'

/** Sentences about requests of applications. */
export const text = {
  title: '待我确认的请求',
  hint: '只有您本人刚刚在该应用发起操作时才同意；不清楚来由的请求请拒绝。',
  of: (app: string) => `“${app}”的请求`,
  ask: (app: string) => `“${app}”请求以您的身份登录`,
  askTo: (app: string, resources: readonly string[]) => `“${app}”请求以您的身份使用“${named.listed(resources)}”`,
  binding: '请核对应用显示的内容：',
  scopes: '应用将获得',
  scopeNames: { ...oidc.scopeNames, offline_access: '在您退出登录后继续访问，最长30天' } as Readonly<Record<string, string>>,
  from: (ip: string) => `来自 ${ip}`,
  until: (time: string) => `${time} 前有效`,
  agree: acts.agree,
  decline: acts.decline,
  agreed: '已同意，请回到应用继续',
  declined: '已拒绝',
} as const
