import { acts, fields } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

/** Loaded with its page, not with the sign-in page. */
export const retrieve = {
  title: acts.recoverPassword,
  how: t('没有绑定手机号？请联系管理员在用户管理中为您重置密码。', 'No phone number bound? Ask your administrator to reset your password.'),
  back: acts.backToSignIn,
  steps: [t('验证手机', 'Verify your phone'), t('确认账号', 'Confirm the account'), t('设置新密码', 'Set a new password')],
  stepOf: t(
    (step: number, name: string) => `第${step}步，共3步：${name}`,
    (step, name) => `Step ${step} of 3: ${name}`,
  ),
  next: acts.nextStep,
  previous: t('上一步', 'Back'),
  checking: t('正在验证…', 'Verifying…'),
  account: t('要重置密码的账号', 'Account whose password is reset'),
  fresh: fields.newPassword,
  freshHint: t('请输入新密码', 'Enter a new password'),
  confirm: t('确认密码', 'Confirm password'),
  confirmHint: t('请再次输入新密码', 'Enter the new password again'),
  mismatch: t('两次密码不相同', 'The passwords are not the same'),
  failed: t('密码修改失败，请重试！', 'The password could not be changed, try again.'),
  /** The sentence for an expired proof. */
  proofOver: t('验证已失效，请重新验证', 'The verification is no longer valid, verify again'),
  done: t('密码修改成功，请重新登录！', 'The password has been changed, sign in again.'),
  submit: t('提交', 'Submit'),
  submitting: t('正在提交…', 'Submitting…'),
} as const
