import { acts, faults, fields } from '@hufu/contract/text'

/** Sentences about captchas and codes, loaded with their forms. */
export const codeText = {
  captchaHint: '请输入图中字符',
  captchaImage: '验证码图片',
  captchaProblem: '验证码加载失败',
  changeCaptcha: '换一张',
  phoneHint: faults.phoneNotEntered,
  phoneMissing: faults.phoneNotEntered,
  smsCodeHint: '6位数字',
  smsCodeMissing: '请输入短信验证码',
  smsCode: fields.smsCode,
  sendCode: '获取验证码',
  sendingCode: '正在发送…',
  codeSent: '验证码已发送，5分钟内有效',
  phone: fields.phone,
  sendAgain: (seconds: number) => `${seconds}秒后可重新获取`,
  second: {
    title: '请完成手机验证',
    about: (telephone: string) => `请输入尾号与 ${telephone} 相符的手机号，验证码将发送到该手机。`,
    submit: acts.verifyAndSignIn,
    back: '返回密码登录',
  },
} as const
