import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { workText } from '@hufu/contract/sign-in/proof-of-work'
import { digestStart, findNumber } from './find-work.ts'

const digested = (text: string) => createHash('sha256').update(text).digest()

test('N-06 the digest that the browser computes is SHA-256, for every length that fits into one block', () => {
  for (let length = 0; length <= 55; length++) {
    const text = 'aB3_-.'.repeat(10).slice(0, length)
    expect(digestStart(text)).toBe(digested(text).readUInt32BE())
  }
  expect(() => digestStart('a'.repeat(56))).toThrow(RangeError)
})

test('N-06 a number is found whose digest begins with the required zero bits', () => {
  const id = 'x'.repeat(43)
  for (const round of [0, 15]) expect(digested(workText(id, round, findNumber(id, round, 12))).readUInt32BE() >>> 20).toBe(0)
})
