import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { openDb, openPool } from '../server/src/platform/database/db.ts'
import { coldAccessCheck, rights } from './apps.ts'
import { audit } from './audit.ts'
import { prepare, waitForNames } from './data.ts'
import { labels } from './labels.ts'
import { delegations } from './delegated-admins.ts'
import { operations } from './operations.ts'
import { loads, reads, type Row } from './reads.ts'
import { recheck } from './review-recheck.ts'
import { reviews } from './reviews.ts'
import { statistics } from './stats.ts'
import { tokens } from './tokens.ts'
import { creates, sheets, signIns } from './writes.ts'
import { startLimits, startServer } from './server.ts'

const PEOPLE = Number(process.env.HUFU_BENCH_PEOPLE ?? 1_000_000)
const folder = join(process.env.HUFU_DATA ?? './data', 'bench')
const IDLE_MS = 5000

/** Measures the product as users start it, on the data of a province and more. */
const rows: Row[] = []
const { place, password } = await prepare(folder, PEOPLE)
tell(await coldAccessCheck(folder))
const server = await startServer(folder)
const limits = await startLimits(place)
try {
  tell([['start to the first answer', `${(server.startMs / 1000).toFixed(2)} s`, '0.6 s']])
  await new Promise(resolve => setTimeout(resolve, IDLE_MS))
  tell([['memory of the server, idle', `${server.memory().toFixed(0)} MB`, '120 MB']])
  tell(await reads(server))
  tell(await labels(server))
  tell(await delegations(server, password))
  tell(await rights(server))
  tell(await audit(server))
  tell(await loads(server, limits.url, password))
  tell(await tokens(server, password))
  tell([['memory of the server after that load', `${server.memory().toFixed(0)} MB`, '250 MB']])
  tell(await signIns(server, await waitForNames(server), password))
  const { records } = await server.call(org.page, { query: { parentId: '1', hasIncludeChild: true, size: 500, code: '3301' } })
  tell(await creates(server, records[0]!.id))
  const { total } = await server.call(user.page)
  tell(
    await sheets(
      server,
      records.map(record => record.code),
      total * 2,
    ),
  )
  const own = openPool(place)
  tell(await reviews(server, openDb(own), password))
  tell(await operations(server, openDb(own), password))
  await own.end()
} finally {
  limits.stop()
  await server.stop()
}
tell(await recheck(folder))
tell(await statistics(folder, password))
const page = new URL('README.md', import.meta.url)
await writeFile(page, report(rows, sectionsOf(await readFile(page, 'utf8'))))

/** Prints each result at once, because a run takes half an hour and may be aborted. */
function tell(found: readonly Row[]): void {
  rows.push(...found)
  for (const [what, figure, aim] of found) console.log(`${what.padEnd(52)} ${figure.padEnd(60)} ${aim}`)
}

/** The sections of the page that other benches write, which stay. */
function sectionsOf(page: string): string {
  return /\n## [^]*$/.exec(page)?.[0] ?? ''
}

function report(table: readonly Row[], sections: string): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.version}`
  const head = `# Bench\n\n\`npm run bench\`: ${PEOPLE.toLocaleString('en-US')} people in 44,703 organisations on the embedded PostgreSQL; server, database and load share the machine.\n\n${machine}; commit ${commit} and what was not yet committed.\n`
  return `${head}\n| what | measured | aim |\n|---|---|---|\n${table.map(row => `| ${row.join(' | ')} |`).join('\n')}\n${sections}`
}
