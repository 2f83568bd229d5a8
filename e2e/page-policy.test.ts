import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '@hufu/contract/operations/config'
import { startTestServer, type TestServer } from '../server/test/harness.ts'

let server: TestServer
let other: TestServer
beforeAll(async () => {
  server = await startTestServer()
  other = await startTestServer({ beside: server })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

test('D-57, D-69, T21 the page may frame the national login once it is configured, on every node, and nothing else', async () => {
  const set = async (configKey: string, configValue: string) => {
    const { records } = await server.admin.call(config.page, { query: { configKey, size: 50 } })
    const { id } = records.find(record => record.configKey === configKey)!
    await server.admin.call(config.update, { body: { id, configValue } })
  }
  const frames = async (node: TestServer) => {
    const policy = (await fetch(`${node.address}/login`)).headers.get('content-security-policy')!
    return /frame-src ([^;]*)/.exec(policy)![1]
  }
  await set('countryLogin', '0')
  const everywhere = async () => [await frames(server), await frames(other)]
  await expect.poll(everywhere).toEqual(["'self' blob:", "'self' blob:"])
  await set('countryLogin', '1')
  await set('countryLoginUrl', 'https://national.example/login?from=hufu')
  const wanted = "'self' blob: https://national.example"
  await expect.poll(everywhere).toEqual([wanted, wanted])
})

test('T1 the page is served with its policy under every name; only built files are served, for a year if the name has a hash', async () => {
  const got = async (path: string) => (await fetch(server.address + path)).headers
  for (const path of ['/', '/index.html', '/organiz/user', '/assets/', '/assets/none.js', '/assets/..%2f..%2fpackage.json', '/.hash']) {
    const headers = await got(path)
    expect(headers.get('content-security-policy'), path).toContain("script-src 'self'")
    expect(headers.get('cache-control'), path).toBe('no-store')
  }
  const [script] = /\/assets\/base-[^"]+\.js/.exec(await (await fetch(`${server.address}/login`)).text())!
  const built = await fetch(server.address + script, { headers: { 'accept-encoding': 'br' } })
  expect(built.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(built.headers.get('content-encoding')).toBe('br')
  expect((await got('/config.json')).get('cache-control')).toBe('no-cache')
})
