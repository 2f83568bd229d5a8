import { expect, test } from 'vitest'
import { copyOf, printed } from './printed.ts'

for (const [file, print] of Object.entries(printed))
  test(`${file} matches the code; npm run print writes it anew`, () => {
    expect(copyOf(file)).toBe(print())
  })
