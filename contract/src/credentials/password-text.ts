import { faults } from '../text.ts'

/** Problems of a password. */
export const text = {
  missing: faults.passwordNotEntered,
  tooShort: (min: number) => `至少${min}个字符长度`,
  tooLong: (max: number) => `密码不能超过${max}个字符`,
  listed: '密码已在密码黑名单中，请设置新密码',
  medium: '必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)中的两者组合',
  strong: '必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)',
  oldMissing: '请输入旧密码',
  sameAsOld: '设置的新密码与旧密码一样',
  common: '密码过于常见，请设置新密码',
  threeOfFour: '必须包含大写字母、小写字母、数字和特殊字符(!@#$%^&*_=(),.<>)中的三种',
  personal: '密码与用户名、姓名、手机号或机构名称过于相似，请设置新密码',
  reused: (count: number) => `不能使用最近${count}次用过的密码`,
} as const
