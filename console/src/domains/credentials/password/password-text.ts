import { acts, fields } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

/** Sentences of changing a password, loaded with the dialog. */
export const text = {
  title: acts.changePassword,
  forcedTitle: t('请修改密码', 'Change your password'),
  old: t('旧密码', 'Old password'),
  fresh: fields.newPassword,
  confirm: t('确认密码', 'Confirm password'),
  oldMissing: t('请输入旧密码', 'Enter the old password'),
  freshMissing: t('请输入新密码', 'Enter the new password'),
  confirmMissing: t('请再次输入新密码', 'Enter the new password again'),
  forcedConfirmMissing: t('请输入确认密码', 'Enter the password again'),
  mismatch: t('两次密码不相同', 'The passwords are not the same'),
  failed: t('密码修改失败，请重试！', 'The password could not be changed, try again'),
  changed: t('密码修改成功，请重新登录！', 'Your password has been changed, sign in again'),
  forcedChanged: t('修改密码成功', 'Your password has been changed'),
  expiredTitle: t('定期修改密码', 'Regular password change'),
  expiredText: t(
    '您的密码已经过期，为了保证您的账号安全，请修改密码！',
    'Your password has expired. To keep your account safe, change it now.',
  ),
  first: t('这是您第一次登录，请先设置自己的密码。', 'This is the first time you sign in. Set your own password first.'),
  default: t('您的密码由管理员重置，请先设置自己的密码。', 'An administrator has reset your password. Set your own password first.'),
  policy: t('密码要求', 'The password needs'),
  met: t('已满足', 'Met'),
  unmet: t('未满足', 'Not met'),
  length: t(
    (min: number, max: number) => `${min} 至 ${max} 个字符`,
    (min, max) => `${min} to ${max} characters`,
  ),
  threeOfFour: t(
    '含大写字母、小写字母、数字、特殊字符中的三种',
    'Three of upper-case letters, lower-case letters, digits and special characters',
  ),
  medium: t('含英文、数字、特殊字符中的两种', 'Two of letters, digits and special characters'),
  strong: t('同时含英文、数字和特殊字符', 'Letters, digits and special characters'),
  unlisted: t('不在密码黑名单中', 'Not on the list of blocked passwords'),
  uncommon: t('不是常见密码', 'Not a common password'),
  unnamed: t('不与用户名、姓名、手机号、机构名称相似', 'Not like the user name, name, phone number or organisation'),
  specials: t('特殊字符：!@#$%^&*_=(),.<>', 'Special characters: !@#$%^&*_=(),.<>'),
} as const
