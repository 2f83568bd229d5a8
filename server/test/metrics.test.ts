import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { config } from '@hufu/contract/operations/config'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer } from './harness.ts'

let server: TestServer
let port: number
beforeAll(async () => {
  port = await freePort()
  server = await startTestServer({ settings: { HUFU_METRICS_PORT: String(port) } })
})
afterAll(() => server.close())

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => listener.once('listening', resolve))
  const { port: free } = listener.address() as AddressInfo
  await new Promise(resolve => listener.close(resolve))
  return free
}

const read = (token?: string) => fetch(`${server.address}/metrics`, { headers: token === undefined ? {} : { token } })

test('/metrics requires a super administrator, by the token header', async () => {
  expect((await read()).status).toBe(401)
  expect((await read('nonsense')).status).toBe(401)
  expect((await read((await server.as(await server.given.user())).token)).status).toBe(403)
  expect((await read(server.admin.token)).status).toBe(200)
})

test('calls are measured by path and outcome, and an unknown path creates no label', async () => {
  await server.nobody.call(config.public)
  await server.nobody.refused('signInAgain', user.page)
  await fetch(`${server.address}/api/no/such/${crypto.randomUUID()}`)
  const text = await (await read(server.admin.token)).text()
  expect(text).toContain('hufu_http_request_duration_seconds_count{call="GET /api/publicApi/config/getConfig",outcome="success"} 1')
  expect(text).toContain('hufu_http_request_duration_seconds_count{call="GET /api/v3/user/page",outcome="refused"} 1')
  expect(text).toMatch(/call="other",outcome="refused"/)
  expect(text).not.toContain('no/such')
})

test('pool, hash queue, tasks, sessions and process are measured', async () => {
  const text = await (await read(server.admin.token)).text()
  for (const name of [
    'hufu_pool_in_use',
    'hufu_pool_waiting',
    'hufu_hash_queue',
    'hufu_tasks_running',
    'hufu_sessions_kept',
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_seconds',
  ])
    expect(text, name).toMatch(new RegExp(`^${name} \\d`, 'm'))
})

test('HUFU_METRICS_PORT answers /metrics without a token, and nothing else', async () => {
  const beside = `http://127.0.0.1:${port}`
  const answer = await fetch(`${beside}/metrics`)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('hufu_http_request_duration_seconds')
  expect((await fetch(`${beside}/api/publicApi/health`)).status).toBe(404)
})
