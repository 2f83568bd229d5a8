import { generateKeyPairSync } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saml, samlKey } from '@hufu/contract/federation/saml'
import { security } from '@hufu/contract/operations/security'
import { stationKeys, welcome, type Todo, type TodoKind } from '@hufu/contract/operations/welcome'
import { lockOut, userNameOf } from '../../../../test/attempts.ts'
import { openRegistry } from '../../../../test/certificates.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { logAttempts } from '../../../../test/logins.ts'
import { metadataOf } from '../../../../test/saml.ts'
import { selfSigned } from '../../federation/saml/xml/certificate.ts'
import { newId } from '../../../platform/database/ids.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const todos = async (subject: Subject = server.admin): Promise<Partial<Record<TodoKind, Todo>>> =>
  Object.fromEntries((await subject.call(welcome.today)).duties.map(todo => [todo.kind, todo]))
async function holder(...grants: string[]) {
  const id = await server.given.user()
  await server.given.role(id, '/wel/index', ...grants)
  return server.as(id)
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

test('a new installation shows its setup steps, each done or not according to the data, until all are done', async () => {
  const { stations, duties: tasks } = await server.admin.call(welcome.today)
  expect(stations!.map(one => one.key)).toEqual([...stationKeys])
  expect(tasks.map(one => one.kind)).toEqual(expect.arrayContaining(['initialPassword', 'backupNever']))
  const done = async () => (await server.admin.call(welcome.today)).stations!.filter(one => one.isDone).map(one => one.key)
  await server.given.org()
  const app = await server.given.app()
  await server.given.grant({ subjectType: 'user', subjectId: await server.given.user(), appId: app })
  expect(await done()).toEqual(expect.arrayContaining(['orgs', 'people', 'app', 'grant']))
  await server.admin.call(security.updateBase, { body: { systemName: '新平台名', openGradeAdmin: true } })
  expect(await done()).not.toContain('policy')
  const { defaultPassword: _secret, ...policy } = await server.admin.call(security.password)
  await server.admin.call(security.updatePassword, { body: { ...policy, expireDays: 60 } })
  expect(await done()).toContain('policy')
  expect((await (await holder()).call(welcome.today)).stations).toBeNull()
})

test('a locked account is a to-do with its time, its failures and its lock', async () => {
  const id = await server.given.user({ realName: '刘廷' })
  await lockOut(server, await userNameOf(server, id))
  const { locked } = await todos()
  expect(locked).toMatchObject({
    count: 1,
    names: ['刘廷'],
    facts: { lockId: expect.any(String), ip: '127.0.0.1', failures: expect.any(String) },
  })
  expect(locked!.facts.until).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

test('users without a password, applications nobody may open, and grants and secrets about to end are to-dos', async () => {
  const before = (await todos()).passwordless?.count ?? 0
  const id = await server.given.user()
  await server.kernel.db.updateTable('users').set({ passwordHash: null }).where('id', '=', id).execute()
  const app = await server.given.app({ name: '无人可开' })
  const other = await server.given.app({ name: '快到期' })
  await server.given.grant({ subjectType: 'user', subjectId: id, appId: other, endTime: inDays(3) })
  await server.kernel.db
    .insertInto('clientSecret')
    .values({ id: newId(), appId: app, secretHash: 'x', endTime: inDays(2) })
    .execute()
  const tasks = await todos()
  expect(tasks.passwordless?.count).toBe(before + 1)
  expect(tasks.appUngranted!.names).toContain('无人可开')
  expect(tasks.grantEnding).toMatchObject({ count: 1, names: ['快到期'] })
  expect(tasks.secretEnding).toMatchObject({ count: 1, names: ['无人可开'] })
})

test('a trusted certificate authority that expires within 30 days is a to-do of system administrators', async () => {
  const registry = await openRegistry()
  const trust = async (days: number) => {
    const end = `${inDays(days).replaceAll(/\D/g, '')}Z`
    const { pem } = await registry.authority('虎符根证书', { end })
    await server.kernel.db.updateTable('config').set({ configValue: pem }).where('configKey', '=', 'ca.trustCerts').execute()
    await server.kernel.config.refresh()
  }
  await trust(60)
  expect((await todos()).authorityEnding).toBeUndefined()
  await trust(20)
  expect((await todos()).authorityEnding).toMatchObject({ count: 1, facts: { days: expect.stringMatching(/^(19|20)$/) } })
  expect((await todos(await holder('/system/securityConfig'))).authorityEnding).toBeUndefined()
  await registry.close()
})

test('certificates and metadata of SAML applications that expire within 30 days are to-dos, and so is our own signing certificate', async () => {
  const day = 86_400_000
  const until = (days: number) => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const end = new Date(Date.now() + days * day)
    return selfSigned({ name: 'sp', begin: new Date(Date.now() - day), end, privateKey, publicKey }).toString('base64')
  }
  const make = async (name: string, certificate: string) => {
    const appId = await server.given.app({ protocol: 'saml', name })
    const metadata = metadataOf(`https://${appId}.example.com`, certificate)
    await server.admin.call(saml.applyMetadata, { body: { appId, metadata, version: 0 } })
    return appId
  }
  const later = await make('证书还早', until(31))
  expect(await todos()).not.toHaveProperty('samlCertificate')
  const soon = await make('证书快到期', until(29))
  const tasks = await todos()
  expect(tasks.samlCertificate).toMatchObject({ count: 1, names: ['证书快到期'], facts: { appId: soon } })
  expect([tasks.samlMetadata, tasks.samlProposal, tasks.samlKey]).toEqual([undefined, undefined, undefined])
  await make('证书已到期', until(-0.5))
  expect((await todos()).samlCertificate).toMatchObject({ count: 2, facts: {} })
  const { pool, db } = server.kernel
  await pool.query(`update saml_metadata set valid_until = now() + interval '29 days' where app_id = $1`, [later])
  expect((await todos()).samlMetadata).toMatchObject({ count: 1, names: ['证书还早'], facts: { appId: later } })
  await fetch(`${server.address}/protocols/saml/metadata`)
  await db
    .updateTable('samlKey')
    .set({ certificate: until(20) })
    .execute()
  expect((await todos()).samlKey).toMatchObject({ facts: { time: expect.stringMatching(/^\d{4}-/), waiting: '3' } })
  await server.admin.call(samlKey.add)
  expect((await todos()).samlKey?.facts).toMatchObject({ next: 'true', waiting: '3' })
  expect(await todos(await holder('/app/list'))).not.toHaveProperty('samlKey')
})

test('failed, outdated and good backups are reported differently', async () => {
  const run = (result: 0 | 1, days: number) =>
    server.kernel.db
      .insertInto('backupRun')
      .values({ id: newId(), result, message: '磁盘已满', beginTime: inDays(-days), endTime: inDays(-days) })
      .execute()
  await run(1, 20)
  expect((await todos()).backupOld).toMatchObject({ facts: { days: '20' } })
  await run(0, 1)
  expect((await todos()).backupFailed).toMatchObject({ facts: { message: '磁盘已满' } })
  await run(1, 0)
  const tasks = await todos()
  expect([tasks.backupNever, tasks.backupOld, tasks.backupFailed]).toEqual([undefined, undefined, undefined])
})

test('the sign-ins of the last 24 hours are shown by the hour, with failures and those of the day before', async () => {
  await logAttempts(server.kernel.db, { time: inDays(0) }, { time: inDays(0), result: 0 }, { time: inDays(-1) }, { time: inDays(-3) })
  const { hours } = await server.admin.call(welcome.today)
  expect(hours!.length).toBe(24)
  expect(hours!.at(-1)).toMatchObject({ hour: expect.stringMatching(/:00:00$/), dayBefore: 1 })
  expect(hours!.reduce((sum, hour) => sum + hour.succeeded, 0)).toBe(1)
  expect(hours!.at(-1)!.failed).toBeGreaterThanOrEqual(1)
})

test('auditors, reviewers and delegated administrators see the to-dos of their own', async () => {
  const auditor = await holder('/audit/operation', '/audit/loginLog')
  const tasks = await auditor.call(welcome.today)
  expect(tasks.duties.map(one => one.kind)).toEqual(['auditUnchecked'])
  expect(tasks.hours).not.toBeNull()
  const plain = await (await holder()).call(welcome.today)
  expect(plain).toEqual({ duties: [], hours: null, runs: null, stations: null })
  const org = await server.given.org()
  const [boss, inside] = [await server.given.user({ org }), await server.given.user({ org, realName: '辖内' })]
  await server.given.gradeAdmin(boss, org, 1, '/wel/index', '/organiz/index', '/audit/loginLog')
  const they = await server.as(boss)
  expect(await todos(they)).toEqual({})
  await lockOut(server, await userNameOf(server, inside))
  await lockOut(server, await userNameOf(server, await server.given.user({ realName: '辖外' })))
  expect((await todos(they)).locked).toMatchObject({ count: 1, names: ['辖内'] })
  expect((await they.call(welcome.today)).hours!.reduce((sum, hour) => sum + hour.failed, 0)).toBeLessThan(10)
})

test('the page takes one request and at most twenty statements, however much data there is', async () => {
  const query = pg.Client.prototype.query as (this: object, ...given: unknown[]) => unknown
  let calls = 0
  pg.Client.prototype.query = function (this: object, ...args: unknown[]) {
    calls++
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
  try {
    await server.admin.call(welcome.today)
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  }
  expect(calls).toBeGreaterThan(5)
  expect(calls).toBeLessThanOrEqual(20)
})
