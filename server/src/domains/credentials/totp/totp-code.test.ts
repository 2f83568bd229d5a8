import { expect, test } from 'vitest'
import { base32, codeOf, matchingStep, stepAt, uriOf } from './totp-code.ts'

const secret = Buffer.from('12345678901234567890')

/** RFC 6238 appendix B, SHA-1; its codes have eight digits, Hufu's are the last six. */
test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('RFC 6238 the code of second %i is %s', (second, eight) => {
  expect(codeOf(secret, stepAt(second * 1000))).toBe(eight.slice(-6))
})

/** RFC 4226 appendix D. */
test.each(['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'])(
  'RFC 4226 the code of each count is %s',
  code => {
    const at = [755224, 287082, 359152, 969429, 338314, 254676, 287922, 162583, 399871, 520489].indexOf(Number(code))
    expect(codeOf(secret, at)).toBe(code)
  },
)

test('RFC 6238 codes one step back and one forward are accepted, two are not, nor used ones and earlier ones', () => {
  const now = 1_700_000_010_000
  const step = stepAt(now)
  for (const aside of [-1, 0, 1]) expect(matchingStep(secret, codeOf(secret, step + aside), 0, now)).toBe(step + aside)
  for (const aside of [-3, -2, 2, 3]) expect(matchingStep(secret, codeOf(secret, step + aside), 0, now)).toBeUndefined()
  expect(matchingStep(secret, codeOf(secret, step), step, now)).toBeUndefined()
  expect(matchingStep(secret, codeOf(secret, step - 1), step, now)).toBeUndefined()
  expect(matchingStep(secret, codeOf(secret, step + 1), step, now)).toBe(step + 1)
})

test.each(['', '1', '12345', '1234567', 'abcdef', '长长长长长长', ' '.repeat(6)])('“%s” is not a valid code', typed => {
  expect(matchingStep(secret, typed, 0, 0)).toBeUndefined()
})

/** RFC 4648 section 10, without padding. */
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648 “%s” is %s in base 32', (plain, spelt) => {
  expect(base32(Buffer.from(plain))).toBe(spelt)
})

test('the otpauth address names system and account, whatever characters their names have', () => {
  expect(uriOf('虎符 & 平台', 'a:b', 'MZXW6')).toBe(
    'otpauth://totp/a%3Ab?secret=MZXW6&issuer=%E8%99%8E%E7%AC%A6%20%26%20%E5%B9%B3%E5%8F%B0',
  )
})
