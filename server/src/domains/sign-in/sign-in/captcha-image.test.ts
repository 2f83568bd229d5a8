import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { solverOf } from '../../../../test/captcha-solver.ts'
import { CAPTCHA_CHARACTERS } from './captcha-glyphs.ts'
import { CAPTCHA_HEIGHT, CAPTCHA_WIDTH, captchaImage, captchaText } from './captcha-image.ts'

/** Pseudo-random numbers that are the same in every run. */
function repeatable(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

test('the captcha text has 4 characters without 0, O, 1 and I (D-25)', () => {
  expect(CAPTCHA_CHARACTERS).toHaveLength(32)
  for (let n = 0; n < 500; n++) expect(captchaText(randomInt)).toMatch(/^[A-HJ-NP-Z2-9]{4}$/)
})

test('N-06, D-25 a captcha is a PNG of 4 to 14 kB, at twice its displayed size', () => {
  for (let n = 1; n < 50; n++) {
    const png = captchaImage(captchaText(randomInt), repeatable(n))
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([CAPTCHA_WIDTH, CAPTCHA_HEIGHT])
    expect(png.length).toBeGreaterThan(4000)
    expect(png.length).toBeLessThan(14_000)
  }
})

test('every captcha character is drawn', () => {
  const blank = captchaImage('    ', repeatable(5))
  const pictures = [...CAPTCHA_CHARACTERS].map(character => captchaImage(character.repeat(4), repeatable(5)).toString('base64'))
  expect(new Set([...pictures, blank.toString('base64')]).size).toBe(CAPTCHA_CHARACTERS.length + 1)
})

test('the same text gives a new picture each time, except with the same random numbers', () => {
  expect(captchaImage('A2B3').equals(captchaImage('A2B3'))).toBe(false)
  expect(captchaImage('A2B3', repeatable(1)).equals(captchaImage('A2B3', repeatable(1)))).toBe(true)
})

test('letter case does not matter, and a fixed text of the test switch (D-65) is drawn as far as its characters exist', () => {
  expect(captchaImage('ab23', repeatable(3)).equals(captchaImage('AB23', repeatable(3)))).toBe(true)
  expect(captchaImage('0000').length).toBeGreaterThan(1000)
})

test('N-06 a solver by threshold, components and the nearest of 2,000 known characters solves fewer than 10 of 100 captchas', () => {
  const random = repeatable(20_261_122)
  const pick = (max: number) => Math.floor(random() * max)
  const made = (count: number) =>
    Array.from({ length: count }, () => {
      const text = captchaText(pick)
      return { text, png: captchaImage(text, random) }
    })
  const solve = solverOf(made(500))
  const solved = made(100).filter(({ text, png }) => solve(png) === text)
  expect(solved.length).toBeLessThan(10)
})
