import { t } from '@hufu/contract/language'
export const text = {
  offer: t('不方便看图？点此验证', 'Cannot read the picture? Verify here'),
  working: t('正在验证，约需几秒…', 'Verifying, this takes a few seconds…'),
  progress: t('验证进度', 'Verification progress'),
  done: t('已通过验证，请继续', 'Verified, please go on'),
  failed: t('验证没有完成，请重试', 'Verification did not finish, please try again'),
} as const
