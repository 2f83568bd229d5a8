import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  ENCRYPT_METHODS,
  INITIAL_PASSWORD_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  SPECIALS,
  initialPasswordProblem,
  passwordProblem,
  randomPassword,
  type PasswordPolicy,
} from './password.ts'

const low: PasswordPolicy = {
  passwordProfile: 'specification',
  passwordStrength: 'low',
  openPasswordBlacklist: false,
  passwordBlacklist: [],
  openCommonPasswords: false,
}
const medium: PasswordPolicy = { ...low, passwordStrength: 'medium' }
const strong: PasswordPolicy = { ...low, passwordStrength: 'strong' }
const listing: PasswordPolicy = { ...strong, openPasswordBlacklist: true, passwordBlacklist: ['Password1!'] }

test('PWD-10 an empty password is refused with 请输入密码', () => {
  expect(passwordProblem('', strong)).toBe('请输入密码')
})

test('PWD-11 至少8个字符长度 is reported before any problem of strength', () => {
  expect(passwordProblem('Ab1!xyz', strong)).toBe('至少8个字符长度')
  expect(passwordProblem('abcdefg', strong)).toBe('至少8个字符长度')
  expect(passwordProblem('abcdefgh', low)).toBeUndefined()
})

test('PWD-11 length counts characters, not UTF-16 halves', () => {
  expect(passwordProblem('𠮷𠮷𠮷𠮷', low)).toBe('至少8个字符长度')
  expect(passwordProblem('𠮷'.repeat(20), low)).toBeUndefined()
})

test('PWD-12 a blacklisted password is refused with 密码已在密码黑名单中，请设置新密码', () => {
  expect(passwordProblem('Password1!', listing)).toBe('密码已在密码黑名单中，请设置新密码')
  expect(passwordProblem('pASSWORD1!', listing)).toBe('密码已在密码黑名单中，请设置新密码')
})

test('PWD-12 the blacklist compares whole passwords, and is not applied when switched off', () => {
  expect(passwordProblem('Password1!x', listing)).toBeUndefined()
  expect(passwordProblem('Password1!', { ...listing, openPasswordBlacklist: false })).toBeUndefined()
})

test('PWD-12 the blacklist is checked before the strength (D-45)', () => {
  const policy = { ...listing, passwordBlacklist: ['abcdefgh'] }
  expect(passwordProblem('abcdefgh', policy)).toBe('密码已在密码黑名单中，请设置新密码')
})

test('PWD-13 medium requires two of letters, digits and specials', () => {
  expect(passwordProblem('abcdefgh', medium)).toBeDefined()
  expect(passwordProblem('12345678', medium)).toBeDefined()
  for (const good of ['abcdefg1', 'abcdefg!', '1234567!']) expect(passwordProblem(good, medium)).toBeUndefined()
})

test('PWD-14 too weak for medium: 必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)中的两者组合', () => {
  expect(passwordProblem('abcdefgh', medium)).toBe('必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)中的两者组合')
})

test('PWD-15 strong requires all three', () => {
  expect(passwordProblem('abcdefg1', strong)).toBeDefined()
  expect(passwordProblem('abcdef1!', strong)).toBeUndefined()
})

test('PWD-16 too weak for strong: 必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)', () => {
  expect(passwordProblem('abcdefg1', strong)).toBe('必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)')
})

test('CONST-04 a password has at most 20 characters: 密码不能超过20个字符', () => {
  expect(PASSWORD_MAX).toBe(20)
  expect(passwordProblem('Ab1!'.repeat(5), strong)).toBeUndefined()
  expect(passwordProblem('Ab1!'.repeat(5) + 'x', listing)).toBe('密码不能超过20个字符')
})

test('CONST-05 an initial password has 8 to 32 characters', () => {
  expect(INITIAL_PASSWORD_MAX).toBe(32)
  expect(initialPasswordProblem('', low)).toBe('请输入密码')
  expect(initialPasswordProblem('a'.repeat(7), low)).toBe('至少8个字符长度')
  expect(initialPasswordProblem('a'.repeat(8), low)).toBeUndefined()
  expect(initialPasswordProblem('a'.repeat(32), low)).toBeUndefined()
  expect(initialPasswordProblem('a'.repeat(33), low)).toBe('密码不能超过32个字符')
  expect(initialPasswordProblem('a'.repeat(8), strong)).toBe('必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)')
})

test('CONST-07 a password has at least 8 characters', () => {
  expect(PASSWORD_MIN).toBe(8)
})

test('CONST-08 each of the 16 specials counts, ~ and - and Chinese do not', () => {
  expect([...SPECIALS].join('')).toBe('!@#$%^&*_=(),.<>')
  expect(new Set(SPECIALS).size).toBe(16)
  for (const special of SPECIALS) expect(passwordProblem(`abcdef1${special}`, strong)).toBeUndefined()
  for (const other of ['~', '-', '密', ' ', '１']) expect(passwordProblem(`abcdef1${other}`, strong)).toBeDefined()
})

test('CONST-09 md5 is an encryption method', () => {
  expect(ENCRYPT_METHODS).toContain('md5')
})

test('CONST-10 sm3 is an encryption method', () => {
  expect(ENCRYPT_METHODS).toContain('sm3')
  expect(ENCRYPT_METHODS).toHaveLength(2)
})

test('a random password has 12 characters, is strong and holds no look-alikes (D-47)', () => {
  const drawn = Array.from({ length: 2000 }, () => randomPassword(randomInt, strong))
  for (const password of drawn) {
    expect(password).toHaveLength(12)
    expect(passwordProblem(password, strong)).toBeUndefined()
    expect(password).toMatch(/^[^0Oo1lIi2Zz5Ss8B]+$/)
  }
  expect(new Set(drawn).size).toBe(drawn.length)
})
