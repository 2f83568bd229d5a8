import { acts } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

export const text = {
  title: t('暂无权限', 'No permissions yet'),
  body: t('您暂无任何菜单权限，请联系管理员', 'You have no permission for any menu, contact your administrator'),
  granted: t('已有权限', 'You have permissions'),
  grantedBody: t('您已有菜单权限，可以返回首页', 'You have permission for menus and can go back to the home page'),
  login: acts.backToSignIn,
  home: acts.backToHome,
  account: t(
    (name: string) => `当前账号：${name}`,
    name => `Account: ${name}`,
  ),
  again: t('重新加载权限', 'Reload permissions'),
  still: t('仍未获得任何菜单权限', 'You still have no permission for any menu'),
} as const
