import { join } from 'node:path'
import { mkdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { org } from '@hufu/contract/directory/org'
import { firstStart } from '../server/src/first-start.ts'
import { seedOrgs } from '../tools/seed/orgs.ts'
import { seedPeople } from '../tools/seed/people.ts'
import { inDatabase } from './data.ts'
import type { Row } from './reads.ts'
import { scim, walkAllPages } from './scim.ts'
import { startServer } from './server.ts'
import { inboundSync, outboundSync } from './sync.ts'
import { sheets } from './writes.ts'

const PEOPLE = Number(process.env.HUFU_BENCH_PEOPLE ?? 1_000_000)
const parts = new Set((process.env.HUFU_BENCH_PARTS ?? 'import,in,out,scim').split(','))

/**
 * `node bench/run-sync.ts`: only synchronisation, on a database of its own that starts empty; with the part `walk`, on a full one.
 */
const folder = join(process.env.HUFU_DATA ?? './data', `bench-sync-${Date.now()}`)
await mkdir(folder, { recursive: true })
await inDatabase(folder, async kernel => {
  await firstStart(kernel)
  await sql`update users set password_from = 'own', password_time = now() where id = '1'`.execute(kernel.db)
  if (!parts.has('walk')) return
  await seedOrgs(kernel.db)
  await seedPeople(kernel.db, kernel.keys, PEOPLE)
})
// The stub systems run on this machine.
process.env.HUFU_ALLOW_LOOPBACK = '1'
const server = await startServer(folder)
const tell = (rows: readonly Row[]) => {
  for (const [what, figure, aim] of rows) console.log(`${what.padEnd(64)} ${figure.padEnd(60)} ${aim}`)
}
try {
  const { records } = await server.call(org.page, { query: { size: 10 } })
  const codes = records.flatMap(({ code }) => (code ? [code] : []))
  const imported = parts.has('import') ? await sheets(server, codes, 1) : []
  tell(imported)
  const seconds = imported.slice(0, 2).map(([, figure]) => Number.parseFloat(figure))
  if (parts.has('in')) tell(await inboundSync(server, imported.length > 0 ? seconds[0]! + seconds[1]! : undefined))
  if (parts.has('out')) tell(await outboundSync(server))
  if (parts.has('scim')) tell(await scim(server))
  if (parts.has('walk')) tell(await walkAllPages(server))
} finally {
  await server.stop()
}
