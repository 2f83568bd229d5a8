import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startThrowAwayPostgres } from '../../tools/throw-away-postgres.ts'
import { POSTGRES_15 } from '../../tools/test/needs.ts'
import { Balancer, missingOf, startLoad } from './balancer.ts'
import { openDatabase, startNode } from './node-process.ts'

const run = promisify(execFile)
const SIZE = '400m'

/**
 * PostgreSQL on a small disk that fills up under load: reads still work,
 * acknowledged changes are stored, and free space ends the problem.
 */
export async function fullDisk({ fullMs, callers }: { fullMs: number; callers: number }) {
  const disk = await mkdtemp(join(tmpdir(), 'hufu-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=1777`, 'tmpfs', disk])
  const postgres = await startThrowAwayPostgres(POSTGRES_15, disk)
  try {
    const node = await startNode(postgres.url)
    const database = await openDatabase(postgres.url)
    const balancer = new Balancer([node.address])
    const load = startLoad(balancer, database.token, callers, 'DISK')
    await pause(1500)
    const ballast = join(disk, 'ballast')
    await writeFile(ballast, Buffer.alloc(1024 * 1024 * 1024)).catch(() => undefined)
    const before = load.answers.length
    await pause(fullMs)
    const whileFull = load.answers.slice(before)
    await rm(ballast)
    let isHealed = false
    for (let tries = 0; tries < 100 && !isHealed; tries++) {
      const code = `HEALED${tries}`
      isHealed = (await balancer.send('POST', '/v3/org/save', database.token, { parentId: '1', name: code, code })).code === 'success'
      await pause(100)
    }
    await load.stop()
    await balancer.close()
    const missing = await missingOf(load, database.count)
    await database.close()
    await node.stop('SIGTERM')
    const [readings, changes] = [whileFull.filter(({ method }) => method === 'GET'), whileFull.filter(({ method }) => method === 'POST')]
    return {
      readWhileFull: readings.filter(({ code }) => code === 'success').length,
      refusedReadings: readings.filter(({ code }) => code !== 'success').length,
      changesWhileFull: changes.length,
      messages: [...new Set(changes.filter(({ code }) => code !== 'success').map(({ message }) => message))],
      broken: load.broken.length,
      isHealed,
      acknowledged: load.acknowledged.length,
      missing,
    }
  } finally {
    await postgres.stop()
    await run('umount', [disk])
    await rm(disk, { recursive: true, force: true })
  }
}
