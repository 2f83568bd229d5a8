import { user } from '@hufu/contract/directory/user'
import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hrPerson, openHrSource, type HrPerson, type HrSource } from '../../../../../test/fakes/hr-source.ts'
import { finished, startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { peopleConfig, runSync } from '../../../../../test/syncs.ts'

let server: TestServer
let source: HrSource
let from = 0
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
  source = await openHrSource()
})
afterAll(async () => {
  await source.close()
  await server.close()
})
beforeEach(() => {
  from += 1000
})
const person = (n: number, more: Partial<HrPerson> = {}) => hrPerson(from + n, { number: `E${from + n}`, ...more })
const save = async (more = {}) => (await server.admin.call(sync.save, { body: peopleConfig(source, more) })).id
interface Stored {
  login: string
  name: string
  number: string | null
  phone: string | null
}
const stored = async (n: number) =>
  (
    await server.kernel.pool.query<Stored>(
      'select user_name as login, real_name as name, employee_number as number, phone_mask as phone from users where origin_user_id = $1',
      [`H${from + n}`],
    )
  ).rows[0]!

/** Gives each person the value of the next one, and the last person that of the first. */
function rotate<K extends 'login' | 'name' | 'number' | 'mobile'>(people: readonly HrPerson[], key: K): HrPerson[] {
  return people.map((one, n) => ({ ...one, [key]: people[(n + 1) % people.length]![key] }))
}

test('F4 two users who swap names and employee numbers at the source are swapped in one run', async () => {
  source.people = [person(0), person(1)]
  const id = await save()
  await runSync(server, id)
  source.people = rotate(rotate(source.people, 'name'), 'number')
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'done', written: 2, failed: 0, user: { changed: 2 } })
  expect(await stored(0)).toMatchObject({ login: `hr.person${from}`, name: `员工${from + 1}`, number: `E${from + 1}` })
  expect(await stored(1)).toMatchObject({ login: `hr.person${from + 1}`, name: `员工${from}`, number: `E${from}` })
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 0 })
})

test('F10 12 two users who swap user names at the source keep theirs here, and nothing is refused', async () => {
  const mapping = peopleConfig(source).mapping.map(line => (line.to === 'userName' ? { ...line, when: 'always' as const } : line))
  source.people = [person(0), person(1)]
  const id = await save({ mapping })
  await runSync(server, id)
  source.people = rotate(source.people, 'login')
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 0, user: { unchanged: 2 } })
  expect([(await stored(0)).login, (await stored(1)).login]).toEqual([`hr.person${from}`, `hr.person${from + 1}`])
  // A new user whose user name is in use is refused and reported; the others are written.
  source.people = [...rotate(source.people, 'number'), person(2, { login: `hr.person${from}` })]
  const { run } = await runSync(server, id)
  expect(run).toMatchObject({ state: 'part', written: 2, user: { changed: 2, refused: 1 } })
  expect(run.report!.differences).toMatchObject([{ originId: `H${from + 2}`, reason: expect.stringContaining('用户名') }])
})

test('F4 three users who rotate a number and a telephone get each other’s values', async () => {
  source.people = [person(0), person(1), person(2)]
  const id = await save()
  await runSync(server, id)
  const phones = [await stored(0), await stored(1), await stored(2)].map(one => one.phone)
  source.people = rotate(rotate(source.people, 'number'), 'mobile')
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 3, failed: 0 })
  const after = [await stored(0), await stored(1), await stored(2)]
  expect(after.map(one => one.number)).toEqual([`E${from + 1}`, `E${from + 2}`, `E${from}`])
  expect(after.map(one => one.phone)).toEqual([phones[1], phones[2], phones[0]])
})

test('F4 if one of two users who swap numbers cannot be written, both keep theirs, and the report names both', async () => {
  source.people = [person(0), person(1), person(2)]
  const id = await save()
  await runSync(server, id)
  const swapped = rotate(source.people.slice(0, 2), 'number')
  // Refused while planning, because the name is invalid.
  source.people = [{ ...swapped[0]!, name: '<' }, swapped[1]!, person(2, { name: '照常修改' })]
  const planned = await runSync(server, id)
  expect(planned.run).toMatchObject({ state: 'part', written: 1, user: { refused: 2 } })
  const numbers = async () => [(await stored(0)).number, (await stored(1)).number]
  expect(await numbers()).toEqual([`E${from}`, `E${from + 1}`])
  // Refused while writing, because the user was changed since the plan.
  source.people = [...swapped, person(2, { name: '再次修改' })]
  const { run } = await runSync(server, id, 'plan')
  const { records } = await server.admin.call(user.page, { query: { searchKey: `hr.person${from}` } })
  const { id: userId, realName } = records.find(one => one.originUserId === `H${from}`)!
  await server.admin.call(user.update, { body: { id: userId, realName, remark: '先改了', jobs: [{ orgId: '1', jobType: 1 }] } })
  await finished(server.admin, await server.admin.call(sync.release, { body: { runId: run.id, digest: run.digest! } }))
  const ended = await server.admin.call(sync.getRun, { query: { id: run.id } })
  expect(ended).toMatchObject({ state: 'part', written: 1, failed: 2 })
  expect(ended.report!.differences.map(one => one.originId)).toEqual([`H${from}`, `H${from + 1}`])
  expect(await numbers()).toEqual([`E${from}`, `E${from + 1}`])
  // The next run writes the rest.
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 2 })
  expect(await numbers()).toEqual([`E${from + 1}`, `E${from}`])
})
