import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { CAPTCHA_CHARACTERS, captchaImage, captchaText } from './captcha-image.ts'

/** A row of numbers that looks random and is the same in every run. */
function repeatable(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

const paths = (svg: string) => svg.match(/<path /g)?.length ?? 0

test('the text is 4 characters without 0, O, 1 and I (D-25)', () => {
  expect(CAPTCHA_CHARACTERS).toHaveLength(32)
  for (let n = 0; n < 500; n++) expect(captchaText(randomInt)).toMatch(/^[A-HJ-NP-Z2-9]{4}$/)
})

test('every character is drawn', () => {
  const still = () => 0.5 // with chance held still, the same noise lies over every text
  const noiseOnly = paths(captchaImage('    ', still))
  for (const character of CAPTCHA_CHARACTERS) {
    expect(paths(captchaImage(character.repeat(4), still)), character).toBeGreaterThanOrEqual(noiseOnly + 4)
  }
})

test('the picture is 120 x 44 on its own ground, without text and without numbers gone wrong', () => {
  for (let n = 1; n < 300; n++) {
    const svg = captchaImage(captchaText(randomInt), repeatable(n))
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="120" height="44"/)
    expect(svg).toContain('<rect width="120" height="44"')
    expect(svg).not.toMatch(/<text|NaN|undefined|Infinity/)
    expect(svg.length).toBeGreaterThan(2000)
    expect(svg.length).toBeLessThan(9500)
  }
})

test('the same text is never the same picture, the same chance is', () => {
  expect(captchaImage('A2B3')).not.toBe(captchaImage('A2B3'))
  expect(captchaImage('A2B3', repeatable(1))).toBe(captchaImage('A2B3', repeatable(1)))
})

test('letter case is of no matter, and a fixed text of the test switch (D-65) is drawn as far as we have its characters', () => {
  expect(captchaImage('ab23', repeatable(3))).toBe(captchaImage('AB23', repeatable(3)))
  expect(captchaImage('0000')).toContain('</svg>')
})
