import { expect, test } from 'vitest'
import { publicKeysIn } from './oidc-client.ts'

const EC = { kty: 'EC', crv: 'P-256', x: 'eA', y: 'eQ' }
const setOf = (...keys: unknown[]) => JSON.stringify({ keys })

test('OC-11 only a set of public keys is accepted', () => {
  expect(publicKeysIn(setOf(EC))).toEqual({ keys: [EC] })
  const jwk = { kty: 'RSA', n: 'bg', e: 'AQAB', kid: 'one', use: 'sig', alg: 'PS256', key_ops: ['verify'] }
  expect(publicKeysIn(setOf(jwk, EC))?.keys).toHaveLength(2)
})

test.each<[string, string]>([
  ['no text of JSON', '{'],
  ['no object', '[]'],
  ['nothing', 'null'],
  ['no keys', setOf()],
  ['keys that are no list', '{"keys":{}}'],
  ['more beside the keys', JSON.stringify({ keys: [EC], more: 1 })],
  ['six keys', setOf(EC, EC, EC, EC, EC, EC)],
  ['a private key', setOf({ ...EC, d: 'ZA' })],
  ['a symmetric key', setOf({ kty: 'oct', k: 'aw' })],
  ['a key without its kind', setOf({ x: 'eA' })],
  ['a key for encryption', setOf({ ...EC, use: 'enc' })],
  ['a key that signs', setOf({ ...EC, key_ops: ['sign'] })],
  ['an algorithm of secrets', setOf({ ...EC, alg: 'HS256' })],
  ['a number in place of text', setOf({ ...EC, x: 1 })],
  ['an inherited name', `{"keys":[{"kty":"EC","constructor":"x"}]}`],
  ['text without end', setOf({ ...EC, x: 'x'.repeat(2001) })],
])('OC-11 %s is no set of public keys', (_what, typed) => {
  expect(publicKeysIn(typed)).toBeUndefined()
})
