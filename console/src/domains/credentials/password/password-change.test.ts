import { PASSWORD_PROFILES, passwordProblem, type PasswordPolicy } from '@hufu/contract/credentials/password'
import { expect, test } from 'vitest'
import { changeProblem, confirmProblem, requirements, freshProblem } from './password-change.ts'
import { text } from './password-text.ts'

const policy: PasswordPolicy = {
  passwordProfile: 'specification',
  passwordStrength: 'strong',
  openPasswordBlacklist: true,
  passwordBlacklist: ['Password1!'],
  openCommonPasswords: false,
}
const answer = (code: string, message = '') => ({ code, message, data: null })

test('PWD-17 ERR-01 a refused change shows the message of the server', () => {
  expect(changeProblem(answer('password_error', '旧密码不正确'))).toBe('旧密码不正确')
  expect(changeProblem(answer('success'))).toBeUndefined()
})

test('ERR-02 a refused change without a message shows 密码修改失败，请重试！', () => {
  expect(changeProblem(answer('password_error'))).toBe('密码修改失败，请重试！')
})

test('PWD-03 the new password is required: 请输入新密码', () => {
  expect(freshProblem('', 'old', policy)).toBe('请输入新密码')
})

test('PWD-06 the new password is checked by the policy of the global config', () => {
  expect(freshProblem('abcdefgh', 'old', policy)).toBe('必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)')
  expect(freshProblem('Password1!', 'old', policy)).toBe('密码已在密码黑名单中，请设置新密码')
})

test('PWD-09 ERR-06 a new password equal to the old one is refused with 设置的新密码与旧密码一样', () => {
  expect(freshProblem('Abcdef1!', 'Abcdef1!', policy)).toBe('设置的新密码与旧密码一样')
  expect(freshProblem('Abcdef1!', 'Abcdef2!', policy)).toBeUndefined()
})

test('PWD-04 PWD-05 FORCE-06 FORCE-07 ERR-07 the confirmation is required and equal, else 两次密码不相同', () => {
  expect(confirmProblem('', 'a', text.confirmMissing)).toBe('请再次输入新密码')
  expect(confirmProblem('', 'a', text.forcedConfirmMissing)).toBe('请输入确认密码')
  expect(confirmProblem('b', 'a', '')).toBe('两次密码不相同')
  expect(confirmProblem('a', 'a', '')).toBeUndefined()
})

test('PWD-10 to PWD-16 the requirements ticked while typing agree with what the policy accepts', () => {
  const typed = [
    '',
    'a',
    'abcdefgh',
    'abcdefg1',
    'Abcdef1!',
    'Password1!',
    '1234567!',
    'Ab1!'.repeat(6),
    '密码密码密码密码',
    'a b c d e f g h i',
  ]
  const either = [false, true]
  const finds = either.flatMap(common => either.flatMap(personal => either.map(listed => ({ common, personal, listed }))))
  for (const passwordProfile of PASSWORD_PROFILES)
    for (const passwordStrength of ['low', 'medium', 'strong'] as const)
      for (const openPasswordBlacklist of [true, false])
        for (const found of finds)
          for (const password of typed) {
            const rules = {
              ...policy,
              passwordProfile,
              passwordStrength,
              openPasswordBlacklist,
              openCommonPasswords: openPasswordBlacklist,
            }
            const isMet = requirements(password, rules, found).every(demand => demand.isMet)
            expect(isMet, `${passwordProfile} ${password}`).toBe(passwordProblem(password, rules, found) === undefined)
          }
})

test('PWD-12 requirements that only the server can check count as unmet until it has answered', () => {
  const unmet = requirements('correct horse battery', { ...policy, passwordProfile: 'nist' }, undefined).filter(demand => !demand.isMet)
  expect(unmet.map(({ sentence }) => sentence)).toEqual(['不在密码黑名单中', '不是常见密码', '不与用户名、姓名、手机号、机构名称相似'])
})
