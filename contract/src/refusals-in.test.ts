import { expect, test } from 'vitest'
import { reasons } from './field-text.ts'
import { preferredLanguage, refusalIn } from './refusals-in.ts'
import { refusals, type RefusalDetail, type RefusalName } from './refusals.ts'
import { fields } from './text.ts'
import { labelInEnglish, reasonInEnglish } from './words.en.ts'

const names = Object.keys(refusals) as RefusalName[]
const chinese = /[\p{Script=Han}\u3000-\u303F\uFF01-\uFF5E]/u

/** Every parameter a sentence may use, with a value that can be found in the sentence. */
const filled: RefusalDetail = {
  ...Object.fromEntries(
    ['appName', 'roleName', 'subjectName', 'orgName', 'menuName', 'ip', 'rule', 'list', 'type', 'name', 'node', 'before', 'now', 'app', 'field', 'applyUser', 'fileName', 'label', 'problem', 'sentence', 'reason', 'rows', 'format'].map(one => [one, `<${one}>`]),
  ),
  ...Object.fromEntries(['seconds', 'remain', 'minutes', 'count', 'expected', 'max', 'limit', 'rest', 'least', 'line', 'megabytes'].map((one, at) => [one, 1001 + at])),
  fields: ['<fields>'],
  users: ['<users>'],
  objectType: 'org',
} // prettier-ignore
const sentence = (name: RefusalName): string => {
  const { message } = refusals[name]
  return typeof message === 'function' ? message(filled) : message
}
const parts = (refusal: string): string[] => [...new Set(refusal.match(/<\w+>|\b10[01]\d\b/g))].toSorted()
/** Parameters that hold Chinese text from where the refusal is thrown; the English sentence leaves them out. */
const WITHOUT: ReadonlySet<string> = new Set(['<sentence>', '<problem>', '<reason>', '<list>', '<why>'])

test('rule 10: every refusal has an English sentence without Chinese characters', () => {
  const wrong = names.filter(name => {
    const refusal = refusalIn('en', name, filled)
    return refusal === undefined || refusal.trim() === '' || chinese.test(refusal) || /undefined|\[object|\.$/.test(refusal)
  })
  expect(wrong).toEqual([])
  expect(names.length).toBeGreaterThan(300)
})

test('rule 10: the English sentence contains the same names and numbers as the Chinese one', () => {
  const fewer = names.flatMap(name => {
    const english = parts(refusalIn('en', name, filled)!)
    const lost = parts(sentence(name)).filter(part => !english.includes(part) && !WITHOUT.has(part))
    return lost.map(part => `${name}: ${part}`)
  })
  expect(fewer).toEqual([])
})

test('rule 10: problems of fields are reported in English, too', () => {
  const sentences = [...Object.values(reasons), ...Object.values(reasons.types)].flatMap(reason =>
    typeof reason === 'string' ? [reason] : typeof reason === 'function' ? [(reason as (gap: unknown) => string)(7)] : [],
  )
  expect(sentences.map(reasonInEnglish).filter(one => one === undefined || chinese.test(one))).toEqual([])
  expect(reasonInEnglish(reasons.tooShort(8))).toBe('is shorter than 8 characters')
  expect(refusalIn('en', 'parameterProblem', { field: 'phone', reason: reasons.missing })).toBe('Invalid request: phone is required')
  expect(refusalIn('en', 'fieldRequired', { label: fields.phone })).toBe('Phone number is required')
  expect(labelInEnglish('别的')).toBe('“别的”')
})

test('rule 10: numbers agree with their nouns', () => {
  expect(refusalIn('en', 'wrongCredentials', { remain: 1 })).toBe('Wrong user name or password, 1 try left')
  expect(refusalIn('en', 'wrongCredentials', { remain: 4 })).toBe('Wrong user name or password, 4 tries left')
  expect(refusalIn('en', 'expectedMissing', { count: 1 })).toBe('This would affect 1 person. Please confirm the number in “expected”')
})

test('RFC 9110: the supported language of greatest weight is chosen, and none where the header names none', () => {
  const cases: Readonly<Record<string, string | undefined>> = {
    en: 'en',
    'EN-gb': 'en',
    zh: 'zh',
    'zh-Hans-CN': 'zh',
    'fr, de;q=0.9': undefined,
    'fr, en;q=0.2': 'en',
    'zh;q=0.3, en;q=0.8': 'en',
    'en;q=0.8,zh-CN;q=0.8': 'en',
    'en;q=0, zh;q=0.1': 'zh',
    'en;q=0': undefined,
    '*': undefined,
    '': undefined,
    'english': undefined,
    'en;q=2': undefined,
    'en;level=1': undefined,
    ';;,,;q=': undefined,
  } // prettier-ignore
  expect(Object.fromEntries(Object.keys(cases).map(header => [header, preferredLanguage(header)]))).toEqual(cases)
  expect(preferredLanguage(undefined)).toBeUndefined()
  expect(preferredLanguage(`${'x,'.repeat(100_000)}en`)).toBeUndefined()
})
