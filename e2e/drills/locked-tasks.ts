import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isUp, openDatabase, startNode } from './node-process.ts'

/** Locks async_task as CREATE INDEX does, then breaks the connection while a task is being claimed: the node survives. */
export async function lockedTasks(databaseUrl: string, { lockedMs }: { lockedMs: number }) {
  const node = await startNode(databaseUrl, { HUFU_LOG: 'silent' })
  const database = await openDatabase(databaseUrl)
  const id = randomUUID()
  // An export of the names of all organisations, which no node was told of.
  await database.pool.query(
    `insert into async_task (id, kind, owner_id, payload) values ($1, 'exportOrgs', '1', '{"attributes":["name"],"filter":{}}')`,
    [id],
  )
  const locker = await database.pool.connect()
  await locker.query('begin')
  await locker.query('lock table async_task in share mode')
  const until = performance.now() + lockedMs
  let broken = 0
  while (performance.now() < until) {
    const { rowCount } = await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%update async_task%' and state_change < now() - interval '3 seconds' and random() < 0.5`,
    )
    broken += rowCount ?? 0
    await pause(1000)
  }
  await locker.query('rollback')
  locker.release()
  const begun = performance.now()
  const isAlive = node.child().exitCode === null && (await isUp(node.address))
  const done = async () =>
    (await database.count("select count(*)::int as n from async_task where id = $1 and status = 'FINISH'", [id])) === 1
  while (!(await done()) && performance.now() - begun < 60_000) await pause(100)
  const takenUp = await done()
  await node.stop('SIGTERM')
  await database.close()
  return { isAlive, broken, takenUp, takenUpAfterMs: Math.round(performance.now() - begun) }
}
