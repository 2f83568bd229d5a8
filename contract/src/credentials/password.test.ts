import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  ENCRYPT_METHODS,
  INITIAL_PASSWORD_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  SPECIALS,
  initialPasswordFault,
  passwordFault,
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

test('PWD-10 an empty password: 请输入密码', () => {
  expect(passwordFault('', strong)).toBe('请输入密码')
})

test('PWD-11 至少8个字符长度, said before anything about strength', () => {
  expect(passwordFault('Ab1!xyz', strong)).toBe('至少8个字符长度')
  expect(passwordFault('abcdefg', strong)).toBe('至少8个字符长度')
  expect(passwordFault('abcdefgh', low)).toBeUndefined()
})

test('PWD-11 length counts characters, not UTF-16 halves', () => {
  expect(passwordFault('𠮷𠮷𠮷𠮷', low)).toBe('至少8个字符长度')
  expect(passwordFault('𠮷'.repeat(20), low)).toBeUndefined()
})

test('PWD-12 a listed password: 密码已在密码黑名单中，请设置新密码', () => {
  expect(passwordFault('Password1!', listing)).toBe('密码已在密码黑名单中，请设置新密码')
  expect(passwordFault('pASSWORD1!', listing)).toBe('密码已在密码黑名单中，请设置新密码')
})

test('PWD-12 the blacklist compares whole passwords and is silent when switched off', () => {
  expect(passwordFault('Password1!x', listing)).toBeUndefined()
  expect(passwordFault('Password1!', { ...listing, openPasswordBlacklist: false })).toBeUndefined()
})

test('PWD-12 the blacklist is asked before the strength (D-45)', () => {
  const policy = { ...listing, passwordBlacklist: ['abcdefgh'] }
  expect(passwordFault('abcdefgh', policy)).toBe('密码已在密码黑名单中，请设置新密码')
})

test('PWD-13 medium wants two of letters, digits and specials', () => {
  expect(passwordFault('abcdefgh', medium)).toBeDefined()
  expect(passwordFault('12345678', medium)).toBeDefined()
  for (const good of ['abcdefg1', 'abcdefg!', '1234567!']) expect(passwordFault(good, medium)).toBeUndefined()
})

test('PWD-14 必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)中的两者组合', () => {
  expect(passwordFault('abcdefgh', medium)).toBe('必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)中的两者组合')
})

test('PWD-15 strong wants all three', () => {
  expect(passwordFault('abcdefg1', strong)).toBeDefined()
  expect(passwordFault('abcdef1!', strong)).toBeUndefined()
})

test('PWD-16 必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)', () => {
  expect(passwordFault('abcdefg1', strong)).toBe('必须包含英文、数字和特殊字符(!@#$%^&*_=(),.<>)')
})

test('CONST-04 a password has at most 20 characters: 密码不能超过20个字符', () => {
  expect(PASSWORD_MAX).toBe(20)
  expect(passwordFault('Ab1!'.repeat(5), strong)).toBeUndefined()
  expect(passwordFault('Ab1!'.repeat(5) + 'x', listing)).toBe('密码不能超过20个字符')
})

test('CONST-05 an initial password has 8 to 32 characters', () => {
  expect(INITIAL_PASSWORD_MAX).toBe(32)
  expect(initialPasswordFault('')).toBe('请输入密码')
  expect(initialPasswordFault('a'.repeat(7))).toBe('至少8个字符长度')
  expect(initialPasswordFault('a'.repeat(8))).toBeUndefined()
  expect(initialPasswordFault('a'.repeat(32))).toBeUndefined()
  expect(initialPasswordFault('a'.repeat(33))).toBe('密码不能超过32个字符')
})

test('CONST-07 a password has at least 8 characters', () => {
  expect(PASSWORD_MIN).toBe(8)
})

test('CONST-08 each of the 16 specials counts, ~ and - and Chinese do not', () => {
  expect([...SPECIALS].join('')).toBe('!@#$%^&*_=(),.<>')
  expect(new Set(SPECIALS).size).toBe(16)
  for (const special of SPECIALS) expect(passwordFault(`abcdef1${special}`, strong)).toBeUndefined()
  for (const other of ['~', '-', '密', ' ', '１']) expect(passwordFault(`abcdef1${other}`, strong)).toBeDefined()
})

test('CONST-09 md5 is an encryption method', () => {
  expect(ENCRYPT_METHODS).toContain('md5')
})

test('CONST-10 sm3 is an encryption method', () => {
  expect(ENCRYPT_METHODS).toContain('sm3')
  expect(ENCRYPT_METHODS).toHaveLength(2)
})

test('a random password has 12 characters, is strong and holds no look-alikes (D-47)', () => {
  const drawn = Array.from({ length: 2000 }, () => randomPassword(randomInt))
  for (const password of drawn) {
    expect(password).toHaveLength(12)
    expect(passwordFault(password, strong)).toBeUndefined()
    expect(password).toMatch(/^[^0Oo1lIi2Zz5Ss8B]+$/)
  }
  expect(new Set(drawn).size).toBe(drawn.length)
})
