import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isFeishuSigned, openEnvelope, openFeishu, sealEnvelope } from './callback.ts'

/** The example that WeCom publishes. */
const wecom = { token: 'QDG6eK', aesKey: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C', owner: 'wx5823bf96d3bd56c7' }
const echo = {
  signature: '5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3',
  timestamp: '1409659589',
  nonce: '263014780',
  encrypt: 'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ==',
}
/** The example that DingTalk publishes. */
const dingtalk = { token: '123456', aesKey: '4g5j64qlyl3zvetqxz5jiocdr586fn2zvjpa8zls3ij', owner: 'suite4xxxxxxxxxxxxxxx' }
const suite = {
  signature: '5a65ceeef9aab2d149439f82dc191dd6c5cbe2c0',
  timestamp: '1445827045067',
  nonce: 'nEXhMP4r',
  encrypt:
    '1a3NBxmCFwkCJvfoQ7WhJHB+iX3qHPsc9JbaDznE1i03peOk1LaOQoRz3+nlyGNhwmwJ3vDMG+OzrHMeiZI7gTRWVdUBmfxjZ8Ej23JVYa9VrYeJ5as7XM/ZpulX8NEQis44w53h1qAgnC3PRzM7Zc/D6Ibr0rgUathB6zRHP8PYrfgnNOS9PhSBdHlegK+AGGanfwjXuQ9+0pZcy0w9lQ==',
}

test('D-56 the published callbacks of WeCom and DingTalk are decrypted', () => {
  expect(openEnvelope(wecom, echo)).toBe('1616140317555161061')
  expect(JSON.parse(openEnvelope(dingtalk, suite)!)).toEqual({
    EventType: 'check_create_suite_url',
    Random: 'LPIdSnlF',
    TestSuiteKey: 'suite4xxxxxxxxxxxxxxx',
  })
})

test('D-56 a callback with a wrong signature, for another owner or truncated is not decrypted', () => {
  expect(openEnvelope(wecom, { ...echo, signature: echo.signature.replace('5c', '5d') })).toBeUndefined()
  expect(openEnvelope(wecom, { ...echo, timestamp: '1409659590' })).toBeUndefined()
  expect(openEnvelope({ ...wecom, token: 'other' }, echo)).toBeUndefined()
  expect(openEnvelope({ ...wecom, owner: 'wx0000000000000000' }, echo)).toBeUndefined()
  const sealed = sealEnvelope(wecom, 'success', echo)
  for (const encrypt of ['', 'AAAA', sealed.encrypt.slice(0, 24), Buffer.alloc(32).toString('base64')]) {
    const { signature } = sealedAs(encrypt)
    expect(openEnvelope(wecom, { ...echo, encrypt, signature })).toBeUndefined()
  }
})
const sealedAs = (encrypt: string) => ({
  signature: createHash('sha1').update([wecom.token, echo.timestamp, echo.nonce, encrypt].toSorted().join('')).digest('hex'),
})

test('D-56 our answer can be decrypted by the other side, whatever its length', () => {
  for (const text of ['success', '', '汉字', 'x'.repeat(31), 'x'.repeat(32), 'x'.repeat(70_000)])
    expect(openEnvelope(dingtalk, sealEnvelope(dingtalk, text, suite))).toBe(text)
})

test('D-56 the published event of Feishu is decrypted, and its signature covers the body as received', () => {
  const sealed = 'P37w+VZImNgPEO1RBhJ6RtKl7n6zymIbEG1pReEzghk='
  expect(openFeishu('test key', sealed)).toBe('hello world')
  expect(openFeishu('test key', 'AAAA')).toBeUndefined()
  expect(openFeishu('other key', sealed)).not.toBe('hello world')
  const body = Buffer.from(`{"encrypt":"${sealed}"}`)
  const signature = createHash('sha256').update('1700000000n0ncetest key').update(body).digest('hex')
  const signed = { signature, timestamp: '1700000000', nonce: 'n0nce' }
  expect(isFeishuSigned('test key', signed, body)).toBe(true)
  expect(isFeishuSigned('test key', signed, Buffer.concat([body, Buffer.from(' ')]))).toBe(false)
})
