import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPool } from '../../server/src/platform/database/db.ts'
import { UNFINISHED_RESTORE } from '../../server/src/platform/database/start-checks.ts'
import { dropDatabase } from '../../server/test/database.ts'
import { MASTER_KEY, startNode } from './node-process.ts'
import { refusedStart, isOnlyLine } from './refused-start.ts'

const RESTORED = 'drill_restored'
const ORG =
  "insert into org (id, parent_id, name, code, sort_num) select 'killed' || n, '1', '机构' || n, 'KILLED' || n, n from generate_series(1, $1::int) n"

/** A command line tool, run as an administrator runs it. */
const tool = (name: string, databaseUrl: string, ...args: string[]) =>
  spawn(process.execPath, [`tools/${name}.ts`, ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl, HUFU_MASTER_KEY: MASTER_KEY, HUFU_DATA: tmpdir() },
    stdio: 'ignore',
  })
const ended = async (child: ReturnType<typeof spawn>): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** A restore killed with -9 while it loads: no start takes the database for an empty system, and the restore can be repeated. */
export async function killedRestore(databaseUrl: string, { kills, orgs }: { kills: number; orgs: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'hufu-drill-restore-'))
  const file = join(folder, 'backup.gz')
  const source = openPool({ url: databaseUrl }, 2)
  const target = new URL(databaseUrl)
  target.pathname = `/${RESTORED}`
  try {
    await (await startNode(databaseUrl)).stop('SIGTERM')
    await source.query(ORG, [orgs])
    if ((await ended(tool('backup', databaseUrl, file, '--without-key'))) !== 0) throw new Error('no backup was made')
    await source.query(`create database ${RESTORED} template template0`)
    const pool = openPool({ url: target.href }, 1)
    const hasBegun = async () => (await pool.query(`select to_regclass('${UNFINISHED_RESTORE}') as it`)).rows[0].it !== null
    let [killed, explained] = [0, 0]
    for (let n = 0; n < kills; n++) {
      const restoring = tool('restore', target.href, file)
      while (restoring.exitCode === null && !(await hasBegun())) await pause(2)
      // Each kill comes a little later in the restore.
      await pause(n * 30)
      restoring.kill('SIGKILL')
      await ended(restoring)
      if (restoring.signalCode === 'SIGKILL') killed++
      if (isOnlyLine(await refusedStart({ DATABASE_URL: target.href }), /备份恢复没有完成.*npm run restore/)) explained++
    }
    const restored = await ended(tool('restore', target.href, file))
    const node = await startNode(target.href)
    const { rows } = await pool.query<{ n: number }>("select count(*)::int as n from org where id like 'killed%'")
    await node.stop('SIGTERM')
    await pool.end()
    return { kills, killed, explained, restored, missing: orgs - rows[0]!.n }
  } finally {
    await dropDatabase(source, RESTORED)
    await source.end()
    await rm(folder, { recursive: true, force: true })
  }
}
