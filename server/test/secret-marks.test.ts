import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyCall } from '@hufu/contract/call'
import { allCalls } from '@hufu/contract/calls'
import { secretPaths, withoutSecrets } from '@hufu/contract/secret'
import { startTestServer, type TestServer } from './harness.ts'
import type { Schema } from '@hufu/contract/schema'

let server: TestServer
const lines: string[] = []
beforeAll(async () => {
  server = await startTestServer({ log: line => lines.push(line), settings: { HUFU_RATE_LIMIT: '0' } })
})
afterAll(() => server.close())

const calls = Object.entries(allCalls).flatMap(([noun, list]) =>
  Object.entries(list).map(([name, call]) => ({ name: `${noun}.${name}`, call })),
)
const having = calls.filter(({ call }) => secretPaths(call.query).length + secretPaths(call.body).length > 0)
/** Parameters with such names take a secret. */
const SECRET_NAME = /^(?:password|oldPassword|pwd|.*[sS]ecret|defaultPassword|token|ticket|rsaPwd|passwordBlacklist|proof|bindKey|image)$/
/** These take no secret: they say whether a sign-in method is enabled. */
const NO_SECRET = new Set(['openPassword'])

function namesIn(schema: Schema | undefined, path = '', depth = 0): string[] {
  if (!schema || depth > 12) return []
  const def = schema._zod.def as unknown as Record<string, unknown>
  const below = (inner: unknown, at = path) => namesIn(inner as Schema, at, depth + 1)
  if ('innerType' in def) return below(def.innerType)
  if (def.type === 'pipe') return [...below(def.in), ...below(def.out)]
  if (def.type === 'union') return (def.options as unknown[]).flatMap(option => below(option))
  if (def.type === 'array') return below(def.element, `${path}[]`)
  if (def.type !== 'object') return []
  return Object.entries(def.shape as object).flatMap(([key, inner]) => {
    const at = path === '' ? key : `${path}.${key}`
    return [at, ...below(inner, at)]
  })
}

test('D-60 every input field with a secret-like name is marked as a secret in the contract', () => {
  const bare = calls.flatMap(({ name, call }) =>
    [call.query, call.body].flatMap(schema => {
      const marked = secretPaths(schema)
      const isCovered = (path: string) => marked.some(one => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`))
      return namesIn(schema)
        .filter(path => SECRET_NAME.test(path.split('.').at(-1)!) && !NO_SECRET.has(path) && !isCovered(path))
        .map(path => `${name} ${path}`)
    }),
  )
  expect(bare).toEqual([])
  expect(having.length).toBeGreaterThan(20)
})

test('D-60 marked fields are masked at any depth, and so are fields the contract does not know', () => {
  const { body } = allCalls.user!.saveMany!
  const masked = withoutSecrets(body, { orgId: '1', list: [{ userName: 'a', password: 'canary' }], stray: 'canary' })
  expect(masked).toEqual({ orgId: '1', list: [{ userName: 'a', password: '***' }], stray: '***' })
  expect(withoutSecrets(body, 'canary')).toBe('***')
})

const CANARY = 'canaryZ9secret0value'
/** A value with the canary in every secret field, and short harmless values elsewhere. */
function filled(schema: Schema | undefined, path = '', marks = secretPaths(schema)): unknown {
  if (!schema) return undefined
  if (marks.includes(path)) return CANARY
  const def = schema._zod.def as unknown as Record<string, unknown>
  const below = (inner: unknown, at = path) => filled(inner as Schema, at, marks)
  if ('innerType' in def) return below(def.innerType)
  if (def.type === 'pipe') return below((def.in as Schema)._zod.def.type === 'transform' ? def.out : def.in)
  if (def.type === 'union') return below((def.options as unknown[])[0])
  if (def.type === 'array') return [below(def.element, `${path}[]`)]
  if (def.type === 'literal') return (def.values as unknown[])[0]
  if (def.type === 'enum') return Object.values(def.entries as object)[0]
  if (def.type === 'number' || def.type === 'int') return 1
  if (def.type === 'boolean') return true
  if (def.type !== 'object') return '1'
  const shape = Object.entries(def.shape as object)
  return Object.fromEntries(shape.map(([key, inner]) => [key, below(inner, path === '' ? key : `${path}.${key}`)]))
}

/** The names of all tables with a row that contains the canary. */
async function everything(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class where relkind = 'r'
    and relnamespace = 'public'::regnamespace order by 1`.execute(server.kernel.db)
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql`select 1 from ${sql.table(name)} t where t::text like ${`%${CANARY}%`} limit 1`.execute(server.kernel.db)
      return rows.length > 0 ? [name] : []
    }),
  )
  return found.flat()
}

async function sendAll(call: AnyCall): Promise<void> {
  const [query, body] = [filled(call.query), filled(call.body)] as [Record<string, string> | undefined, Record<string, unknown> | undefined]
  const variants = [
    { query, body },
    { query, body: { ...body, strayField: CANARY } },
    { query, body: { ...body, password: [CANARY] } },
  ]
  for (const one of call.method === 'GET' ? [{ query }] : variants)
    for (const subject of [server.admin, server.nobody]) {
      const { envelope } = await subject.send(call, one as never)
      expect(JSON.stringify(envelope), call.path).not.toContain(CANARY)
    }
}

test('D-60 a marked value sent to every call that takes one appears nowhere: log, audit, history, task, error', async () => {
  const audited = await server.kernel.db.selectFrom('operLog').select('id').execute()
  for (const { call } of having) await sendAll(call)
  server.kernel.sessions.forget()
  const records = await server.kernel.db.selectFrom('operLog').select(['path', 'params']).execute()
  expect(records.length).toBeGreaterThan(audited.length + 5)
  expect(records.some(({ params }) => params.includes('***'))).toBe(true)
  expect(records.filter(({ params }) => params.includes(CANARY))).toEqual([])
  expect(await everything()).toEqual([])
  expect(lines.filter(line => line.includes(CANARY))).toEqual([])
})
