import { expect, test } from 'vitest'
import { capturedColumns, invalidReasons, unscopedQueries } from './scoped-queries.ts'
import { sourceFiles } from './source-files.ts'

const SERVER = 'server/src/'
const sources = sourceFiles().filter(({ path }) => path.startsWith(SERVER) && !path.endsWith('.test.ts'))
const found = sources.flatMap(({ path, text }) =>
  unscopedQueries(text).map(({ name, query }) => ({ key: `${path.slice(SERVER.length)} ${name}`, query })),
)

test('rule 5, D-75, RM-10 every query over people, organisations or jobs has a scope, or everyone() says why not', () => {
  expect(found.map(({ key, query }) => `${key}: ${query}`)).toEqual([])
})

const names = (source: string) => unscopedQueries(source).map(({ name, query }) => `${name}: ${query}`)

test('an unscoped query is found wherever it is written: raw, inside another, behind an expression, by the builder', () => {
  expect(names('export const a = (db) => sql`select * from users where id = ${id}`.execute(db)')).toEqual(['a: from users'])
  expect(names('export const b = (db) => sql<Row>`select ${x ? sql`(select 1 from job j)` : sql`2`} as n`.execute(db)')).toEqual([
    'b: from job',
  ])
  expect(names("async function c() { return sql`select 1 from app ${f({ a: '}' })} join org o on true` }")).toEqual(['c: join org'])
  expect(names("const d = (db) => db.selectFrom('users').select('id').where('id', '=', id).execute()")).toEqual(["d: .selectFrom('users'"])
  expect(names('export const f = sql.raw(`app a left join users u on u.id = a.owner`)')).toEqual(['f: join users'])
  expect(names('const e = sql`delete from app a using org_ancestor up where true`')).toEqual(['e: using org_ancestor'])
})

test('a part of a query needs a scope of its own: one beside it is not enough', () => {
  const source = `function reachedBy() {
    conditions.push(sql\`u.id in (select j.user_id from job j where j.org_id = \${orgId})\`)
    conditions.push(sql\`\${inScope(scope, sql.ref('u.org_id'))}\`)
  }`
  expect(names(source)).toEqual(['reachedBy: from job'])
  expect(names(source.replace('where j', "where ${inScope(scope, sql.ref('j.org_id'))} and j"))).toEqual([])
})

test('RM-10 everyone() excuses the query in it and no other, and its reason is a sentence', () => {
  const query = 'sql`select 1 from users`'
  expect(names(`const a = everyone('names are unique everywhere', ${query})`)).toEqual([])
  expect(names(`const a = everyone('names are unique everywhere', isFew ? ${query} : ${query})`)).toEqual([])
  expect(names(`const a = everyone('names are unique everywhere', ${query}); const b = ${query}`)).toEqual(['b: from users'])
  expect(names(`const a = () => [everyone('names are unique everywhere', ${query}), ${query}]`)).toEqual(['a: from users'])
  expect(names(`const a = everyone('too short', ${query})`)).toEqual(['a: from users'])
  expect(names(`const a = everyone(why, ${query})`)).toEqual(['a: from users'])
  expect(names(`const a = everyone('a whole function does more than one query', db => ${query})`)).toEqual(['a: from users'])
  expect(names(`// everyone: names are unique everywhere\nconst a = ${query}`)).toEqual(['a: from users'])
})

test('RM-10 everyone() around the beginning of a chain excuses the chain, and no query inside it', () => {
  const begin = "everyone('names are unique everywhere', db.selectFrom('users'))"
  expect(names(`const a = () => ${begin}.innerJoin('job', 'job.userId', 'users.id').select('id').execute()`)).toEqual([])
  expect(names(`const a = () => ${begin}.where(sql\`exists (select 1 from job)\`).execute()`)).toEqual(['a: from job'])
})

test('RM-10 every reason given to everyone() is a sentence written at its query', () => {
  expect(sources.flatMap(({ text }) => invalidReasons(text))).toEqual([])
  expect(invalidReasons("const a = everyone('too short', sql`select 1`)")).toEqual(["everyone('too short', sql`select 1`)"])
})

test('tables whose names only begin with a scoped one are not counted', () => {
  expect(names('const a = sql`select 1 from user_role join org_range on true where org.id = 1`')).toEqual([])
})

const scopeFile = sources.find(({ path }) => path.endsWith('/access/scope.ts'))!.text

test('a column given to a scope condition names its table, and none that stands within the condition', () => {
  const others = sources.filter(({ text }) => text !== scopeFile)
  expect(others.flatMap(({ path, text }) => capturedColumns(text, scopeFile).map(call => `${path}: ${call}`))).toEqual([])
  for (const call of [
    "inScope(scope, sql.ref('org_id'",
    "inScope(viewer.scope, sql.ref('reach.org_id'",
    "personInScope(scope, 'held.user_id'",
  ])
    expect(capturedColumns(call, scopeFile)).toEqual([call])
  for (const call of ["inScope(scope, sql.ref('held.org_id'", "personInScope(scope, 'u.id'", "liesBelow(scope, sql.ref('g.org_id'"])
    expect(capturedColumns(call, scopeFile)).toEqual([])
  expect(capturedColumns("liesBelow(scope, sql.ref('way.org_id'", scopeFile)).toHaveLength(1)
})
