import { t } from '@hufu/contract/language'
export const text = { legend: t('使用单位身份登录', 'Sign in with your company') } as const
