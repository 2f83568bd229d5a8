import { acts, fields, problems, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

export const text = {
  title: t(problems.secondFactorNeeded, 'Verify with your second factor'),
  about: {
    totp: t('请打开身份验证器应用，输入其中显示的6位动态口令。', 'Open your authenticator app and enter the 6-digit code it shows.'),
    passkey: t('请用指纹、面容或 PIN 解锁您已登记的通行密钥。', 'Unlock your registered passkey with your fingerprint, face or PIN.'),
    recoveryCode: t(
      '请输入绑定动态口令时保存的一个恢复码，每个只能使用一次。',
      'Enter one of the recovery codes you kept when you set up the authenticator app. Each works once.',
    ),
  },
  names: {
    passkey: t(things.passkey, 'Passkey'),
    totp: t(things.totp, 'Authenticator code'),
    phone: t(fields.smsCode, 'SMS code'),
    recoveryCode: t('恢复码', 'Recovery code'),
  },
  hints: { totp: t('6位数字', '6 digits'), recoveryCode: t('如 abcde-23456', 'such as abcde-23456') },
  missing: { totp: t('请输入动态口令', 'Enter the authenticator code'), recoveryCode: t('请输入恢复码', 'Enter a recovery code') },
  submit: {
    totp: t(acts.verifyAndSignIn, 'Verify and sign in'),
    recoveryCode: t(acts.verifyAndSignIn, 'Verify and sign in'),
    passkey: t('使用通行密钥验证', 'Verify with a passkey'),
  },
  verifying: t('正在验证…', 'Verifying…'),
  others: t('其他验证方式', 'Other ways to verify'),
  back: t(acts.backToSignIn, 'Back to sign-in'),
} as const
