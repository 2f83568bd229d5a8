import { t } from '@hufu/contract/language'
export const passkeyText = {
  enter: t('通行密钥登录', 'Sign in with a passkey'),
  waiting: t('请按浏览器提示操作…', 'Please follow your browser…'),
  cancelled: t('已取消，或等待超时，请重试', 'Cancelled or timed out, please try again'),
  failed: t(
    '此浏览器或访问地址不能使用通行密钥，请换一种方式登录',
    'Passkeys cannot be used in this browser or at this address, please sign in another way',
  ),
} as const
