import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { allStatementsOf } from '../../../../../test/statements.ts'
import { ENTERPRISE, HUFU_USER, scimClient, type ScimSubject } from '../../../../../test/scim.ts'

let server: TestServer
let client: ScimSubject
let ids: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
  const org = await server.given.org()
  client = await scimClient(server, { rootOrg: org })
  const zhang = await server.given.user({
    org,
    userName: 'Zhang.San',
    realName: '张三',
    email: 'Zhang@Example.com',
    employeeNumber: 'E100',
    phone: '13900000001',
  })
  const li = await server.given.user({ org, userName: 'li_si', realName: '李四%', status: 0 })
  const wang = await server.given.user({ org, userName: 'wang"wu'.replace('"', '.'), realName: 'Wang "Wu"', email: 'wang@example.org' })
  ids = { zhang, li, wang }
  await server.kernel.pool.query(
    `update users set create_time = ('2026-01-0' || n || ' 08:00:00.4+08')::timestamptz from unnest($1::text[]) with ordinality u (uid, n) where id = uid`,
    [[zhang, li, wang]],
  )
})
afterAll(() => server.close())

const ask = (filter: string, more = '') => client.ask('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`)
async function found(filter: string): Promise<string[]> {
  const { status, body } = await ask(filter)
  expect(status, `${filter}: ${body.detail}`).toBe(200)
  const names = Object.entries(ids)
    .filter(([, id]) => body.Resources.some((each: { id: string }) => each.id === id))
    .map(([name]) => name)
  expect(body.totalResults).toBe(names.length)
  return names
}

test('each searchable attribute can be filtered, with each of its operators', async () => {
  const cases: [string, string[]][] = [
    ['userName eq "zhang.SAN"', ['zhang']],
    ['USERNAME EQ "li_si"', ['li']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "LI"', ['li']],
    ['userName ne "li_si"', ['zhang', 'wang']],
    ['userName co "a"', ['zhang', 'wang']],
    ['userName co "_"', ['li']],
    ['userName ew "si"', ['li']],
    ['userName gt "m"', ['zhang', 'wang']],
    ['displayName eq "张三"', ['zhang']],
    ['displayName co "%"', ['li']],
    ['name.formatted eq "wang \\"wu\\""', ['wang']],
    ['emails eq "zhang@example.com"', ['zhang']],
    ['emails.value co "example"', ['zhang', 'wang']],
    ['emails[type eq "work"].value eq "wang@example.org"', ['wang']],
    ['emails[type eq "work" and value ew ".com"]', ['zhang']],
    ['emails[type eq "home"]', []],
    ['emails pr', ['zhang', 'wang']],
    ['emails ne "zhang@example.com"', ['wang']],
    ['not (emails pr)', ['li']],
    ['active eq true', ['zhang', 'wang']],
    ['active eq "False"', ['li']],
    ['active ne true', ['li']],
    [`id eq "X"`, []],
    [`${ENTERPRISE}:employeeNumber eq "E100"`, ['zhang']],
    ['phoneNumbers.value eq "13900000001"', ['zhang']],
    ['phoneNumbers[type eq "mobile" and value eq "139 0000 0001"]', ['zhang']],
    ['meta.created eq "2026-01-01T08:00:00+08:00"', ['zhang']],
    ['meta.created gt "2026-01-01T00:00:00Z"', ['li', 'wang']],
    ['meta.created ge "2026-01-02T08:00:00+08:00" and meta.created lt "2026-01-03T08:00:00+08:00"', ['li']],
    ['meta.created le "2026-01-02T00:00:00Z"', ['zhang', 'li']],
    ['externalId pr', []],
    [`${HUFU_USER}:jobs.organization.value eq "none"`, []],
    ['userName eq "li_si" or displayName eq "张三" and active eq true', ['zhang', 'li']],
    ['(userName eq "li_si" or displayName eq "张三") and active eq true', ['zhang']],
    ['not (active eq true) and not (userName eq "x")', ['li']],
  ] // prettier-ignore
  for (const [filter, names] of cases) expect(await found(filter), filter).toEqual(names)
  expect(await found(`id eq "${ids.zhang!}"`)).toEqual(['zhang'])
})

test('an invalid filter is refused, and the answer names the position or the attribute', async () => {
  const wrong = [
    'userName', 'userName eq', 'eq "x"', 'userName eq "x', 'userName eq x', '(userName eq "x"', 'userName eq "x")', 'userName is "x"',
    'userName eq "x" and', 'not userName eq "x"', 'emails[type eq "work"', 'userName eq {"a":1}', 'title eq "x"', 'nothing pr', 'userName eq true',
    'active eq "maybe"', 'active gt true', 'meta.created eq "yesterday"', 'phoneNumbers.value co "139"', 'password eq "x"', 'manager pr', '[type eq "x"]',
  ] // prettier-ignore
  for (const filter of wrong) {
    const { status, body } = await ask(filter)
    expect([status, body.scimType], filter).toEqual([400, 'invalidFilter'])
  }
  expect((await ask('title eq "x"')).body.detail).toContain('title')
})

const long = (n: number, part: string, by: string) => Array.from({ length: n }, () => part).join(by)
const nested = (depth: number) => `${'('.repeat(depth)}userName pr${')'.repeat(depth)}`
const search = (filter: string) => client.ask('POST', '/Users/.search', { filter })
/** The number of statements that read users while a search with this filter is answered. */
const lookups = async (filter: string) =>
  (await allStatementsOf(() => search(filter))).filter(statement => /\blive_user\b/.test(statement)).length

test('SC-05 hostile filters are refused before any lookup', async () => {
  const hostile = [
    `userName eq "${'x'.repeat(100_000)}"`,
    nested(3000),
    `userName eq "${'\\'.repeat(1900)}`,
    ' '.repeat(1999),
    `${'not ('.repeat(300)}id pr${')'.repeat(300)}`,
  ]
  expect(await lookups('id pr')).toBe(2)
  for (const filter of hostile) {
    const { status, body } = await search(filter)
    expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
    expect(await lookups(filter)).toBe(0)
  }
})

test('SC-05 filters are limited to 2,000 characters, fifty terms and ten levels', async () => {
  const ofLength = (length: number) => `userName eq "${'x'.repeat(length - 14)}"`
  const bounds: [string, string][] = [
    [ofLength(2000), ofLength(2001)],
    [long(50, 'id pr', ' or '), long(51, 'id pr', ' or ')],
    [nested(10), nested(11)],
    [`${'not ('.repeat(10)}id pr${')'.repeat(10)}`, `${'not ('.repeat(11)}id pr${')'.repeat(11)}`],
  ]
  for (const [most, more] of bounds)
    expect([(await search(most)).status, (await search(more)).status], more.slice(0, 40)).toEqual([200, 400])
  expect((await search(long(51, 'id pr', ' or '))).body.scimType).toBe('tooMany')
})

test('SC-05 a filter that would expand to 16,384 terms stays one statement, whose length grows only with the filter', async () => {
  const pairs = (n: number) => long(n, '(id eq "a" or id eq "b")', ' and ')
  const lookupsOf = async (n: number) => (await allStatementsOf(() => search(pairs(n)))).filter(one => /\blive_user\b/.test(one))
  const [seven, fourteen] = [await lookupsOf(7), await lookupsOf(14)]
  expect([seven.length, fourteen.length]).toEqual([1, 1])
  expect(fourteen[0]!.length).toBeLessThan(2 * seven[0]!.length)
})

test('a list is paged by startIndex and count; invalid values are corrected or refused', async () => {
  const page = (more: string) => client.ask('GET', `/Users?${more}`)
  expect((await page('startIndex=0&count=1')).body).toMatchObject({ startIndex: 1, itemsPerPage: 1, totalResults: 3 })
  expect((await page('startIndex=-5&count=-1')).body).toMatchObject({ startIndex: 1, itemsPerPage: 0, totalResults: 3, Resources: [] })
  expect((await page('startIndex=3&count=10')).body).toMatchObject({ startIndex: 3, itemsPerPage: 1, totalResults: 3 })
  expect((await page('startIndex=9')).body).toMatchObject({ itemsPerPage: 0, totalResults: 3 })
  expect((await page('count=100000')).body.itemsPerPage).toBe(3)
  expect((await page('count=abc')).status).toBe(400)
  const seen = new Set<string>()
  for (const n of [1, 2, 3]) seen.add((await page(`startIndex=${n}&count=1`)).body.Resources[0].id)
  expect(seen).toEqual(new Set(Object.values(ids)))
})

test('a list is sorted by the supported attributes only', async () => {
  const sorted = async (more: string) =>
    (await client.ask('GET', `/Users?${more}`)).body.Resources?.map((each: { userName: string }) => each.userName)
  expect(await sorted('sortBy=userName')).toEqual(['li_si', 'wang.wu', 'Zhang.San'])
  expect(await sorted('sortBy=userName&sortOrder=descending')).toEqual(['Zhang.San', 'wang.wu', 'li_si'])
  expect(await sorted('sortBy=meta.created&sortOrder=descending')).toEqual(['wang.wu', 'li_si', 'Zhang.San'])
  expect((await client.ask('GET', '/Users?sortBy=title')).status).toBe(400)
})

test('SC-10 a walk by cursor misses no user and returns none twice while others write', async () => {
  for (const sort of ['', '&sortBy=userName', '&sortBy=meta.created&sortOrder=descending']) {
    const walked: string[] = []
    let next: string | undefined = ''
    while (next !== undefined) {
      const { status, body } = await client.ask('GET', `/Users?count=1&cursor=${next}${sort}`)
      expect([status, body.detail]).toEqual([200, undefined])
      expect(next === '' || /^[\w~.-]+$/.test(next)).toBe(true)
      walked.push(...body.Resources.map((each: { id: string }) => each.id))
      next = body.nextCursor
      await server.kernel.pool.query('update users set update_time = now() where id = any ($1)', [Object.values(ids)])
    }
    expect(walked.length).toBe(3)
    expect(new Set(walked)).toEqual(new Set(Object.values(ids)))
  }
})

test('RFC 9865 a cursor is valid only for the same query of the same client', async () => {
  const { body } = await client.ask('GET', '/Users?count=1&cursor=')
  const { nextCursor } = body
  const other = await scimClient(server)
  const wrong: [string, string, ScimSubject?][] = [
    [`count=1&cursor=${nextCursor}&sortBy=userName`, 'invalidCursor'],
    [`count=1&cursor=${nextCursor}&filter=id%20pr`, 'invalidCursor'],
    [`count=1&cursor=${nextCursor}`, 'invalidCursor', other],
    ['count=1&cursor=xyz', 'invalidCursor'],
    [`count=0&cursor=${nextCursor}`, 'invalidCount'],
    [`startIndex=1&cursor=${nextCursor}`, 'invalidValue'],
  ]
  for (const [query, type, by = client] of wrong) {
    const { status, body: list } = await by.ask('GET', `/Users?${query}`)
    expect([status, list.scimType], query).toEqual([400, type])
  }
  const searched = await client.ask('POST', '/Users/.search', { count: 1, cursor: '' })
  expect(searched.body.nextCursor).toBeTruthy()
})

test('attributes that were not requested are not returned', async () => {
  const one = async (query: string) => (await client.ask('GET', `/Users/${ids.zhang!}?${query}`)).body
  expect(Object.keys(await one('attributes=userName,name.familyName,emails.value')).sort()).toEqual([
    'emails',
    'id',
    'name',
    'schemas',
    'userName',
  ])
  const less = await one('excludedAttributes=emails,name.givenName,groups,id')
  expect([less.id, less.emails, less.groups, less.name.givenName, less.name.familyName]).toEqual([
    ids.zhang,
    undefined,
    undefined,
    undefined,
    '张',
  ])
  const list = await client.ask('GET', '/Users?attributes=userName')
  expect(Object.keys(list.body.Resources[0]).sort()).toEqual(['id', 'schemas', 'userName'])
})
