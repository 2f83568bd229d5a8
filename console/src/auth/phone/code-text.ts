import { acts, fields, problems } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

/** Sentences about captchas and codes, loaded with their forms. */
export const codeText = {
  captchaHint: t('请输入图中字符', 'Characters shown'),
  captchaImage: t('验证码图片', 'Picture with the verification code'),
  captchaProblem: t('验证码加载失败', 'The picture could not be loaded'),
  changeCaptcha: t('换一张', 'Another one'),
  phoneHint: t(problems.phoneNotEntered, 'Your phone number'),
  phoneMissing: t(problems.phoneNotEntered, 'Enter your phone number'),
  smsCodeHint: t('6位数字', '6 digits'),
  smsCodeMissing: t('请输入短信验证码', 'Enter the SMS code'),
  smsCode: t(fields.smsCode, 'SMS code'),
  sendCode: t('获取验证码', 'Send code'),
  sendingCode: t('正在发送…', 'Sending…'),
  codeSent: t('验证码已发送，5分钟内有效', 'The code has been sent and is valid for 5 minutes'),
  phone: t(fields.phone, 'Phone number'),
  sendAgain: t(
    (seconds: number) => `${seconds}秒后可重新获取`,
    seconds => `Send again in ${seconds} s`,
  ),
  second: {
    title: t('请完成手机验证', 'Verify your phone'),
    about: t(
      (telephone: string) => `请输入尾号与 ${telephone} 相符的手机号，验证码将发送到该手机。`,
      telephone => `Enter the phone number that ends like ${telephone}. The code will be sent to it.`,
    ),
    submit: t(acts.verifyAndSignIn, 'Verify and sign in'),
    back: t('返回密码登录', 'Back to password sign-in'),
  },
} as const
