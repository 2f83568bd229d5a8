import { afterAll, beforeAll, expect, test } from 'vitest'
import { operLog } from '@hufu/contract/audit/audit'
import { allCalls } from '@hufu/contract/calls'
import { idCardOf, phoneOf } from './given.ts'
import { dice, fuzzRequest, type Dice, type KnownValues } from './fuzz-input.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { sampling } from './sampled.ts'
import { sealed } from './secrets.ts'

const sample = sampling(import.meta.filename)
const SEED = Number(process.env.HUFU_FUZZ_SEED ?? sample.seed(20_261_121))
const REQUESTS = Number(process.env.HUFU_FUZZ_REQUESTS ?? sample.count(10_000))
const AT_ONCE = 8
/** Far more than a busy machine needs: a call that takes longer hangs. */
const LONGEST_MS = 60_000
/** What only a stack trace or the database would say; no input contains it. */
const INTERNAL_DETAILS =
  /\n\s+at |\.ts:\d|node_modules|syntax error|duplicate key|violates|relation "|invalid input syntax|invalid byte|out of range|ECONN/

const defects: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    jobs: true,
    log: line => void (/"msg":"(?:defect|task failed|audit of a refusal failed)"/.test(line) && defects.push(line)),
  })
})
afterAll(() => server.close())

/** Rows to aim at, and values that satisfy each field's own check. */
async function createKnownValues(): Promise<KnownValues> {
  const orgs = ['1']
  for (let n = 0; n < 5; n++) orgs.push(await server.given.org(n > 2 ? { parentId: orgs.at(-1)! } : {}))
  const users = ['1']
  for (let n = 0; n < 12; n++) users.push(await server.given.user({ org: orgs[n % orgs.length]!, phone: phoneOf(9_000_000 + n) }))
  const menuIds = (await server.kernel.db.selectFrom('menu').select('id').execute()).map(row => row.id)
  const configIds = (await server.kernel.db.selectFrom('config').select('id').execute()).map(row => row.id)
  const cipher = await sealed(server, 'Fuzzed#2026')
  const byName: Record<string, (die: Dice) => unknown> = {
    userName: die => `fuzz${die.below(1e6)}`,
    phone: die => phoneOf(die.below(1e8)),
    idCard: die => idCardOf(die.below(1000)),
    code: die => `FZ${die.below(1e6)}`,
    password: () => cipher,
    pwd: () => cipher,
    configValue: die => die.oneOf(['true', 'false', '5', cipher, 'medium', '[]']),
    status: die => die.oneOf(['0', '1', 1]),
    menu_uri: die => `/fuzz/${die.below(1e6)}`,
    uuid: die => `fuzz-${die.below(1e9)}-uuid`,
    rangeType: die => String(1 + die.below(4)),
    current: die => String(1 + die.below(3)),
    size: die => String(1 + die.below(600)),
    sortNum: die => String(1 + die.below(99)),
    email: die => `f${die.below(1e6)}@example.org`,
  }
  const pools = [orgs, users, menuIds, configIds]
  return (field, die) => {
    if (byName[field] && die.chance(0.9)) return byName[field](die)
    if (/org|parent/i.test(field)) return die.oneOf(orgs)
    if (/user/i.test(field)) return die.oneOf(users)
    if (/(^|[a-z])ids?$/i.test(field)) return die.oneOf(die.oneOf(pools))
    return die.chance(0.5) ? `文字${die.below(1000)}` : `text${die.below(1000)}`
  }
}

/** The next caller; a session ended by a lucky request is started again. */
async function actors() {
  const clerk = await server.given.user()
  await server.kernel.db.insertInto('userRole').values({ userId: clerk, roleId: 'org_admin' }).execute()
  const ids = ['1', clerk]
  const tokens = new Map<string, string | undefined>([['', undefined]])
  const enter = async (id: string) => {
    await server.kernel.db.updateTable('users').set({ passwordFrom: 'own', status: 1, deletedAt: null }).where('id', '=', id).execute()
    await server.kernel.db
      .insertInto('userRole')
      .values({ userId: clerk, roleId: 'org_admin' })
      .onConflict(row => row.doNothing())
      .execute()
    tokens.set(id, (await server.as(id)).token)
  }
  for (const id of ids) await enter(id)
  const pick = (die: Dice) => (die.chance(0.04) ? '' : die.chance(0.75) ? '1' : clerk)
  return { pick, tokenOf: (id: string) => tokens.get(id), enter }
}

const calls = Object.values(allCalls).flatMap(group => Object.values(group))

/** The verifier program, which everybody may download. */
const VERIFIER = operLog.verifier.path

test(
  `R16 ${REQUESTS} random and half-valid requests, seed ${SEED}: no server error, no hanging request, no internal detail disclosed`,
  { timeout: 180_000 * Math.max(1, REQUESTS / 10_000), retry: 0 },
  async () => {
    const [values, who] = [await createKnownValues(), await actors()]
    const problems: string[] = []
    const seen = new Map<string, number>()
    let fired = 0
    const shooter = async (worker: number) => {
      const die = dice(SEED + worker)
      while (fired < REQUESTS) {
        const call = calls[fired++ % calls.length]!
        const { query, headers, body } = fuzzRequest(call, values, die)
        const actor = who.pick(die)
        const token = who.tokenOf(actor)
        const from = performance.now()
        const url = `${server.address}/api${call.path}${query && `?${query}`}`
        const answer = await fetch(url, {
          method: call.method,
          headers: { ...(token && { token }), ...headers },
          ...(body !== undefined && { body }),
        }).catch((error: unknown) => new Response(String((error as Error).cause), { status: 599 }))
        const text = await answer.text()
        const took = performance.now() - from
        const code = text.startsWith('{"code":"') ? (JSON.parse(text) as { code: string }).code : ''
        seen.set(`${answer.status} ${code}`, (seen.get(`${answer.status} ${code}`) ?? 0) + 1)
        if (answer.status >= 500 || took > LONGEST_MS || (INTERNAL_DETAILS.test(text) && call.path !== VERIFIER))
          problems.push(
            `${answer.status} ${Math.round(took)} ms ${call.path}?${query.slice(0, 300)} ${JSON.stringify(headers)} ${String(body).slice(0, 300)} → ${text.slice(0, 200)}`,
          )
        if (actor !== '' && (code === '6' || code === 'invalid_credentials' || text.includes('请先修改密码'))) await who.enter(actor)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => shooter(worker)))
    expect({ problems: problems.slice(0, 20), defects: defects.slice(0, 10) }).toEqual({ problems: [], defects: [] })
    // A fuzz test in which every request is refused would prove nothing.
    expect(seen.get('200 success') ?? 0, JSON.stringify([...seen])).toBeGreaterThan(REQUESTS / 10)
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  },
)
