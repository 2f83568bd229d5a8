import { afterAll, beforeAll, expect, test } from 'vitest'
import { operLog } from '@hufu/contract/audit/audit'
import { newToken } from '../../../platform/database/ids.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { askScim, scimClient, scimUser, type ScimSubject } from '../../../../test/scim.ts'

let server: TestServer
let entra: ScimSubject
beforeAll(async () => {
  server = await startTestServer()
  entra = await scimClient(server)
})
afterAll(() => server.close())

const han = /\p{Script=Han}/u
const ENGLISH = { 'accept-language': 'en-US,en;q=0.9' }
const filtered = (filter: string) => `/Users?filter=${encodeURIComponent(filter)}`

test('SC-01 refusals are in English for a client that asks for it, and in Chinese for others; the records are in Chinese', async () => {
  const { body } = await entra.ask('POST', '/Users', scimUser())
  const requests: [method: string, path: string, body?: object][] = [
    ['GET', '/Users/nobody-here'],
    ['GET', '/Nothing'],
    ['GET', '/Me'],
    ['GET', filtered('userName eq')],
    ['GET', filtered('nothing eq "x"')],
    ['GET', filtered('active gt true')],
    ['GET', '/Users?startIndex=x'],
    ['POST', '/Users', scimUser({ userName: body.userName })],
    ['POST', '/Users', { userName: 'x' }],
    ['PATCH', `/Users/${body.id}`, { Operations: [] }],
    ['PATCH', `/Users/${body.id}`, { Operations: [{ op: 'remove' }] }],
  ]
  const { authorization } = entra
  for (const [method, path, sent] of requests) {
    const options = (headers: Record<string, string>) => ({ headers: { authorization, ...headers }, ...(sent && { body: sent }) })
    const english = await askScim(server, method, path, options(ENGLISH))
    expect([path, english.status, han.test(english.body.detail)]).toEqual([path, expect.any(Number), false])
    const chinese = await askScim(server, method, path, options({}))
    expect([path, chinese.status, han.test(chinese.body.detail)]).toEqual([path, english.status, true])
    const { detail: _en, ...rest } = english.body
    const { detail: _zh, ...same } = chinese.body
    expect(rest).toEqual(same)
  }
  const stranger = { ...ENGLISH, authorization: `Bearer ${entra.clientId}.${newToken()}` }
  expect((await askScim(server, 'GET', '/Users', { headers: stranger })).body.detail).toBe('The access token or the client secret is wrong')
  const { records } = await server.admin.call(operLog.page, { query: { module: 'scim', result: 0, size: 100 } })
  expect(records.length).toBeGreaterThan(0)
  expect(records.filter(({ message }) => !han.test(message))).toEqual([])
})
