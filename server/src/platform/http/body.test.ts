import { expect, test } from 'vitest'
import { dice } from '../../../test/fuzz-input.ts'
import { membersIn, membersOf } from './body.ts'

test('bad input 20 the member count of JSON text equals that of its value exactly if no key is doubled, for ten thousand texts', () => {
  const die = dice(20)
  const text = () => Array.from({ length: die.below(6) }, () => die.oneOf(['a', '"', '\\', ':', '{', '[', '}', ']', ',', '\n', '长', '\u2028', '😀'])).join('') // prettier-ignore
  const some = (depth: number): unknown => {
    if (depth === 0 || die.chance(0.3)) return die.oneOf([text(), 1, -1.5e9, true, null])
    const items = Array.from({ length: die.below(4) }, () => some(depth - 1))
    return die.chance(0.4) ? items : Object.fromEntries(items.map(item => [text(), item]))
  }
  for (let n = 0; n < 10_000; n++) {
    const value = some(5)
    const written = JSON.stringify(value, null, die.below(3))
    expect(membersIn(written), written).toBe(membersOf(value))
    // Repeats one of the existing keys.
    const [key] = value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : []
    if (key === undefined) continue
    const doubled = written.replace(/\s*}$/, `,${JSON.stringify(key)}:null}`)
    expect(membersIn(doubled), doubled).toBeGreaterThan(membersOf(JSON.parse(doubled)))
  }
})
