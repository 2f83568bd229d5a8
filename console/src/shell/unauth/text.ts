import { acts } from '@hufu/contract/text'

export const text = {
  title: '暂无权限',
  body: '您暂无任何菜单权限，请联系管理员',
  granted: '已有权限',
  grantedBody: '您已有菜单权限，可以返回首页',
  login: acts.backToSignIn,
  home: acts.backToHome,
  account: (name: string) => `当前账号：${name}`,
  again: '重新加载权限',
  still: '仍未获得任何菜单权限',
} as const
