import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { killUnderLoad } from './drills/kill-under-load.ts'
import { ownDatabases } from './drills/own-databases.ts'
import { refusedMessages } from './drills/refused-messages.ts'
import { rollingRestart } from './drills/rolling-restart.ts'

/** The short ones of e2e/drills: servers that are processes of their own, on a database they share. */
let databases: ReturnType<typeof ownDatabases>
beforeAll(() => {
  databases = ownDatabases(inject('connection'))
})
afterAll(() => databases.drop())

test('R21 two nodes are restarted one after the other under load, and no request is lost', async () => {
  const result = await rollingRestart(await databases.make(), { rounds: 1, callers: 4 })
  expect(result).toMatchObject({ lost: 0, how: [], missing: 0, exitCodes: [0] })
  expect(result.acknowledged).toBeGreaterThan(0)
})

test('R1 nodes are killed with -9 in turn under load, and whatever was acknowledged is there exactly once', async () => {
  const result = await killUnderLoad(await databases.make(), { kills: 3, callers: 4 })
  expect(result).toMatchObject({ kills: 3, strange: 0, missing: 0 })
  expect(result.acknowledged).toBeGreaterThan(0)
})

test('SAML-96 a flood of messages that are refused costs no memory, and nobody else hears of it', async () => {
  const result = await refusedMessages(await databases.make(), { senders: 4, ms: 1500 })
  expect(result.others).toEqual([])
  expect(result.refused).toBeGreaterThan(0)
  expect(result.grownMb).toBeLessThan(100)
})
