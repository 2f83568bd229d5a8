import { expect, test } from 'vitest'
import { readSettings, SettingError } from './settings.ts'

const read = (name: string, text: string) => readSettings({ [name]: text })

test('N-08 HUFU_TRUST_PROXY takes addresses, networks and loopback, comma separated', () => {
  expect(readSettings({}).trustProxy).toEqual([])
  const { trustProxy } = read('HUFU_TRUST_PROXY', 'loopback, 10.0.0.0/8,192.168.1.7,fd00::/16,::1')
  expect(trustProxy).toEqual(['loopback', '10.0.0.0/8', '192.168.1.7', 'fd00::/16', '::1'])
  for (const text of ['::ffff:10.0.0.0/104', '::ffff:10.0.0.1', '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,127.0.0.0/8'])
    expect(read('HUFU_TRUST_PROXY', text).trustProxy, text).toEqual(text.split(','))
})

test('N-08 HUFU_TRUST_PROXY that trusts everybody, or is no address, stops the start with a message', () => {
  const wrong = ['1', '0', 'true', '*', 'all', '0.0.0.0', '0.0.0.0/0', '::/0', '::', '0.0.0.0/1', '10.0.0.0/7', '10.0.0.1,', '10.0.0.0/33', 'proxy.example', '10.0.0.0/8/8'] // prettier-ignore
  const everyIpv4 = ['::ffff:0:0/96', '::ffff:0.0.0.0/96', '::ffff:0:0/97', '::ffff:10.0.0.0/103', '::/16', '::/96', '::fffe:0:0/95', '0::/80', '::1/16', '10.0.0.0-10.0.0.9', '10.0.0.0/ 8'] // prettier-ignore
  const together = ['0.0.0.0/1,128.0.0.0/1', Array.from({ length: 255 }, (_, n) => `${n + 1}.0.0.0/8`).join(), Array.from({ length: 5 }, (_, n) => `2${n}01::/16`).join()] // prettier-ignore
  for (const text of [...wrong, ...everyIpv4, ...together])
    expect(() => read('HUFU_TRUST_PROXY', text), text).toThrow(/^设置 HUFU_TRUST_PROXY 不正确：.*不能信任所有来源/)
})

test('N-08 an invalid listening address or database address stops the start with a message', () => {
  for (const text of ['127.0.0.1:8080', 'http://127.0.0.1', 'a b', '-x', '1.2.3.4/8', 'a..b'])
    expect(() => read('HUFU_HOST', text), text).toThrow(/^设置 HUFU_HOST 不正确/)
  for (const text of ['0.0.0.0', '::', 'localhost', 'node-1.example.com']) expect(read('HUFU_HOST', text).host).toBe(text)
  for (const text of ['mysql://x', 'postgres://u:p@host:port/db', 'postgres://u:a%zz@host/db', 'localhost/db'])
    expect(() => read('DATABASE_URL', text), text).toThrow(SettingError)
  for (const text of ['postgres://u:p@db:5432/hufu', 'postgresql:///hufu?host=/run/postgresql'])
    expect(read('DATABASE_URL', text).databaseUrl).toBe(text)
})

test('MTLS-01 the second host and the secret of its proxy must be set together, with a long enough secret', () => {
  const both = { HUFU_MTLS_URL: 'https://mtls.example.com', HUFU_MTLS_SECRET: 'x'.repeat(32) }
  expect(readSettings(both)).toMatchObject({ mtlsUrl: both.HUFU_MTLS_URL, mtlsSecret: both.HUFU_MTLS_SECRET })
  expect(readSettings({}).mtlsUrl).toBe('')
  for (const wrong of [
    { HUFU_MTLS_URL: both.HUFU_MTLS_URL },
    { HUFU_MTLS_SECRET: both.HUFU_MTLS_SECRET },
    { ...both, HUFU_MTLS_URL: 'http://mtls.example.com' },
    { ...both, HUFU_MTLS_URL: 'https://mtls.example.com/path' },
    { ...both, HUFU_MTLS_SECRET: 'short' },
    { ...both, HUFU_MTLS_SECRET: `${'x'.repeat(32)}:` },
  ])
    expect(() => readSettings(wrong)).toThrow(/^设置 HUFU_MTLS_(URL|SECRET) 不正确/)
})

test('HUFU_ALLOW_LOOPBACK also goes by its former name, and fake providers include it', () => {
  expect(readSettings({}).allowLoopback).toBe(false)
  for (const name of ['HUFU_ALLOW_LOOPBACK', 'HUFU_ALLOW_PRIVATE_PUSH', 'HUFU_MOCK_PROVIDERS'])
    expect([name, read(name, '1').allowLoopback, read(name, '0').allowLoopback]).toEqual([name, true, false])
  // The new name decides where both are set.
  expect(readSettings({ HUFU_ALLOW_LOOPBACK: '0', HUFU_ALLOW_PRIVATE_PUSH: '1' }).allowLoopback).toBe(false)
  expect(() => read('HUFU_ALLOW_LOOPBACK', 'yes')).toThrow(/^设置 HUFU_ALLOW_LOOPBACK 不正确/)
  // It is no test switch, so it is allowed in production.
  expect(readSettings({ HUFU_ALLOW_LOOPBACK: '1', NODE_ENV: 'production' }).allowLoopback).toBe(true)
})
