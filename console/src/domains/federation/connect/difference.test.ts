import { expect, test } from 'vitest'
import { differenceOf, nearestOf } from './difference.ts'

const REGISTERED = 'https://app.example.com/callback'

test.each([
  ['https://app.example.com/callback/', 'slash'],
  ['http://app.example.com/callback', 'scheme'],
  ['https://app.example.org/callback', 'host'],
  ['https://app.example.com:8443/callback', 'port'],
  ['https://app.example.com/Callback', 'case'],
  ['https://app.example.com/oauth/callback', 'path'],
  ['https://app.example.com/callback?a=1', 'query'],
  [REGISTERED, 'same'],
  ['callback', 'other'],
])('the difference between %s and the registered address is named in one word: %s', (sent, difference) => {
  expect(differenceOf(sent, REGISTERED)).toBe(difference)
})

test('a bare host with a slash and one without it differ only by the slash', () => {
  expect(differenceOf('https://app.example.com', 'https://app.example.com/')).toBe('slash')
})

test('a sent address is compared with the most similar of the registered ones', () => {
  expect(nearestOf('https://b.example.com/cb/', ['https://a.example.com/cb', 'https://b.example.com/cb'])).toBe('https://b.example.com/cb')
  expect(nearestOf('https://b.example.com/cb/', [])).toBeUndefined()
})
