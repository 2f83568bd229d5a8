export const text = {
  wx: {
    provider: '微信',
    how: '请使用微信扫一扫登录',
    picture: '微信登录二维码',
    open: '无法扫码？打开微信登录页面',
    unbound: '该微信未绑定账号',
  },
  zfb: {
    provider: '支付宝',
    how: '请使用支付宝扫一扫登录',
    picture: '支付宝登录二维码',
    open: '无法扫码？打开支付宝登录页面',
    unbound: '该支付宝未绑定账号',
  },
  starting: '正在获取二维码…',
  scanned: '已扫码，正在确认身份…',
  entering: '登录成功，正在进入…',
  over: '二维码已失效，请刷新',
  refresh: '刷新二维码',
  bind: {
    about: '请验证您的账号和密码，绑定后可直接扫码登录。',
    submit: '绑定并登录',
    submitting: '正在绑定…',
    again: '重新扫码',
  },
} as const
