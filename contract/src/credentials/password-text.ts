import { problems } from '../text.ts'
import { plural, t } from '../language.ts'

/** Problems of a password. */
export const text = {
  missing: problems.passwordNotEntered,
  tooShort: t(
    (min: number) => `至少${min}个字符长度`,
    min => `At least ${plural(min, 'character')}`,
  ),
  tooLong: t(
    (max: number) => `密码不能超过${max}个字符`,
    max => `The password must not be longer than ${max} characters`,
  ),
  listed: t('密码已在密码黑名单中，请设置新密码', 'The password is on the list of forbidden passwords, set another one'),
  medium: t(
    '必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)中的两者组合',
    'Must contain two of letters, digits and special characters (!@#$%^&*_=(),.<>)',
  ),
  strong: t('必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)', 'Must contain letters, digits and special characters (!@#$%^&*_=(),.<>)'),
  oldMissing: t('请输入旧密码', 'Enter the old password'),
  sameAsOld: t('设置的新密码与旧密码一样', 'The new password is the same as the old one'),
  common: t('密码过于常见，请设置新密码', 'The password is too common, set another one'),
  threeOfFour: t(
    '必须包含大写字母、小写字母、数字和特殊字符(!@#$%^&*_=(),.<>)中的三种',
    'Must contain three of capital letters, small letters, digits and special characters (!@#$%^&*_=(),.<>)',
  ),
  personal: t(
    '密码与用户名、姓名、手机号或机构名称过于相似，请设置新密码',
    'The password is too close to the user name, name, phone number or organisation, set another one',
  ),
  reused: t(
    (count: number) => `不能使用最近${count}次用过的密码`,
    count => (count === 1 ? 'The last password cannot be used again' : `The last ${count} passwords cannot be used again`),
  ),
} as const
