import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test('N-07 the size of a file is shown in a readable unit', () => {
  const sizes = {
    0: '0 B',
    1: '1 B',
    1023: '1023 B',
    1024: '1 KB',
    1536: '1.5 KB',
    52_428_800: '50 MB',
    157_286_400: '150 MB',
    21_474_836_480: '20 GB',
  }
  for (const [bytes, text] of Object.entries(sizes)) expect(sizeText(Number(bytes)), bytes).toBe(text)
})
