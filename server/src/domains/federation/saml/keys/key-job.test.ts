import { samlKey } from '@hufu/contract/federation/saml'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { lastRecord } from '../../../../../test/records.ts'
import { idpCertificates, TestSp } from '../../../../../test/saml.ts'
import { shiftClock } from '../../../../../test/shifted-clock.ts'
import { certificateOf } from '../xml/certificate.ts'
import { renewSamlKey } from './key-job.ts'

const DAY_MS = 86_400_000
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
let setRight = (): void => undefined
afterEach(() => setRight())

/** Runs the nightly job on both nodes, at a time when the current certificate has this many days left. */
async function night(daysLeft: number): Promise<void> {
  const [base64] = await idpCertificates(server)
  const end = certificateOf(base64!).validToDate.getTime()
  setRight = shiftClock(end - daysLeft * DAY_MS - Date.now())
  try {
    await Promise.all([server, beside].map(({ kernel }) => renewSamlKey(kernel).run()))
  } finally {
    setRight()
  }
}
const states = async () => (await server.admin.call(samlKey.list)).map(({ state }) => state)

test('SAML-98 a new key is published thirty days before the old certificate expires, once over all nodes, and moves no application', async () => {
  const sp = await TestSp.make(server)
  await night(32)
  expect(await states()).toEqual(['current'])
  // The job runs once a day, and the next night fewer than thirty days would be left.
  await night(30.5)
  expect(await states()).toEqual(['current', 'next'])
  expect(await lastRecord(server)).toMatchObject({ module: 'samlKey', operateType: 'add', code: 'success', userName: null })
  await night(3)
  expect(await states()).toEqual(['current', 'next'])
  const [old, next] = await server.admin.call(samlKey.list)
  expect(await idpCertificates(server)).toHaveLength(2)
  expect(Date.parse(next!.expiresAt) - Date.parse(old!.expiresAt)).toBeGreaterThan(9 * 365 * DAY_MS)
  // The old key signs until an administrator moves the application to the new one.
  const { browser } = await sp.visitor()
  const answer = await sp.visit(browser)
  expect((await sp.read(answer)).nameID).toBeTruthy()
  expect(old!.appCount).toBe(1)
  await server.admin.call(samlKey.moveApp, { body: { appId: sp.appId, kid: next!.kid } })
  await server.admin.call(samlKey.withdraw, { query: { id: old!.kid } })
  expect(await states()).toEqual(['former', 'current'])
})
