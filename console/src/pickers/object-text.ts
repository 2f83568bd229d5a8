import { things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

export const text = {
  choose: t('选择对象', 'Choose an object'),
  clear: t('不限对象', 'Any object'),
  other: t('指定对象', 'Chosen object'),
  kinds: { user: things.user, org: things.org, app: things.app, role: things.role },
  titles: { app: t('选择应用', 'Choose an application'), role: t('选择角色', 'Choose a role') },
  chooseRole: t('请选择角色，可按名称或编码查找', 'Choose a role, by name or code'),
  noRole: t('没有符合条件的角色', 'No role matches'),
} as const
