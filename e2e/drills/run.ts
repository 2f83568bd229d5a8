import { startThrowAwayPostgres } from '../../tools/throw-away-postgres.ts'
import { POSTGRES_15 } from '../../tools/test/needs.ts'
import { clockBehind } from './clock-behind.ts'
import { fullDisk } from './full-disk.ts'
import { killedRestore } from './killed-restore.ts'
import { killUnderLoad } from './kill-under-load.ts'
import { lockedTasks } from './locked-tasks.ts'
import { lostMasterKey } from './lost-master-key.ts'
import { movesAndFolds } from './moves-and-folds.ts'
import { refusedMessages } from './refused-messages.ts'
import { refusedStarts } from './refused-starts.ts'
import { rollingRestart } from './rolling-restart.ts'
import { silentDatabase } from './silent-database.ts'

type Result = Record<string, unknown>
interface Drill {
  run: (databaseUrl: string) => Promise<Result>
  /** Whether the result is as required. */
  holds: (result: never) => boolean
}
const drill = <R extends Result>(run: (databaseUrl: string) => Promise<R>, holds: (result: R) => boolean): Drill => ({ run, holds })

const restarts = (nodes: number) =>
  drill(
    url => rollingRestart(url, { nodes, rounds: 3, callers: 16 }),
    ({ lost, missing, acknowledged, slowestStopMs }) => lost === 0 && missing === 0 && acknowledged > 0 && slowestStopMs < 10_000,
  )
const kills = (nodes: number) =>
  drill(
    url => killUnderLoad(url, { nodes, kills: 10, callers: 16 }),
    ({ missing, strange, acknowledged }) => missing === 0 && strange === 0 && acknowledged > 0,
  )

/** The message of a change while the disk is full (R5). */
const NO_SPACE = '存储空间不足，请联系管理员'

const drills: Record<string, Drill> = {
  'rolling-restart': restarts(2),
  'rolling-restart-of-three': restarts(3),
  'kill-under-load': kills(2),
  'kill-under-load-of-three': kills(3),
  'locked-tasks': drill(
    url => lockedTasks(url, { lockedMs: 45_000 }),
    ({ isAlive, broken, takenUp }) => isAlive && broken > 0 && takenUp,
  ),
  'silent-database': drill(
    url => silentDatabase(url, { silentMs: 60_000, callers: 16 }),
    ({ healthMs, slowestReplyMs, recoveryMs, stopMs }) =>
      healthMs < 2000 && slowestReplyMs < 35_000 && recoveryMs < 2000 && stopMs < 10_000,
  ),
  'clock-behind': drill(
    url => clockBehind(url, { behindMs: 75_000 }),
    ({ fresh, late }) => fresh === 200 && late === 400,
  ),
  'refused-messages': drill(
    url => refusedMessages(url, { senders: 16, ms: 10_000 }),
    ({ others, grownMb, p99Ms, loopMostMs }) => others.length === 0 && grownMb < 100 && p99Ms < 500 && loopMostMs < 200,
  ),
  'killed-restore': drill(
    url => killedRestore(url, { kills: 3, orgs: 5000 }),
    ({ kills, killed, explained, restored, missing }) => killed === kills && explained === kills && restored === 0 && missing === 0,
  ),
  'lost-master-key': drill(
    url => lostMasterKey(url, { starts: 3 }),
    ({ starts, explained, isReplaced, exitCode }) => explained === starts && !isReplaced && exitCode === 0,
  ),
  'refused-starts': drill(
    url => refusedStarts(url, { isAway: true }),
    ({ portTaken, newerSchema, unreachable, waitedMs = 0 }) => portTaken && newerSchema && unreachable === true && waitedMs < 90_000,
  ),
  'moves-and-folds': drill(
    url => movesAndFolds(url, { callers: 6, ms: 20_000 }),
    ({ moves, folds, refused, different }) => moves > 0 && folds > 0 && refused === 0 && different.length === 0,
  ),
  'full-disk': drill(
    () => fullDisk({ fullMs: 10_000, callers: 8 }),
    ({ readWhileFull, refusedReadings, messages, isHealed, acknowledged, missing }) =>
      readWhileFull > 0 && refusedReadings === 0 && messages.join() === NO_SPACE && isHealed && acknowledged > 0 && missing === 0,
  ),
}

/** `npm run drill -- [name…]`: each drill on a PostgreSQL 15 of its own; without a name, all drills. */
const names = process.argv.slice(2)
const unknown = names.find(name => !Object.hasOwn(drills, name))
if (unknown === undefined) await runAll(names.length > 0 ? names : Object.keys(drills))
else {
  console.error(`没有名为 ${unknown} 的演练。用法：npm run drill -- [${Object.keys(drills).join(' | ')}]`)
  process.exitCode = 1
}

async function runAll(names: readonly string[]): Promise<void> {
  for (const name of names) await runOne(name, drills[name]!)
}

async function runOne(name: string, { run, holds }: Drill): Promise<void> {
  const postgres = await startThrowAwayPostgres(POSTGRES_15)
  const begun = performance.now()
  try {
    const result = await run(postgres.url)
    const isGood = holds(result as never)
    if (!isGood) process.exitCode = 1
    console.log(`${isGood ? '✓' : '✗'} ${name}, ${((performance.now() - begun) / 1000).toFixed(0)} s: ${JSON.stringify(result)}`)
  } finally {
    await postgres.stop()
  }
}
