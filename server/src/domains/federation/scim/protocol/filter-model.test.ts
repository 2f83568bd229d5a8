import fc from 'fast-check'
import { filter as tester, parse as parseThere } from 'scim2-parse-filter'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { scimClient, type Body, type ScimSubject } from '../../../../../test/scim.ts'
import { parseFilter, type Filter } from './filter.ts'

let server: TestServer
let client: ScimSubject
let people: Body[]
const PEOPLE = 500
beforeAll(async () => {
  server = await startTestServer()
  const org = await server.given.org()
  client = await scimClient(server, { rootOrg: org })
  // These letters sort in the same order in every collation.
  for (let n = 0; n < PEOPLE; n++)
    await server.given.user({ org, userName: `${'abcde'[n % 5]!}${'xyz'[n % 3]!}${n}`, realName: `${'pqr'[n % 3]!}${n % 7}`, email: n % 4 === 0 ? null : `${'abc'[n % 3]!}${n}@ex.com`, status: n % 2 === 0 ? 1 : 0 }) // prettier-ignore
  people = await everybody()
})
afterAll(() => server.close())

async function everybody(): Promise<Body[]> {
  const found: Body[] = []
  for (let next: string | undefined = ''; next !== undefined;) {
    const { body } = await client.ask('GET', `/Users?count=200&cursor=${next}`)
    found.push(...body.Resources)
    next = body.nextCursor
  }
  return found
}

const value = fc.oneof(
  fc.constantFrom('a', 'ax', 'b', 'p1', 'q3', 'ex.com', 'work', 'a10@ex.com', 'zz', ''),
  fc.stringMatching(/^[a-e][x-z]\d{0,2}$/),
)
const compare = (paths: readonly string[]) =>
  fc.record({
    op: fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'),
    path: fc.constantFrom(...paths),
    value,
  }) as fc.Arbitrary<Filter>
const term: fc.Arbitrary<Filter> = fc.oneof(
  compare(['userName', 'displayName', 'emails.value']),
  fc.record({ op: fc.constantFrom('eq', 'ne'), path: fc.constant('active'), value: fc.boolean() }) as fc.Arbitrary<Filter>,
  fc.record({ op: fc.constant('pr'), path: fc.constantFrom('emails', 'userName') }) as fc.Arbitrary<Filter>,
  fc.record({ op: fc.constant('of'), path: fc.constant('emails'), one: compare(['value', 'type']) }) as fc.Arbitrary<Filter>,
)
const { tree } = fc.letrec<{ tree: Filter }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    term,
    fc.record({ op: fc.constantFrom('and', 'or'), all: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }) }) as fc.Arbitrary<Filter>,
    fc.record({ op: fc.constant('not'), one: tie('tree') }) as fc.Arbitrary<Filter>,
  ),
}))

function printed(filter: Filter): string {
  if ('all' in filter) return filter.all.map(one => ('all' in one ? `(${printed(one)})` : printed(one))).join(` ${filter.op} `)
  if (filter.op === 'not') return `not (${printed(filter.one)})`
  if (filter.op === 'of') return `${filter.path}[${printed(filter.one)}]`
  return 'value' in filter ? `${filter.path} ${filter.op} ${JSON.stringify(filter.value)}` : `${filter.path} pr`
}

test('SC-04 a filter that is printed and parsed again is unchanged', () => {
  const strange = fc.record({ op: fc.constantFrom('eq', 'co'), path: fc.stringMatching(/^[a-zA-Z][\w.:-]{0,12}[a-z]$/), value: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)) }) as fc.Arbitrary<Filter> // prettier-ignore
  fc.assert(
    fc.property(fc.oneof(tree, strange), filter => {
      fc.pre(!/^(?:not|and|or)$/i.test('path' in filter ? filter.path : ''))
      expect(parseFilter(printed(filter))).toEqual(filter)
    }),
    { numRuns: 10_000 },
  )
})

test('SC-04 the database finds exactly the users a filter matches in memory', async () => {
  await fc.assert(
    fc.asyncProperty(tree, async filter => {
      const source = printed(filter)
      const wanted = people.filter(tester(parseThere(source))).map(({ id }) => id as string)
      const { status, body } = await client.ask('POST', '/Users/.search', { filter: source, count: 500, attributes: ['id'] })
      expect([status, body.detail]).toEqual([200, undefined])
      expect([source, body.totalResults, body.Resources.map(({ id }: Body) => id as string).sort()]).toEqual([
        source,
        wanted.length,
        wanted.sort(),
      ])
    }),
    { numRuns: 150 },
  )
})
