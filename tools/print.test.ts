import { expect, test } from 'vitest'
import { copyOf, printed } from './printed.ts'

for (const [file, print] of Object.entries(printed))
  test(`${file} is what the code says; npm run print writes it anew`, () => {
    expect(copyOf(file)).toBe(print())
  })
