import { execFileSync } from 'node:child_process'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { memberText, privateKeyOf, publicKeyOf, signedText, signRsa2, verifyRsa2 } from './alipay-signature.ts'

const folder = mkdtempSync(join(tmpdir(), 'rsa2-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('RSA2 signs all parameters with a value, sorted by name, unencoded, without sign', () => {
  const parameters = {
    version: '1.0',
    charset: 'utf-8',
    sign: 'x',
    app_id: '2014072300007148',
    empty: '',
    biz_content: '{"a":"1&2=三"}',
    Z: '0',
  }
  expect(signedText(parameters)).toBe('Z=0&app_id=2014072300007148&biz_content={"a":"1&2=三"}&charset=utf-8&version=1.0')
})

test('RSA2 agrees with openssl dgst -sha256 -sign, in both directions', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const at = (name: string) => join(folder, name)
  writeFileSync(at('key.pem'), privateKey.export({ format: 'pem', type: 'pkcs1' }))
  writeFileSync(at('public.pem'), createPublicKey(privateKey).export({ format: 'pem', type: 'spki' }))
  writeFileSync(at('text'), 'app_id=1&name=虎符')
  execFileSync('openssl', ['dgst', '-sha256', '-sign', at('key.pem'), '-out', at('signature'), at('text')])
  const signature = readFileSync(at('signature')).toString('base64')
  expect(signRsa2(privateKeyOf(readFileSync(at('key.pem'), 'utf8')), 'app_id=1&name=虎符')).toBe(signature)
  const publicKey = publicKeyOf(readFileSync(at('public.pem'), 'utf8'))
  expect(verifyRsa2(publicKey, 'app_id=1&name=虎符', signature)).toBe(true)
  expect(verifyRsa2(publicKey, 'app_id=1&name=虎 符', signature)).toBe(false)
  expect(verifyRsa2(publicKey, 'app_id=1&name=虎符', '')).toBe(false)
})

test('RSA2 the value of a JSON member is taken exactly as written, whatever white space and characters it has', () => {
  const value = String.raw`{"code":"10000","url":"http:\/\/a\/?x=1&y={","sign":"inner","said":"\"}","list":[{"a_response":1}]}`
  for (const json of [`{"a_response":${value},"sign":"S"}`, `{ "sign" : "S",\n "a_response"\r\n :\t${value} }`]) {
    expect(memberText(json, 'a_response')).toBe(value)
    expect(memberText(json, 'sign')).toBe('"S"')
  }
})

test('RSA2 JSON members of nested objects, missing ones and repeated ones are refused', () => {
  expect(memberText('{"other":{"a_response":{"user_id":"1"}},"sign":"S"}', 'a_response')).toBeUndefined()
  expect(memberText('{"sign":"S"}', 'a_response')).toBeUndefined()
  expect(memberText('{"a_response":{"user_id":"1"},"a_response":{"user_id":"2"},"sign":"S"}', 'a_response')).toBeUndefined()
  expect(memberText('{"a_response":{"user_id":"1"}', 'sign')).toBeUndefined()
  expect(memberText('', 'a_response')).toBeUndefined()
  expect(memberText('"a_response":1', 'a_response')).toBeUndefined()
})
