import { t } from '../language.ts'
/** Problems of an application's own fields. */
export const appText = {
  claimName: t('属性名格式不正确', 'The attribute name is not in the right format'),
  homeUrl: t('首页地址格式不正确', 'The home address is not in the right format'),
} as const
