import { expect, test } from 'vitest'
import {
  hasDuplicate,
  idCardCheckDigit,
  idCardProblem,
  illegalCharacters,
  isOnlySpaces,
  maskIdCard,
  maskPhone,
  normaliseIdCard,
  stripBlanks,
  userNameForm,
} from './text-rules.ts'

test('the illegal characters found are < and >, each once, in their order (O-30)', () => {
  expect(illegalCharacters('a<b')).toBe('<')
  expect(illegalCharacters('>a<b>>')).toBe('><')
  expect(illegalCharacters('张三＜＞&"')).toBe('')
})

test('FIELD-02 a trim input strips all white space, inside too', () => {
  expect(stripBlanks(' 张 三 ')).toBe('张三')
  expect(stripBlanks('\u3000张\u3000三\t\r\n\u00A0\u2003\u0085')).toBe('张三')
  expect(stripBlanks('\uFEFF张\u200B三\u200D\u2060\u00AD\u202E\u3164')).toBe('张三')
})

test('FIELD-03 a trim input strips emoji', () => {
  expect(stripBlanks('张三😀')).toBe('张三')
  const sequences = [
    '👨‍👩‍👧‍👦',
    '🏳️‍🌈',
    '❤️‍🔥',
    '👍🏽',
    '🇨🇳',
    '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
    '1️⃣',
    '#️⃣',
    '*\u20E3',
    '☀',
    '☀️',
    '⌚',
    '©️',
    '㊗️',
    '❤',
    '🀄',
    '🈚',
    '🫠',
  ]
  for (const emoji of sequences) expect(stripBlanks(`李${emoji}四`), emoji).toBe('李四')
})

test('FIELD-03 characters that only resemble emoji stay: digits, # and *, Chinese, old symbols', () => {
  for (const allowed of ['0123456789#*', '１２３', '𠮷㐂', '买买提·吐尔逊', '㊗㊙〇々', '©®™ℹ→№', '☆', 'é', '（一）', '①②']) {
    expect(stripBlanks(allowed), allowed).toBe(allowed)
  }
  expect(stripBlanks('1\uFE0F2')).toBe('12')
})

test('FIELD-09 strings of only spaces are detectable', () => {
  expect(isOnlySpaces('   ')).toBe(true)
  expect(isOnlySpaces('\u3000\u200B\n')).toBe(true)
  expect(isOnlySpaces('')).toBe(false)
  expect(isOnlySpaces(' a')).toBe(false)
})

test('FIELD-10 duplicates in a list are found', () => {
  expect(hasDuplicate(['a', 'a'])).toBe(true)
  expect(hasDuplicate(['a', 'b'])).toBe(false)
  expect(hasDuplicate([])).toBe(false)
})

test('a login name is 2 to 50 of letters, digits and _.@- (D-41)', () => {
  for (const good of ['ab', 'zhang.san@hufu-1_', 'a'.repeat(50)]) expect(userNameForm.test(good)).toBe(true)
  for (const bad of ['a', 'a'.repeat(51), '张三', 'a b', 'ab\n', 'ａｂ']) expect(userNameForm.test(bad)).toBe(false)
})

const now = new Date('2026-11-20T15:59:59Z') // one second before midnight in China

test('an id number of 18 digits is checked by its last digit (GB 11643)', () => {
  expect(idCardCheckDigit('11010519491231002')).toBe('X') // the example printed in the standard
  expect(idCardProblem('11010519491231002X', now)).toBe(false)
  expect(idCardProblem('440524188001010014', now)).toBe(false) // the standard's other example
  for (let digit = 0; digit < 10; digit++) expect(idCardProblem(`11010519491231002${digit}`, now)).toBe(true)
})

test('a lower x becomes X and is accepted', () => {
  expect(normaliseIdCard('11010519491231002x')).toBe('11010519491231002X')
  expect(idCardProblem('11010519491231002x', now)).toBe(false)
})

test('an id number of 15 digits is accepted by its birth date', () => {
  expect(idCardProblem('110105491231002', now)).toBe(false)
  expect(idCardProblem('110105491331002', now)).toBe(true)
})

test('a birth date must be real and not in the future, by the day in China', () => {
  const idCardBornOn = (day: string) => `110105${day}002` + idCardCheckDigit(`110105${day}002`)
  expect(idCardProblem(idCardBornOn('20000229'), now)).toBe(false)
  expect(idCardProblem(idCardBornOn('20261120'), now)).toBe(false)
  expect(idCardProblem(idCardBornOn('20261121'), now)).toBe(true)
  expect(idCardProblem(idCardBornOn('20261121'), new Date('2026-11-20T16:00:00Z'))).toBe(false)
  for (const day of ['20010229', '19991301', '19990431', '19990100', '00991231']) expect(idCardProblem(idCardBornOn(day), now)).toBe(true)
})

test('anything else is refused as an id number: full-width digits, letters, other lengths, nothing', () => {
  for (const bad of ['', '１１010519491231002X', '11010519491231002Y', '1101051949123100', '01010519491231002X', '11010519491231002X\n']) {
    expect(idCardProblem(bad, now), bad).toBe(true)
  }
})

test('phones and id numbers are shown masked (D-71)', () => {
  expect(maskPhone('13800000001')).toBe('138****0001')
  expect(maskIdCard('110101199001011234')).toBe('1101**********1234')
  expect(maskIdCard('110101900101123')).toBe('1101*******1123')
})

test('a value too short to be masked in the middle is hidden completely', () => {
  expect(maskPhone('12345678')).toBe('********')
  expect(maskIdCard('12345678')).toBe('********')
  expect(maskPhone('')).toBe('')
})
