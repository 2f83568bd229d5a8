import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyCall } from '@hufu/contract/call'
import { clientCalls } from '@hufu/contract/federation/client-calls'
import { org } from '@hufu/contract/directory/org'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import { client } from './api-clients.ts'
import { dice, shapeOf, type Dice, type Shape } from './fuzz-input.ts'
import { makeFarBranch, MARK, ORIGIN, sumOf, sumOfAdministrator, type FarBranch } from './far-branch.ts'
import { startTestServer, type Answered, type TestServer, type Subject } from './harness.ts'
import { sampling } from './sampled.ts'
import { calls } from './walk.ts'

/** Calls every call with ids of another administrator's branch (D-34, D-75, N-02). */
const SEED = Number(process.env.HUFU_WALK_SEED ?? 20_261_122)
/** How many rounds, each with other ids. */
const ROUNDS = Number(process.env.HUFU_WALK_ROUNDS ?? 2)

const sample = sampling(import.meta.filename)
let server: TestServer
let foreign: FarBranch
let own: { org: string; user: string }
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  await server.given.forDelegations(...pages)
  own = { org: await server.given.org({ name: '近处' }), user: '' }
  own.user = await server.given.user({ org: own.org, realName: '近人' })
  foreign = await makeFarBranch(server)
})
afterAll(() => server.close())

const pages = shippedMenus.filter(node => node.type === 'menu' && node.menuUri.split('/').length === 3 && !node.menuUri.startsWith('/devops')).map(node => node.menuUri) // prettier-ignore

/** A value that the schema accepts, with foreign ids in every field that may hold one. */
function valueOf(shape: Shape, field: string, die: Dice): unknown {
  const choice = (shape.anyOf ?? shape.oneOf)?.filter(one => one.type !== 'null' && one.const !== '')
  if (choice && choice.length > 0) return valueOf(die.oneOf(choice), field, die)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return die.oneOf(shape.enum)
  if (shape.type === 'object' || shape.properties)
    return Object.fromEntries(Object.entries(shape.properties ?? {}).flatMap(([key, inner]) => (die.chance(0.85) ? [[key, valueOf(inner, key, die)]] : []))) // prettier-ignore
  if (shape.type === 'array') return [valueOf(shape.items ?? {}, field, die)]
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(shape.minimum ?? 0, 1)
  if (shape.type === 'boolean') return die.chance(0.5)
  if (shape.type === 'null') return null
  return wordOf(field, die)
}

function wordOf(field: string, die: Dice): string {
  if (/parent|target.*org|^orgs?(Id|Ids)?$|org.*ids?$/i.test(field))
    return die.oneOf([...foreign.org!, ...foreign.org!, ...foreign.goneOrg!, own.org])
  if (/user|leader|person|assignee/i.test(field)) return die.oneOf([...foreign.user!, ...foreign.gone!])
  if (/file|avatar|logo/i.test(field)) return foreign.file![0]!
  if (/task/i.test(field)) return foreign.task![0]!
  if (/group/i.test(field)) return foreign.group![0]!
  if (/sync/i.test(field)) return foreign.sync![0]!
  if (/^runId$/.test(field)) return foreign.run![0]!
  if (/^originId$/.test(field)) return ORIGIN
  if (/app/i.test(field)) return foreign.app![0]!
  if (/(^|[a-z])ids?$/i.test(field)) return die.oneOf(die.oneOf(Object.values(foreign)))
  if (/status|flag|type$/i.test(field)) return '1'
  if (/time|begin|end/i.test(field)) return '2026-01-01 00:00:00'
  if (/size|current|num/i.test(field)) return '1'
  if (/uuid/i.test(field)) return `walk-${die.below(1e9)}`
  return `w${die.below(1e6)}`
}

const asText = (value: unknown) => (value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value))
const input = (call: AnyCall, die: Dice): Parameters<Subject['send']>[1] => ({
  ...(call.query && { query: Object.fromEntries(Object.entries((valueOf(shapeOf(call.query), '', die) ?? {}) as object).map(([key, value]) => [key, asText(value)])) }), // prettier-ignore
  ...(call.body && { body: valueOf(shapeOf(call.body), '', die) as Record<string, unknown> }),
})

const isSuccess = ({ status, envelope }: Answered) => status === 200 && ['success', '0', ''].includes(envelope.code)
/** Calls that end the session or the account the walk needs. */
const ENDING: ReadonlySet<AnyCall> = new Set([signIn.logout])

interface Asking {
  headers?: Record<string, string>
  /** Calls open to the whole system, except users who administer anything (docs/decisions/api-clients.md, 0031). */
  opened?: ReadonlySet<AnyCall>
}
interface Walk {
  wrong: string[]
  callCount: number
  /** The names of the calls. */
  succeeded: string[]
}

/** Calls every call; returns what was disclosed or changed against the rules, and what succeeded. */
async function walk(enter: () => Promise<Subject>, { headers, opened = new Set() }: Asking = {}): Promise<Walk> {
  const result: Walk = { wrong: [], callCount: 0, succeeded: [] }
  let subject = await enter()
  let before = await sums()
  for (let round = 0; round < ROUNDS; round++)
    for (const [n, { name, call }] of sample.of([...calls.entries()], ([, { name }]) => name)) {
      if (ENDING.has(call)) continue
      const sent = input(call, dice(SEED + round * 10_000 + n))
      const answer = await subject.send(call, { ...sent, ...(headers && { headers }) })
      result.callCount++
      if (isSuccess(answer)) result.succeeded.push(name)
      if (['6', 'invalid_credentials'].includes(answer.envelope.code) && headers === undefined) subject = await enter()
      const text = answer.bytes.toString()
      const after = await sums()
      const isTelling = text.includes(MARK)
      const problem = answer.status >= 500 ? 'is a defect' : problemOf(isTelling && !opened.has(call), opened.has(call) ? 'administrator' : 'all', before, after) // prettier-ignore
      if (problem) result.wrong.push(`${name} ${problem}: ${JSON.stringify(sent).slice(0, 400)} → ${text.slice(0, 300)}`)
      before = after
    }
  return result
}

type Sums = Record<'all' | 'administrator', string>
const sums = async (): Promise<Sums> => ({
  all: await sumOf(server, foreign),
  administrator: await sumOfAdministrator(server, foreign),
})
function problemOf(isTelling: boolean, what: keyof Sums, before: Sums, after: Sums): string | undefined {
  if (isTelling) return 'tells'
  return after[what] === before[what] ? undefined : what === 'all' ? 'changes' : 'acts upon an administrator'
}

const boss = async (...of: string[]) => {
  const id = await server.given.user({ org: own.org, realName: '近主' })
  await server.given.gradeAdmin(id, own.org, 1, ...of)
  return async () => {
    await server.kernel.db.updateTable('users').set({ passwordFrom: 'own', status: 1 }).where('id', '=', id).execute()
    return server.as(id)
  }
}

test('T14, D-75, N-02 a delegated administrator with every page reads and changes nothing of another branch, by any call', async () => {
  const { wrong, succeeded, callCount } = await walk(await boss(...pages))
  expect(wrong).toEqual([])
  expect(succeeded.length).toBeGreaterThan(callCount / 20)
})

test('T14, D-75 a delegated administrator of users only reads and changes nothing of another branch, by any call', async () => {
  expect((await walk(await boss('/organiz/index', '/organiz/deleted-user', '/organiz/batch-add-user'))).wrong).toEqual([])
})

test('T14, T22 a plain user reads and changes nothing of other users, by any call', async () => {
  const id = await server.given.user({ org: own.org, realName: '近民' })
  const enter = async () => {
    await server.kernel.db.updateTable('users').set({ passwordFrom: 'own' }).where('id', '=', id).execute()
    return server.as(id)
  }
  expect((await walk(enter)).wrong).toEqual([])
})

test('N-02 a system granted one call reads and changes nothing by any other', async () => {
  const { headers } = await client(server, [user.userNameFree])
  expect(await server.nobody.call(user.userNameFree, { query: { userName: 'nobodys.name' }, headers })).toBe(true)
  expect((await walk(async () => server.nobody, { headers })).wrong).toEqual([])
})

test('N-02, T12 a system granted every call for systems reaches all organisations, acts on no administrator, and reads or changes nothing by others', async () => {
  const opened = new Set([...clientCalls.values()].filter(({ path }) => !path.startsWith('/scim/')))
  const { headers } = await client(server, [...opened])
  const [orgId = ''] = foreign.org!
  const { records } = await server.nobody.call(user.page, { query: { orgId }, headers })
  expect(JSON.stringify(records)).toContain(MARK)
  expect((await server.nobody.call(org.byId, { query: { id: orgId }, headers })).name).toContain(MARK)
  const { wrong, succeeded } = await walk(async () => server.nobody, { headers, opened })
  expect(wrong).toEqual([])
  const isOpened = new Set(calls.flatMap(({ name, call }) => (opened.has(call) ? [name] : [])))
  expect(isOpened.intersection(new Set(succeeded)).size).toBeGreaterThan(sample.isWhole ? opened.size / 3 : 0)
})
