import { sync } from '@hufu/contract/provisioning/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../harness.ts'
import { runSync } from '../syncs.ts'
import { PASSWORD, READER, startSlapd, SUFFIX, type Slapd } from './slapd.ts'

let server: TestServer
let slapd: Slapd
const ou = `dn: ou=staff,${SUFFIX}\nobjectClass: organizationalUnit\nou: staff\n`
const person = (n: number) => `dn: uid=ldap${n},ou=staff,${SUFFIX}\nobjectClass: inetOrgPerson\nuid: ldap${n}\ncn: person ${n}\nsn: ${n}\n`
const PEOPLE = 30
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
  slapd = await startSlapd({ ldif: `${ou}\n${Array.from({ length: PEOPLE }, (_, n) => person(n)).join('\n')}` })
})
afterAll(async () => {
  await slapd?.stop()
  await server?.close()
})
const rows = async <T>(text: string, values: unknown[] = []) => (await server.kernel.pool.query(text, values)).rows as T[]

const body = (userFilter: string) => ({
  name: '公司目录',
  direction: 'in' as const,
  objectType: 'all' as const,
  type: 'ldap' as const,
  url: `ldap://${slapd.host}:${slapd.port}`,
  secret: PASSWORD,
  options: { bindDn: READER, security: 'none', userBase: SUFFIX, orgBase: SUFFIX, userFilter },
  mapping: [
    { object: 'org' as const, to: 'originOrgId', from: 'id' },
    { object: 'org' as const, to: 'name', from: 'ou' },
    { object: 'org' as const, to: 'parentOriginId', from: 'parentId' },
    { object: 'user' as const, to: 'originUserId', from: 'id' },
    { object: 'user' as const, to: 'userName', from: 'uid', when: 'new' as const },
    { object: 'user' as const, to: 'realName', from: 'cn' },
    { object: 'user' as const, to: 'jobs', from: 'parentId' },
  ],
})

test('F7, F12 12, D-56 a wrong filter fails a directory run with a message, one that finds nobody is stopped by the brake; nothing is written', async () => {
  const { id } = await server.admin.call(sync.save, { body: body('(objectClass=inetOrgPerson)') })
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', readUser: PEOPLE, written: PEOPLE + 1, failed: 0 })
  const standing = async () => ({
    users: await rows(`select id, status, version from users where user_name like 'ldap%' order by id`),
    links: await rows('select origin_id, state, gone_runs from sync_link where sync_id = $1 order by origin_id', [id]),
  })
  const before = await standing()
  expect(before.users).toHaveLength(PEOPLE)
  for (const filter of ['(&(objectClass=inetOrgPerson)', '(objectClass=inetOrgPerson))', 'objectClass=inetOrgPerson']) {
    await server.admin.call(sync.update, { body: { ...body(filter), id } })
    const { task, run } = await runSync(server, id)
    expect([task.status, run.state, run.complete, run.written]).toEqual(['ERROR', 'failed', false, 0])
    expect(run.message).toBe('读取不完整，未写入任何数据：用户的过滤条件格式不正确')
    expect(await standing()).toEqual(before)
  }
  for (const filter of ['(noSuchAttribute=1)', '(uid=nobody*)']) {
    await server.admin.call(sync.update, { body: { ...body(filter), id } })
    const { run } = await runSync(server, id)
    expect(run).toMatchObject({ state: 'blocked', readUser: 0, written: 0, user: { gone: PEOPLE } })
    expect(run.brake.map(({ rule }) => rule)).toContain('nothingRead')
    expect(await standing()).toEqual(before)
  }
  await server.admin.call(sync.update, { body: { ...body('(objectClass=inetOrgPerson)'), id } })
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: 0, user: { new: 0, changed: 0, gone: 0 } })
})

test('F5, F7 users of a directory get another attribute as their id, and keep their links', async () => {
  const { records } = await server.admin.call(sync.page, { query: { name: '公司目录' } })
  const { id } = records[0]!
  const taskId = await server.admin.call(sync.relinkAll, { body: { id, lines: [{ object: 'user', to: 'originUserId', from: 'uid' }] } })
  await expect.poll(async () => (await server.admin.call(sync.pageRun, { query: { syncId: id } })).records[0]).toMatchObject({ taskId, state: 'planned', user: { changed: PEOPLE, gone: 0 } }) // prettier-ignore
})
