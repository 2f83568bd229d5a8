import { afterAll, beforeAll, expect, test } from 'vitest'
import { push } from '@hufu/contract/provisioning/push'
import { sync } from '@hufu/contract/provisioning/sync'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { startPushes, type Pushes } from '../../../../../test/pushes.ts'
import { openScimApp } from '../../../../../test/scim-pushes.ts'
import { scimClient, scimUser, type Body, type ScimSubject } from '../../../../../test/scim.ts'
import { runSync } from '../../../../../test/syncs.ts'

const PEOPLE = 40
let pushes: Pushes
/** Another Hufu server, which receives the pushes by SCIM and keeps its users below one organisation. */
let other: TestServer
let there: ScimSubject
beforeAll(async () => {
  pushes = await startPushes()
  other = await startTestServer()
  there = await scimClient(other, { rootOrg: await other.given.org() })
  // The built-in account of the other server already has the name admin.
  await pushes.query("update users set user_name = 'near.admin' where id = '1'")
})
afterAll(async () => {
  await other.close()
  await pushes.close()
})

async function tellByScim(): Promise<string> {
  const { server } = pushes
  const appId = await openScimApp(pushes, { other, there }, 'user')
  await server.admin.call(push.align, { body: { appId } })
  await expect.poll(() => pushes.number('select count(*)::int as n from push_link where app_id = $1', [appId]), { timeout: 60_000 }).toBe(PEOPLE + 1) // prettier-ignore
  await pushes.idle(appId)
  return appId
}
const remoteOf = async (externalId: string): Promise<Body> =>
  (await there.ask('GET', `/Users?filter=${encodeURIComponent(`externalId eq "${externalId}"`)}`)).body.Resources[0]
const expectOk = ({ status, body }: { status: number; body: Body }) => {
  expect(status, body?.detail).toBeLessThan(300)
  return body
}

test('PU-06 a reconciliation finds and names exactly the 7 missing, 5 unknown and 9 differing users; carried out, it repairs our own', async () => {
  const { server } = pushes
  const ids: string[] = []
  for (let n = 0; n < PEOPLE; n++) ids.push(await server.given.user({ realName: `核对${n}`, email: `near${n}@example.com` }))
  const appId = await tellByScim()
  const remote = new Map(await Promise.all(ids.map(async id => [id, (await remoteOf(id)).id as string] as const)))
  const change = async (id: string, path: string, value: unknown) =>
    expectOk(await there.patch(`/Users/${remote.get(id)}`, { op: 'replace', path, value }))

  const missing = ids.slice(3, 10)
  for (const id of missing) expectOk(await there.ask('DELETE', `/Users/${remote.get(id)}`))
  const differing = new Map<string, string>()
  const differ = async (from: number, to: number, names: string, act: (id: string) => Promise<unknown>) => {
    for (const id of ids.slice(from, to)) {
      await act(id)
      differing.set(id, `应用中的 ${names} 不同`)
    }
  }
  await differ(12, 15, 'displayName', id => change(id, 'displayName', '对方改的'))
  await differ(15, 17, 'userName', id => change(id, 'userName', `other.${id.slice(-8)}`))
  await differ(17, 19, 'active', id => change(id, 'active', false))
  await differ(19, 20, 'emails', id => change(id, 'emails[type eq "work"].value', 'elsewhere@example.com'))
  await differ(20, 21, 'displayName、active', async id => {
    await change(id, 'displayName', '对方改的')
    await change(id, 'active', false)
  })
  const orphans: string[] = []
  for (const externalId of ['lost-1', 'lost-2', 'lost-3', undefined, undefined]) {
    const made = expectOk(await there.ask('POST', '/Users', scimUser({ displayName: '对方的人', ...(externalId && { externalId }) })))
    orphans.push(externalId ?? made.id)
  }

  const { id } = await server.admin.call(sync.save, { body: { name: '核对', direction: 'out', objectType: 'user', appId, mapping: [] } })
  const look = async (mode?: 'plan') => {
    const { run } = await runSync(server, id, mode)
    const { total, records } = await server.admin.call(sync.pageRow, { query: { runId: run.id, size: 100 } })
    return { run, total, reasons: new Map(records.map(row => [row.objectId, row.faults[0]?.message])) }
  }
  const { run, total, reasons } = await look('plan')
  expect(run.user).toMatchObject({ new: 7, changed: 9, gone: 0 })
  expect(total).toBe(16)
  expect(reasons).toEqual(new Map([...missing.map(one => [one, '应用中没有'] as const), ...differing]))
  expect(run.report!.differenceCount).toBe(5)
  expect(new Map(run.report!.differences.map(({ originId, name, reason }) => [originId, `${name}：${reason}`]))).toEqual(
    new Map(orphans.map(one => [one, '对方的人：应用中有，本系统没有'])),
  )

  // Users who exist only on the server are left there, and the run reports them.
  const carried = await look()
  expect(carried.run).toMatchObject({ state: 'part', message: '比对完成，16条已排队推送；应用中另有5个对象本系统没有' })
  await pushes.idle(appId)
  const after = await look('plan')
  expect([after.total, after.run.report!.differenceCount]).toEqual([0, 5])
  for (const one of orphans.slice(0, 3)) expect(await remoteOf(one)).toMatchObject({ active: true })
  for (const one of missing) expect(await remoteOf(one)).toMatchObject({ active: true })
})

test('PU-06 a reconciliation compares group members, repairs our own and leaves those of others', async () => {
  const { server, idle } = pushes
  const orgs: string[] = []
  for (let n = 0; n < 4; n++) orgs.push(await server.given.org({ name: `成员核对${n}` }))
  const [left, entered, replaced, removed] = orgs as [string, string, string, string]
  const member = (org: string) => server.given.user({ org })
  const [a, b, c, d, e] = [await member(left), await member(left), await member(replaced), await member(removed), await member(entered)]
  const appId = await openScimApp(pushes, { other, there }, 'all')
  await server.admin.call(push.align, { body: { appId } })
  await expect.poll(() => pushes.number("select count(*)::int as n from push_link where app_id = $1 and object_id = any ($2) and keys ? 'remoteId'", [appId, [...orgs, a, b, c, d, e]]), { timeout: 60_000 }).toBe(9) // prettier-ignore
  await idle(appId)
  const groupOf = async (externalId: string): Promise<Body> =>
    (await there.ask('GET', `/Groups?filter=${encodeURIComponent(`externalId eq "${externalId}"`)}`)).body.Resources[0]
  const membersOf = async (externalId: string): Promise<string[]> =>
    ((await groupOf(externalId))?.members ?? []).map(({ value }: Body) => value)
  const idOf = async (externalId: string): Promise<string> => (await remoteOf(externalId)).id
  const before = Object.fromEntries(await Promise.all([a, b, c, d, e].map(async id => [id, await idOf(id)] as const)))
  expect(await membersOf(left)).toEqual(expect.arrayContaining([before[a], before[b]]))

  const stranger = expectOk(await there.ask('POST', '/Users', scimUser({ displayName: '对方的组员' }))).id as string
  const ofGroup = async (org: string, operation: Record<string, unknown>) =>
    expectOk(await there.patch(`/Groups/${(await groupOf(org)).id}`, operation))
  await ofGroup(left, { op: 'remove', path: `members[value eq "${before[a]}"]` })
  await ofGroup(left, { op: 'add', path: 'members', value: [{ value: stranger }] })
  await ofGroup(entered, { op: 'add', path: 'members', value: [{ value: before[b] }] })
  const { id: old, displayName } = await groupOf(replaced)
  expectOk(await there.ask('DELETE', `/Groups/${old}`))
  expectOk(await there.ask('POST', '/Groups', { displayName, externalId: replaced }))
  expectOk(await there.ask('DELETE', `/Groups/${(await groupOf(removed)).id}`))
  expectOk(await there.ask('DELETE', `/Users/${before[e]}`))

  const { id } = await server.admin.call(sync.save, { body: { name: '核对成员', direction: 'out', objectType: 'all', appId, mapping: [] } })
  const look = async (mode?: 'plan') => {
    const { run } = await runSync(server, id, mode)
    const { records } = await server.admin.call(sync.pageRow, { query: { runId: run.id, size: 100 } })
    return new Map(records.map(row => [row.objectId, row.faults[0]?.message]))
  }
  const groups = '应用中的 groups 不同'
  const expected = new Map([
    [a, groups],
    [b, groups],
    [c, groups],
    [d, groups],
    [e, '应用中没有'],
    [replaced, '应用中的 id 不同'],
    [removed, '应用中没有'],
  ])
  expect(await look('plan')).toEqual(expected)
  await look()
  await idle(appId)
  expect(await membersOf(left)).toEqual(expect.arrayContaining([before[a], before[b], stranger]))
  expect(await membersOf(entered)).toEqual([await idOf(e)])
  expect(await membersOf(replaced)).toEqual([before[c]])
  expect(await membersOf(removed)).toEqual([before[d]])
  expect(await look('plan')).toEqual(new Map())
})
