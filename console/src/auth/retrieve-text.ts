import { acts, fields } from '@hufu/contract/text'

/** Loaded with its page, not with the sign-in page. */
export const retrieve = {
  title: acts.recoverPassword,
  how: '没有绑定手机号？请联系管理员在用户管理中为您重置密码。',
  back: acts.backToSignIn,
  steps: ['验证手机', '确认账号', '设置新密码'],
  stepOf: (step: number, name: string) => `第${step}步，共3步：${name}`,
  next: acts.nextStep,
  previous: '上一步',
  checking: '正在验证…',
  account: '要重置密码的账号',
  fresh: fields.newPassword,
  freshHint: '请输入新密码',
  confirm: '确认密码',
  confirmHint: '请再次输入新密码',
  mismatch: '两次密码不相同',
  failed: '密码修改失败，请重试！',
  /** The sentence for an expired proof. */
  proofOver: '验证已失效，请重新验证',
  done: '密码修改成功，请重新登录！',
  submit: '提交',
  submitting: '正在提交…',
} as const
