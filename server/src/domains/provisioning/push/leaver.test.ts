import { user } from '@hufu/contract/directory/user'
import { sync } from '@hufu/contract/provisioning/sync'
import { self } from '@hufu/contract/sign-in/sign-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hrPerson, openHrSource, type HrSource } from '../../../../test/fakes/hr-source.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { startPushes, type Pushes } from '../../../../test/pushes.ts'
import { openScimApp } from '../../../../test/scim-pushes.ts'
import { scimClient, type Body, type ScimSubject } from '../../../../test/scim.ts'
import { peopleConfig, runSync } from '../../../../test/syncs.ts'

const BUDGET_SECONDS = 60
const POLL = { timeout: BUDGET_SECONDS * 1000 }
let pushes: Pushes
let source: HrSource
/** Another Hufu server, which receives the pushes by SCIM. */
let other: TestServer
let there: ScimSubject
let apps: { plain: string; scim: string }
let syncId: string
const PEOPLE = 3
beforeAll(async () => {
  pushes = await startPushes()
  source = await openHrSource()
  other = await startTestServer()
  there = await scimClient(other, { rootOrg: await other.given.org() })
})
afterAll(async () => {
  await source.close()
  await other.close()
  await pushes.close()
})

const isIn = async (subject: Subject) => (await subject.send(self.current)).envelope.code === 'success'
const remoteOf = async (id: string): Promise<Body> =>
  (await there.ask('GET', `/Users?filter=${encodeURIComponent(`externalId eq "${id}"`)}`)).body.Resources[0]

const removals: ((id: string, n: number) => Promise<unknown>)[] = [
  async (_, n) => {
    source.people = source.people.map(one => (one.id === `H${n}` ? { ...one, gone: '1' } : one))
    expect((await runSync(pushes.server, syncId)).run).toMatchObject({ state: 'done', written: 1 })
  },
  id => pushes.server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } }),
  id => pushes.server.admin.call(user.remove, { body: { ids: [id] } }),
]

/** Two applications that receive the users of a source. */
async function prepare(): Promise<void> {
  apps = { plain: await pushes.openApp('user'), scim: await openScimApp(pushes, { other, there }, 'user') }
  source.people = Array.from({ length: PEOPLE }, (_, n) => hrPerson(n))
  const config = peopleConfig(source)
  const mapping = [...config.mapping, { object: 'user' as const, to: 'deleted', from: 'gone' }]
  syncId = (await pushes.server.admin.call(sync.save, { body: { ...config, mapping } })).id
  await runSync(pushes.server, syncId)
  await pushes.idle(apps.plain)
  await pushes.idle(apps.scim)
}

async function expectEnded([id, n]: [string, number], leave: (typeof removals)[number]): Promise<void> {
  const { server, query, pushesTo } = pushes
  const remote = (await remoteOf(id)) as { id: string; active: boolean }
  expect(remote.active).toBe(true)
  const [here, overThere] = [await server.as(id), await other.as(remote.id)]
  expect([await isIn(here), await isIn(overThere)]).toEqual([true, true])

  const [{ now }] = (await query<{ now: string }>('select clock_timestamp()::text as now')) as [{ now: string }]
  await leave(id, n)
  await expect.poll(() => isIn(here), POLL).toBe(false)
  await expect.poll(() => pushesTo(apps.plain, id).at(-1)?.data.status !== 1 || pushesTo(apps.plain, id).at(-1)!.operateType === 'delete', POLL).toBe(true) // prettier-ignore
  await expect.poll(async () => (await remoteOf(id)).active, POLL).toBe(false)
  await expect.poll(() => isIn(overThere), POLL).toBe(false)
  await pushes.idle(apps.scim)

  // Measured by the times that the server itself has logged for each application.
  const seconds = await query<{ app_id: string; taken: number }>(
    `select app_id, extract(epoch from max(create_time) - $2::timestamptz)::float8 as taken from sync_log
        where object_id = $1 and result = 1 and create_time >= $2::timestamptz and app_id = any ($3) group by app_id order by app_id`,
    [id, now, Object.values(apps)],
  )
  expect(seconds.map(({ app_id: app }) => app)).toEqual(Object.values(apps).toSorted())
  for (const { taken } of seconds) expect(taken).toBeLessThan(BUDGET_SECONDS)
  const [{ all }] = (await query<{ all: number }>('select extract(epoch from clock_timestamp() - $1::timestamptz)::float8 as all', [now])) as [{ all: number }] // prettier-ignore
  expect(all).toBeLessThan(BUDGET_SECONDS)
}

test('PU-08 within 60 s a leaver (source, administrator, deletion) is signed out here, pushed to the application, and disabled and signed out by SCIM', async () => {
  await prepare()
  for (const [n, leave] of removals.entries()) {
    const [found] = await pushes.query<{ id: string }>('select id from users where origin_user_id = $1', [`H${n}`])
    await expectEnded([found!.id, n], leave)
  }
})
