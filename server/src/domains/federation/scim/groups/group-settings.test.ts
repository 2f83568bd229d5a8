import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiClient, type ScimGroups } from '@hufu/contract/federation/api-client'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { scimClient, type ScimSubject } from '../../../../../test/scim.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const settingsOf = async ({ id }: ScimSubject) => (await server.admin.call(apiClient.scim, { query: { id } })).settings!
const bodyOf = async (client: ScimSubject, groupsAre: ScimGroups) => {
  const { rootOrgId, defaultOrgId, unknownOrg, onDelete, adopts, brakePercent, brakeLeast, version } = await settingsOf(client)
  return { id: client.id, rootOrgId, defaultOrgId, unknownOrg, onDelete, adopts, brakePercent, brakeLeast, version, groupsAre }
}
const set = async (client: ScimSubject, groupsAre: ScimGroups) =>
  server.admin.call(apiClient.saveScim, { body: await bodyOf(client, groupsAre) })
const linksOf = async ({ id }: ScimSubject) =>
  (await server.kernel.pool.query<{ type: string }>('select type from scim_link where client_id = $1 order by type', [id])).rows.map(
    row => row.type,
  )

test('SC-13 a client sees groups of the kind that is set, by default work groups', async () => {
  const client = await scimClient(server)
  expect((await settingsOf(client)).groupsAre).toBe('workGroup')
  for (const groupsAre of ['label', 'org', 'workGroup'] as const) {
    await set(client, groupsAre)
    expect((await settingsOf(client)).groupsAre).toBe(groupsAre)
    const root = await client.ask('GET', '/Groups/1')
    expect(root.status, groupsAre).toBe(groupsAre === 'org' ? 200 : 404)
  }
})

test('SC-13 changing the kind of groups deletes the externalIds of the former groups and nothing else, and is audited', async () => {
  const client = await scimClient(server)
  const { body } = await client.ask('POST', '/Groups', { displayName: '换种类', externalId: 'g-1' })
  await client.ask('POST', '/Organizations', { name: '换种类机构', externalId: 'o-1' })
  await set(client, 'workGroup')
  expect(await linksOf(client)).toEqual(['Group', 'Organization'])
  await set(client, 'label')
  expect(await linksOf(client)).toEqual(['Organization'])
  expect((await client.ask('GET', `/Groups/${body.id}`)).status).toBe(404)
  const again = await client.ask('POST', '/Groups', { displayName: '换种类', externalId: 'g-1' })
  expect([again.status, again.body.externalId]).toEqual([201, 'g-1'])
  await set(client, 'workGroup')
  const back = (await client.ask('GET', `/Groups/${body.id}`)).body
  expect([back.displayName, back.externalId]).toEqual(['换种类', undefined])
  const { rows } = await server.kernel.pool.query<{ params: string }>(
    `select params from oper_log where target = $1 and operate_type = 'saveScim' order by create_time desc, id desc limit 1`,
    [client.id],
  )
  expect(rows[0]!.params).toContain(`"groupsAre":"workGroup"`)
})

test('D-76 a stale form deletes no externalIds', async () => {
  const client = await scimClient(server)
  await client.ask('POST', '/Groups', { displayName: '不忘', externalId: 'kept' })
  const old = await bodyOf(client, 'org')
  await set(client, 'workGroup')
  await server.admin.refused('stale', apiClient.saveScim, { body: old })
  expect(await linksOf(client)).toEqual(['Group'])
})
