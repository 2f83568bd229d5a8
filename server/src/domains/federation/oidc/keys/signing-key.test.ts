import { signingKey } from '@hufu/contract/federation/signing-key'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { lastRecord } from '../../../../../test/records.ts'
import { issuerOf } from '../../../../../test/oidc.ts'
import { rotateSigningKeys } from './signing-key-job.ts'

let server: TestServer
/** A second node. */
let beside: TestServer
beforeAll(async () => {
  server = await startTestServer()
  beside = await startTestServer({ beside: server })
})
afterAll(async () => {
  await beside.close()
  await server.close()
})

const list = () => server.admin.call(signingKey.list)
const states = async () => (await list()).map(key => `${key.alg} ${key.state}`)
/** Requests the keys, which are created at the first request. */
const show = () => fetch(`${issuerOf(server)}/jwks`)
const age = (days: number) =>
  server.kernel.pool.query('update oidc_key set begin_time = begin_time - make_interval(days => $1) where end_time is null', [days])
const clock = async () => {
  await Promise.all([server, beside].map(({ kernel }) => rotateSigningKeys(kernel).run()))
}

test('OP-53 keys older than ninety days get successors on schedule, once over all nodes, with an overlap', async () => {
  await show()
  await age(89)
  await clock()
  expect(await states()).toEqual(['ES256 current', 'RS256 current'])
  await age(2)
  await clock()
  expect(await states()).toEqual(['ES256 next', 'ES256 current', 'RS256 next', 'RS256 current'])
  await clock()
  expect(await list()).toHaveLength(4)
  const [next, current] = await list()
  expect([next!.endTime, current!.endTime]).toEqual([null, expect.any(String)])
  // The old key stays published for two days after the new one begins.
  expect(Date.parse(current!.endTime!) - Date.parse(next!.beginTime)).toBe(48 * 3_600_000)
})

test('OP-54 a super administrator replaces keys at once, but not again before the new ones sign; the audit records it', async () => {
  await server.kernel.pool.query('update oidc_key set begin_time = now() where begin_time > now()')
  await server.admin.call(signingKey.rotate)
  expect(await lastRecord(server)).toMatchObject({ module: 'signingKey', operateType: 'rotate', code: 'success' })
  expect(await states()).toEqual(
    [...Array(2)].flatMap((_, n) => ['next', 'current', 'former'].map(state => `${['ES256', 'RS256'][n]} ${state}`)),
  )
  await server.admin.refused('signingKeyComing', signingKey.rotate)
  expect(JSON.stringify(await list())).not.toMatch(/sealed|"d"/)
  const editor = await server.given.user()
  await server.given.role(editor, '/app/list#edit-c', '/app/appSetting')
  const they = await server.as(editor)
  await they.refused('forbidden', signingKey.rotate)
  await they.refused('forbidden', signingKey.list)
})
