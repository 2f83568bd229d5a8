import { t } from '@hufu/contract/language'
export const text = {
  wx: {
    provider: t('微信', 'WeChat'),
    how: t('请使用微信扫一扫登录', 'Scan with WeChat to sign in'),
    picture: t('微信登录二维码', 'QR code to sign in with WeChat'),
    open: t('无法扫码？打开微信登录页面', 'Cannot scan? Open the WeChat sign-in page'),
    unbound: t('该微信未绑定账号', 'No account is bound to this WeChat account'),
  },
  zfb: {
    provider: t('支付宝', 'Alipay'),
    how: t('请使用支付宝扫一扫登录', 'Scan with Alipay to sign in'),
    picture: t('支付宝登录二维码', 'QR code to sign in with Alipay'),
    open: t('无法扫码？打开支付宝登录页面', 'Cannot scan? Open the Alipay sign-in page'),
    unbound: t('该支付宝未绑定账号', 'No account is bound to this Alipay account'),
  },
  starting: t('正在获取二维码…', 'Getting the QR code…'),
  scanned: t('已扫码，正在确认身份…', 'Scanned, confirming who you are…'),
  entering: t('登录成功，正在进入…', 'Signed in, one moment…'),
  over: t('二维码已失效，请刷新', 'The QR code has expired, refresh it'),
  refresh: t('刷新二维码', 'Refresh QR code'),
  bind: {
    about: t('请验证您的账号和密码，绑定后可直接扫码登录。', 'Enter your account and password. Once bound, scanning alone signs you in.'),
    submit: t('绑定并登录', 'Bind and sign in'),
    submitting: t('正在绑定…', 'Binding…'),
    again: t('重新扫码', 'Scan again'),
  },
} as const
