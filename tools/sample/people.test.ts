import { phoneForm } from '../../contract/src/written.ts'
import { expect, test } from 'vitest'
import { idCardProblem, userNameForm } from '../../contract/src/text-rules.ts'
import { divisions } from './divisions.ts'
import { REGIONS, samplePerson } from './people.ts'

const people = Array.from({ length: 50_000 }, (_, n) => samplePerson(n))
const distinct = (values: string[]) => new Set(values).size

test('the n-th person is always the same', () => {
  expect(samplePerson(4711)).toEqual(samplePerson(4711))
  expect(samplePerson(4711)).not.toEqual(samplePerson(4712))
})

test('names are Chinese, of two or three characters, and vary as in real life', () => {
  for (const { realName } of people) expect(realName).toMatch(/^\p{Script=Han}{2,3}$/u)
  const share = people.filter(person => /^[王李张]/.test(person.realName)).length / people.length
  expect(share).toBeGreaterThan(0.12)
  expect(share).toBeLessThan(0.25)
  expect(distinct(people.map(person => person.realName))).toBeGreaterThan(30_000)
  expect(people.some(person => person.realName.startsWith('欧阳'))).toBe(true)
  expect(distinct(people.map(person => person.realName.charAt(0)))).toBeGreaterThan(100)
})

test('given names use more than three hundred characters', () => {
  const givenNames = people.flatMap(person => [...person.realName].slice(1))
  expect(distinct(givenNames)).toBeGreaterThan(300)
})

test('phones, id numbers and login names are valid, and the id number matches the gender', () => {
  for (const { phone, idCard, userName, gender } of people) {
    if (!phoneForm.test(phone) || idCardProblem(idCard) || !userNameForm.test(userName)) throw new Error(`${phone} ${idCard} ${userName}`)
    expect(Number(idCard.charAt(16)) % 2).toBe(gender % 2)
  }
})

test('values that must be unique are not repeated up to person 2 000 000', () => {
  const far = Array.from({ length: 50_000 }, (_, n) => samplePerson(1_950_001 + n))
  for (const key of ['phone', 'idCard', 'userName', 'email', 'employeeNumber', 'originUserId'] as const) {
    expect(distinct([...people, ...far].map(person => person[key])), key).toBe(100_000)
  }
})

test('the regions of the id numbers are divisions that exist today', () => {
  const codes = new Set(divisions().map(division => division.code))
  expect(REGIONS.filter(region => !codes.has(region))).toEqual([])
})
