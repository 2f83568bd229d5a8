import { expect, test } from 'vitest'
import { booleanOf, bytesOfBits, integerOf, oidOf, partsOf, readDer, smallIntegerOf, TAG, timeOf, type Der } from './der.ts'
import { bytesOf, blocksOf } from './pem.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const element = (text: string): Der => readDer(hex(text))
const time = (tag: number, text: string): Der => ({ tag, body: Buffer.from(text), whole: Buffer.alloc(0) })

test('only one encoding of an element is accepted', () => {
  expect(readDer(hex('04 01 aa'))).toEqual({ tag: 4, body: hex('aa'), whole: hex('04 01 aa') })
  expect(readDer(hex(`04 81 80 ${'00'.repeat(128)}`)).body.length).toBe(128)
  const wrong = [
    '',
    '04',
    '04 02 aa',
    '04 01 aa bb',
    '04 81 01 aa',
    '04 80 aa 00 00',
    '04 82 00 01 aa',
    '04 85 00 00 00 00 01 aa',
    '1f 01 aa',
    '04 81',
  ]
  for (const text of wrong) expect(() => readDer(hex(text)), text).toThrow('unreadable')
})

test('parts are read in order, none may be missing or left over', () => {
  const parts = partsOf(hex('30 06 02 01 05 04 01 aa'))
  expect(parts.maybe(TAG.octets)).toBeUndefined()
  expect(smallIntegerOf(parts.next(TAG.integer))).toBe(5)
  expect(() => parts.end()).toThrow('unreadable')
  expect(parts.maybe(TAG.octets)?.body).toEqual(hex('aa'))
  parts.end()
  expect(() => parts.next()).toThrow('unreadable')
})

test('numbers, booleans, bits and object identifiers must have their shortest form', () => {
  expect(integerOf(element('02 02 00 80'))).toEqual(hex('00 80'))
  for (const text of ['02 00', '02 02 00 7f', '02 02 ff 80', '04 01 05']) expect(() => integerOf(element(text)), text).toThrow('unreadable')
  for (const text of ['02 01 ff', '02 04 01 00 00 00']) expect(() => smallIntegerOf(element(text)), text).toThrow('unreadable')
  expect([booleanOf(element('01 01 ff')), booleanOf(element('01 01 00'))]).toEqual([true, false])
  expect(() => booleanOf(element('01 01 01'))).toThrow('unreadable')
  expect(bytesOfBits(element('03 02 00 aa'))).toEqual(hex('aa'))
  for (const text of ['03 02 01 aa', '03 00', '04 02 00 aa']) expect(() => bytesOfBits(element(text)), text).toThrow('unreadable')
  expect(oidOf(element('06 08 2a 81 1c cf 55 01 83 75'))).toBe('1.2.156.10197.1.501')
  expect(oidOf(element('06 03 55 1d 0f'))).toBe('2.5.29.15')
  for (const text of ['06 00', '06 02 2a 80', '06 03 2a 80 01', '04 01 2a']) expect(() => oidOf(element(text)), text).toThrow('unreadable')
})

test('times are those of RFC 5280: UTC, with seconds, real days', () => {
  expect(timeOf(time(TAG.utcTime, '491231235959Z')).toISOString()).toBe('2049-12-31T23:59:59.000Z')
  expect(timeOf(time(TAG.utcTime, '500101000000Z')).toISOString()).toBe('1950-01-01T00:00:00.000Z')
  expect(timeOf(time(TAG.generalTime, '20500228000000Z')).toISOString()).toBe('2050-02-28T00:00:00.000Z')
  const wrong: [number, string][] = [
    [TAG.utcTime, '260230000000Z'],
    [TAG.utcTime, '261301000000Z'],
    [TAG.utcTime, '260101250000Z'],
    [TAG.utcTime, '260101000000+0800'],
    [TAG.utcTime, '2601010000Z'],
    [TAG.generalTime, '260101000000Z'],
    [TAG.integer, '260101000000Z'],
  ]
  for (const [tag, text] of wrong) expect(() => timeOf(time(tag, text)), text).toThrow('unreadable')
})

test('anything that is not base64 or PEM is refused, not skipped', () => {
  expect(bytesOf(' qg\r\n==\n')).toEqual(hex('aa'))
  for (const text of ['', ' ', 'qg=', 'q!==', 'qg==qg==', '-----']) expect(() => bytesOf(text), text).toThrow('unreadable')
  const block = (label: string) => `-----BEGIN ${label}-----\nqg==\n-----END ${label}-----\n`
  expect(blocksOf(`about\n${block('A')}${block('A')}`, 'A')).toEqual([hex('aa'), hex('aa')])
  expect(blocksOf('  ', 'A')).toEqual([])
  expect(blocksOf('qg==', 'A')).toEqual([hex('aa')])
  expect(() => blocksOf(block('A') + block('B'), 'A')).toThrow('unreadable')
  for (const broken of ['-----BEGIN A-----\nqg==\n-----END B-----', `${block('A')}-----BEGIN A-----\nqg==`])
    expect(() => blocksOf(broken, 'A'), broken).toThrow('unreadable')
})
