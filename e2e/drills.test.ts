import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { killUnderLoad } from './drills/kill-under-load.ts'
import { killedRestore } from './drills/killed-restore.ts'
import { lostMasterKey } from './drills/lost-master-key.ts'
import { movesAndFolds } from './drills/moves-and-folds.ts'
import { ownDatabases } from './drills/own-databases.ts'
import { refusedMessages } from './drills/refused-messages.ts'
import { refusedStarts } from './drills/refused-starts.ts'
import { rollingRestart } from './drills/rolling-restart.ts'

/** The short drills of e2e/drills, with servers that are processes of their own on a shared database. */
let databases: ReturnType<typeof ownDatabases>
beforeAll(() => {
  databases = ownDatabases(inject('connection'))
})
afterAll(() => databases.drop())

test('R21 two nodes are restarted one after the other under load, and no request is lost', async () => {
  const result = await rollingRestart(await databases.make(), { nodes: 2, rounds: 1, callers: 4 })
  expect(result).toMatchObject({ lost: 0, how: [], missing: 0, exitCodes: [0] })
  expect(result.acknowledged).toBeGreaterThan(0)
})

test('R1 nodes are killed with -9 one after the other under load, and every acknowledged change is stored exactly once', async () => {
  const result = await killUnderLoad(await databases.make(), { nodes: 2, kills: 3, callers: 4 })
  expect(result).toMatchObject({ kills: 3, strange: 0, missing: 0 })
  expect(result.acknowledged).toBeGreaterThan(0)
})

test('SAML-96 a flood of refused messages costs no memory and does not disturb other requests', async () => {
  const result = await refusedMessages(await databases.make(), { senders: 4, ms: 1500 })
  expect(result.others).toEqual([])
  expect(result.refused).toBeGreaterThan(0)
  expect(result.grownMb).toBeLessThan(100)
})

test('R18 organisations are moved on two nodes while counters are compacted, and no user is counted twice', async () => {
  const result = await movesAndFolds(await databases.make(), { callers: 3, ms: 2000 })
  expect(result).toMatchObject({ refused: 0, how: [], different: [] })
  expect([result.moves > 0, result.folds > 0]).toEqual([true, true])
})

test('R14 after a killed restore no start takes the database for an empty system, and the restore can be repeated', async () => {
  const result = await killedRestore(await databases.make(), { kills: 1, orgs: 2000 })
  expect(result).toEqual({ kills: 1, killed: 1, explained: 1, restored: 0, missing: 0 })
})

test('no start replaces a lost master.key, and once the file is back the node starts', async () => {
  const result = await lostMasterKey(await databases.bare(), { starts: 1 })
  expect(result).toEqual({ starts: 1, explained: 1, isReplaced: false, exitCode: 0 })
})

test('a port in use and data of a newer version each end a start with one sentence', async () => {
  expect(await refusedStarts(await databases.make(), { isAway: false })).toEqual({ portTaken: true, newerSchema: true })
})
