import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPool } from '../server/src/platform/database/db.ts'
import { at } from '../server/test/database.ts'
import { killUnderLoad } from './drills/kill-under-load.ts'
import { refusedMessages } from './drills/refused-messages.ts'
import { rollingRestart } from './drills/rolling-restart.ts'

/** The short ones of e2e/drills: servers that are processes of their own, on a database they share. */
const made: string[] = []
let maker: ReturnType<typeof openPool>
beforeAll(() => {
  maker = openPool(inject('connection'), 1)
})
afterAll(async () => {
  for (const name of made) await maker.query(`drop database ${name} with (force)`)
  await maker.end()
})

/** As DATABASE_URL names it. */
async function newDatabase(): Promise<string> {
  const name = `d_${randomBytes(6).toString('hex')}`
  await maker.query(`create database ${name} template hufu_template strategy file_copy`)
  made.push(name)
  const { url, host, port, user } = at(inject('connection'), name)
  return url ?? `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host!)}`
}

test('R21 two nodes are restarted one after the other under load, and no request is lost', async () => {
  const result = await rollingRestart(await newDatabase(), { rounds: 1, callers: 4 })
  expect(result).toMatchObject({ lost: 0, how: [], missing: 0, exitCodes: [0] })
  expect(result.acknowledged).toBeGreaterThan(0)
})

test('R1 nodes are killed with -9 in turn under load, and whatever was acknowledged is there exactly once', async () => {
  const result = await killUnderLoad(await newDatabase(), { kills: 3, callers: 4 })
  expect(result).toMatchObject({ kills: 3, strange: 0, missing: 0 })
  expect(result.acknowledged).toBeGreaterThan(0)
})

test('SAML-96 a flood of messages that are refused costs neither memory nor the time of others', async () => {
  const result = await refusedMessages(await newDatabase(), { senders: 4, ms: 1500 })
  expect(result.others).toEqual([])
  expect(result.refused).toBeGreaterThan(0)
  expect(result.grownMb).toBeLessThan(100)
  expect(result.p99Ms).toBeLessThan(500)
  expect(result.loopMostMs).toBeLessThan(200)
})
