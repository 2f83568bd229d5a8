export const text = {
  title: '暂无权限',
  body: '您暂无任何菜单权限，请联系管理员',
  login: '返回登录',
  home: '返回首页',
} as const
