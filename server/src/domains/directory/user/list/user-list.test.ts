import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orgRange } from '@hufu/contract/directory/org-range'
import { user, type User } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer, type Subject } from '../../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await build()
})
afterAll(() => server.close())

interface Person {
  id: string
  userName: string
  status: 0 | 1
  /** `order` is the creation order, which breaks ties. */
  jobs: { org: number; main: boolean; sortNum: number; order: number }[]
}
const ORGS = 13
/** Organisation n lies below organisation (n - 1) / 3; the first lies below the root. */
const parentOf = (n: number) => (n === 0 ? -1 : Math.floor((n - 1) / 3))
const isBelow = (n: number, top: number): boolean => n === top || (n > 0 && isBelow(parentOf(n), top))
const orgIds: string[] = []
const people: Person[] = []

/** Ninety people, a third with several jobs, some of them disabled, sort numbers that often meet. */
async function build() {
  for (let n = 0; n < ORGS; n++) orgIds.push(await server.given.org(n === 0 ? {} : { parentId: orgIds[parentOf(n)]! }))
  let order = 0
  for (let n = 0; n < 90; n++) {
    const first = (n * 7) % ORGS
    const others = n % 3 === 0 ? [(first + 4) % ORGS, (first + 9) % ORGS] : []
    const jobs = [first, ...others].map((org, at) => ({ org, main: at === 0, sortNum: ((n * 5 + at * 3) % 11) + 1, order: order++ }))
    const userName = `list${String((n * 37) % 90).padStart(2, '0')}`
    const id = await server.given.user({
      userName,
      jobs: jobs.map(job => ({ orgId: orgIds[job.org]!, jobType: job.main ? (1 as const) : (2 as const), sortNum: job.sortNum })),
    })
    const status = n % 8 === 0 ? 0 : 1
    if (status === 0) await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } })
    people.push({ id, userName, status, jobs })
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

async function allPages(subject: Subject, query: Record<string, unknown>, size: number): Promise<{ total: number; records: User[] }> {
  const records: User[] = []
  for (let current = 1; ; current++) {
    const page = await subject.call(user.page, { query: { ...query, current, size } })
    records.push(...page.records)
    if (current >= page.pages) return { total: page.total, records }
  }
}

/** The expected list, in the order of each user's first job in the place. */
function expected(inPlace: (org: number) => boolean, { status, mainOnly }: { status?: number; mainOnly?: boolean }): Person[] {
  const firstOf = (person: Person) =>
    person.jobs.filter(job => inPlace(job.org) && (!mainOnly || job.main)).sort((a, b) => a.sortNum - b.sortNum || a.order - b.order)[0]
  return people
    .flatMap(person => {
      const job = status === undefined || person.status === status ? firstOf(person) : undefined
      return job ? [{ person, job }] : []
    })
    .sort((a, b) => a.job.sortNum - b.job.sortNum || a.job.order - b.job.order)
    .map(({ person }) => person)
}

const places = [0, 1, 2, 5, 12].flatMap(top => [
  { name: `below ${top}`, top, hasIncludeChild: true, inPlace: (org: number) => isBelow(org, top) },
  { name: `in ${top}`, top, hasIncludeChild: false, inPlace: (org: number) => org === top },
])
const filters = [{}, { status: 1 }, { status: 0 }, { mainOnly: true }, { status: 1, mainOnly: true }]
const cases = places.flatMap(place => filters.map(filter => [place.name, JSON.stringify(filter), place, filter] as const))

test.each(cases)(
  'D-06, D-07 %s, %s: the pages of a list have every user once, in order, at any size',
  async (_name, _filter, place, filter) => {
    const wanted = expected(place.inPlace, filter)
    const { mainOnly, ...rest } = filter as { mainOnly?: boolean; status?: number }
    const query = { orgId: orgIds[place.top]!, hasIncludeChild: place.hasIncludeChild, ...rest, ...(mainOnly && { jobType: 1 }) }
    for (const size of [1, 7, 500]) {
      const { total, records } = await allPages(server.admin, query, size)
      expect({ total, ids: records.map(record => record.id) }, `size ${size}`).toEqual({
        total: wanted.length,
        ids: wanted.map(person => person.id),
      })
    }
    const byName = await allPages(server.admin, { ...query, orderBy: 'userName', asc: false }, 7)
    expect(byName.records.map(record => record.userName)).toEqual(
      wanted
        .map(person => person.userName)
        .sort()
        .toReversed(),
    )
  },
)

test('D-07 sorted by last sign-in, users who never signed in come last descending and first ascending, on pages of any size', async () => {
  const came = new Map(people.filter((_, n) => n % 3 > 0).map(({ id }, n) => [id, `2026-03-0${1 + ((n * 7) % 5)} 08:00:00`]))
  for (const [userId, loginTime] of came)
    await server.kernel.db.updateTable('lastLogin').set({ loginTime }).where('userId', '=', userId).execute()
  for (const [top, filter] of [
    [0, {}],
    [2, {}],
    [0, { status: 1 }],
  ] as const) {
    const wanted = expected(org => isBelow(org, top), filter)
      .map(({ id }) => ({ id, lastLoginTime: came.get(id) ?? null }))
      .sort((a, b) => compare(b.lastLoginTime ?? '', a.lastLoginTime ?? '') || compare(b.id, a.id))
    for (const size of [7, 500]) {
      const query = { orgId: orgIds[top]!, hasIncludeChild: true, orderBy: 'lastLoginTime', ...filter }
      const listed = async (asc: boolean) =>
        (await allPages(server.admin, { ...query, asc }, size)).records.map(({ id, lastLoginTime }) => ({ id, lastLoginTime }))
      expect(await listed(false), `down, below ${top}, ${size}`).toEqual(wanted)
      expect(await listed(true), `up, below ${top}, ${size}`).toEqual(wanted.toReversed())
    }
  }
})

test('D-06 a page behind the last one of an organisation’s list is empty and still shows the total', async () => {
  const query = { orgId: orgIds[1]!, hasIncludeChild: true, status: 1, current: 900, size: 20 }
  expect(await server.admin.call(user.page, { query })).toMatchObject({
    total: expected(org => isBelow(org, 1), { status: 1 }).length,
    records: [],
  })
})

test('D-06, D-07 counts of users containing one character or two letters stay exact whatever creates, changes, deletes or recovers users', async () => {
  const { given, admin, kernel } = server
  const holders = async () => {
    const { total, records } = await admin.call(user.page, { query: { searchKey: '懋', size: 500 } })
    expect(total, 'what is told is what is there').toBe(records.length)
    for (const searchKey of ['e', 'ER', '1', '人员']) {
      const found = await admin.call(user.page, { query: { searchKey, size: 500 } })
      expect(found.total, searchKey).toBe(found.records.length)
    }
    const { rows } = await sql`select gram, sum(people)::int as people from gram_tally
      group by gram having sum(people) <> 0 order by 1`.execute(kernel.db)
    const { rows: counted } = await sql`select gram, count(*)::int as people from users cross join counted_grams(grams) gram
      where deleted_at is null group by gram order by 1`.execute(kernel.db)
    expect(rows).toEqual(counted)
    return total
  }
  const jobs = [{ orgId: orgIds[0]!, jobType: 1 as const }]
  const rename = async (id: string, realName: string) => {
    const { version } = await admin.call(user.byId, { query: { id } })
    await admin.call(user.update, { body: { id, realName, jobs, version } })
  }
  expect(await holders()).toBe(0)
  const [a, b] = [await given.user({ realName: '林懋懋', jobs }), await given.user({ userName: '懋1', realName: '懋', jobs })]
  expect(await holders()).toBe(2)
  await rename(a, '林茂')
  await rename(b, '茂')
  expect(await holders(), 'the account still holds it').toBe(1)
  await rename(a, '懋林')
  await kernel.db.updateTable('users').set({ remark: '懋' }).where('id', '=', b).execute()
  expect(await holders()).toBe(2)
  await admin.call(user.remove, { body: { ids: [a, b] } })
  expect(await holders()).toBe(0)
  await admin.call(user.recover, { query: { userId: a }, body: { status: 1 } })
  await sql`call fold_gram_tally()`.execute(kernel.db)
  expect(await holders()).toBe(1)
  await admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [a] } })
  const found = (query: object) => admin.call(user.page, { query: { searchKey: '懋', ...query } }).then(page => page.total)
  expect(await Promise.all([found({ status: 0 }), found({ status: 1 }), found({ orgId: orgIds[1]! })])).toEqual([1, 0, 0])
  await sql`call recount_grams()`.execute(kernel.db)
  expect(await holders()).toBe(1)
})

test('D-34 filtering by a range of organisations shows a delegated administrator no user out of scope', async () => {
  const boss = await server.given.user()
  await server.given.gradeAdmin(boss, orgIds[1]!, 1, '/organiz/index')
  const they = await server.as(boss)
  const name = `范围${server.given.next()}`
  await server.admin.call(orgRange.save, { body: { name, rootOrgIds: [orgIds[2]!, orgIds[4]!] } })
  const { id } = (await server.admin.call(orgRange.list)).find(range => range.name === name)!
  const wanted = expected(org => org === 4, {})
  expect(wanted.length).toBeGreaterThan(0)
  const { total, records } = await allPages(they, { orgRangeId: id }, 3)
  expect({ total, ids: records.map(record => record.id) }).toEqual({ total: wanted.length, ids: wanted.map(person => person.id) })
})

test('D-06, D-07 a text search finds every match once and in order, whether few or thousands', async () => {
  const { admin, kernel } = server
  const many = Array.from({ length: 2100 }, (_, n) => ({ id: `many${n + 1000}`, sortNum: ((n * 7) % 300) + 1 }))
  const copy = (table: 'users' | 'job', fields: object) => sql`insert into ${sql.table(table)}
    select c.* from ${sql.table(table)} t, jsonb_to_recordset(${JSON.stringify(many)}::jsonb) m(id text, "sortNum" int),
      jsonb_populate_record(t, jsonb_build_object('id', m.id, ${sql.raw(
        Object.entries(fields)
          .map(([key, value]) => `'${key}', ${value}`)
          .join(),
      )})) c
    where t.${sql.ref(table === 'users' ? 'id' : 'user_id')} = ${people[1]!.id}`
  await copy('users', {
    user_name: 'm.id',
    search: 'm.id',
    pinyin: 'm.id',
    employee_number: 'null',
    phone_hash: 'null',
    id_card_hash: 'null',
  }).execute(kernel.db)
  await copy('job', { user_id: 'm.id', sort_num: 'm."sortNum"' }).execute(kernel.db)
  const byJob = many.toSorted((a, b) => a.sortNum - b.sortNum || compare(a.id, b.id)).map(({ id }) => id)
  for (const [searchKey, ids] of [
    ['many', byJob],
    ['many19', byJob.filter(id => id.startsWith('many19'))],
    ['nobody at all', []],
  ] as const) {
    const first = await admin.call(user.page, { query: { searchKey, size: 500 } })
    expect([first.total, first.records.map(({ id }) => id)], searchKey).toEqual([ids.length, ids.slice(0, 500)])
    const later = await admin.call(user.page, { query: { searchKey, size: 30, current: 3 } })
    expect([later.total, later.records.map(({ id }) => id)], searchKey).toEqual([ids.length, ids.slice(60, 90)])
    const behind = await admin.call(user.page, { query: { searchKey, size: 500, current: 9 } })
    expect([behind.total, behind.records], searchKey).toEqual([ids.length, []])
    const byName = await admin.call(user.page, { query: { searchKey, size: 50, orderBy: 'userName', asc: false } })
    expect(
      byName.records.map(({ id }) => id),
      searchKey,
    ).toEqual(ids.toSorted(compare).toReversed().slice(0, 50))
    const byLogin = await admin.call(user.page, { query: { searchKey, size: 50, orderBy: 'lastLoginTime', asc: true } })
    expect(
      byLogin.records.map(({ id }) => id),
      searchKey,
    ).toEqual(ids.toSorted(compare).slice(0, 50))
  }
})

test('D-06, D-07 the pages of an unfiltered list have every user once, on early and late pages', async () => {
  for (const query of [
    {},
    { asc: false },
    { status: 1 },
    { status: 0 },
    { orderBy: 'userName' },
    { orderBy: 'createTime', asc: false },
    { orderBy: 'lastLoginTime' },
  ]) {
    const { total, records } = await allPages(server.admin, query, 150)
    const one = await allPages(server.admin, query, 500)
    expect(
      records.map(({ id }) => id),
      JSON.stringify(query),
    ).toEqual(one.records.map(({ id }) => id))
    expect(new Set(records.map(({ id }) => id)).size).toBe(total)
  }
})
