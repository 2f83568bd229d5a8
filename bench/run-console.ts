import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../e2e/worker-browser.ts'
import { firstStart } from '../server/src/first-start.ts'
import { seedOrgs } from '../tools/seed/orgs.ts'
import { seedPeople } from '../tools/seed/people.ts'
import { inDatabase } from './data.ts'
import { startServer } from './server.ts'

/** `node bench/run-console.ts`: how soon the list of users can be used in a browser with an empty cache. */
const PEOPLE = Number(process.env.HUFU_BENCH_PEOPLE ?? 20_000)
const ROUNDS = Number(process.env.HUFU_BENCH_ROUNDS ?? 9)
const SETTLED_MS = 700
const LIST = '/organiz/index'
const folder = join(process.env.HUFU_DATA ?? './data', 'bench-console')

declare global {
  interface Window {
    seen: { rows: number; tree: number; tasks: number[] }
  }
}

await mkdir(folder, { recursive: true })
await inDatabase(folder, async kernel => {
  const { db, keys } = kernel
  await firstStart(kernel)
  await sql`update users set password_from = 'own', password_time = now() where id = '1'`.execute(db)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from users`.execute(db)
  if (rows[0]!.n >= PEOPLE) return
  await seedOrgs(db)
  await seedPeople(db, keys, PEOPLE, { from: 1 })
})
const server = await startServer(folder)
const browser = await launchBrowser()
try {
  await visit(browser)
  const visits = []
  for (let n = 0; n < ROUNDS; n++) visits.push(await visit(browser))
  tell(`first rows of ${PEOPLE} people, an empty cache`, visits.map(({ rows }) => rows)) // prettier-ignore
  tell('… the tree beside them', visits.map(({ tree }) => tree)) // prettier-ignore
  tell('… the longest task', visits.map(({ tasks }) => Math.max(0, ...tasks))) // prettier-ignore
} finally {
  await browser.close()
  await server.stop()
}

async function visit(of: Browser) {
  const context = await of.newContext({ baseURL: server.address, viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  await context.addInitScript(watch, server.token)
  const page = await context.newPage()
  await page.goto(LIST)
  await page.waitForFunction(() => window.seen.rows > 0 && window.seen.tree > 0)
  await page.waitForTimeout(SETTLED_MS)
  const seen = await page.evaluate(() => window.seen)
  await context.close()
  return seen
}

/** Runs in the page: records when the first row and the first organisation appeared, and every task longer than 50 ms. */
function watch(token: string): void {
  localStorage.setItem('idaas-token', token)
  const seen = (window.seen = { rows: 0, tree: 0, tasks: [] as number[] })
  new PerformanceObserver(list => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
    buffered: true,
  })
  new MutationObserver(() => {
    if (seen.rows === 0 && document.querySelector('main .ant-table-row')) seen.rows = performance.now()
    if (seen.tree === 0 && document.querySelector('main .org-node')) seen.tree = performance.now()
  }).observe(document, { childList: true, subtree: true })
}

function tell(what: string, figures: readonly number[]): void {
  const sorted = figures.map(Math.round).toSorted((one, other) => one - other)
  console.log(`${what.padEnd(48)} ${sorted[sorted.length >> 1]} ms, ${sorted[0]} to ${sorted.at(-1)}`)
}
