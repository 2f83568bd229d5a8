import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('T17, T18 a table is written as RFC 4180: quotes doubled, line breaks kept, with the byte order mark of UTF-8', () => {
  expect(
    csvOf(
      ['机构', '次数'],
      [
        ['一,"二"\n三', 12],
        ['四', 0],
      ],
    ),
  ).toBe('\ufeff机构,次数\r\n"一,""二""\n三",12\r\n四,0\r\n')
})

test('T17 no text becomes a formula, and numbers stay numbers', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM', '\t=1', '\r=1', ' =1', '　＝1', '－1'])
    expect(csvOf(['x'], [[text]])).toBe(`\ufeffx\r\n"'${text}"\r\n`)
  expect(csvOf(['x'], [[-1], [0]])).toBe('\ufeffx\r\n-1\r\n0\r\n')
})
