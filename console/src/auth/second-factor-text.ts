import { acts, faults, fields, things } from '@hufu/contract/text'

export const words = {
  title: faults.secondFactorNeeded,
  about: {
    totp: '请打开身份验证器应用，输入其中显示的6位动态口令。',
    passkey: '请用指纹、面容或 PIN 解锁您已登记的通行密钥。',
    recoveryCode: '请输入绑定动态口令时保存的一个恢复码，每个只能使用一次。',
  },
  names: { passkey: things.passkey, totp: things.totp, phone: fields.smsCode, recoveryCode: '恢复码' },
  hints: { totp: '6位数字', recoveryCode: '如 abcde-23456' },
  missing: { totp: '请输入动态口令', recoveryCode: '请输入恢复码' },
  submit: { totp: acts.verifyAndSignIn, recoveryCode: acts.verifyAndSignIn, passkey: '使用通行密钥验证' },
  verifying: '正在验证…',
  others: '其他验证方式',
  back: acts.backToSignIn,
} as const
