import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { apiClient } from '@hufu/contract/federation/api-client'
import { app } from '@hufu/contract/apps/app'
import type { AnyCall } from '@hufu/contract/call'
import { allCalls } from '@hufu/contract/calls'
import { factor } from '@hufu/contract/credentials/factor'
import { role } from '@hufu/contract/permission/role'
import { user } from '@hufu/contract/directory/user'
import { userApp } from '@hufu/contract/apps/user-app'
import { lastRecord } from './records.ts'
import { startTestServer, type TestServer, type Subject } from './harness.ts'
import { PASSWORD } from './given.ts'
import { sealed } from './secrets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** N-05, as the specification words it: the calls that an unattended session of an administrator must not be enough for. */
const DANGEROUS = {
  'roles and administrators': [
    'role.save', 'role.update', 'role.remove', 'role.setStatus', 'role.saveAuth', 'role.addUser', 'role.removeUser',
    'admin.save', 'admin.update', 'admin.remove', 'admin.setStatus',
    'gradeAdmin.save', 'gradeAdmin.update', 'gradeAdmin.remove', 'gradeAdmin.setStatus',
    'separation.appoint', 'separation.dismiss', 'separation.agree',
  ],
  'passwords that are shown': ['user.resetPassword'],
  'taking a change back': [
    'dataHistory.restore', 'dataHistory.restoreBulk', 'dataHistory.askRestore', 'dataHistory.restoreOfUser', 'dataHistory.restoreOfOrg',
    'dataHistory.restoreOfApp', 'dataHistory.restoreOfRole', 'dataHistory.restoreOfAppRole',
  ],
  'view as': ['viewing.begin'],
  'factors of others': ['factor.reset', 'identityLink.remove'],
  'whose word is taken for whom': ['identityProvider.save', 'identityProvider.update', 'identityProvider.remove', 'identityProvider.setStatus', 'identityProvider.test'],
  'signing keys': ['signingKey.rotate', 'samlKey.add', 'samlKey.withdraw'],
  'what clients must show, and what they may do for users': ['oidcClient.update', 'resourceServer.update', 'registration.save', 'registration.revoke'],
  'whose keys are trusted, and where assertions go': ['saml.update', 'saml.applyMetadata', 'saml.acceptProposal'],
  'where an application takes users back to, by which name it knows them, and the secret of its pushes': ['app.update', 'appSetting.update'],
  'what an application asks of its user': ['appRequest.agree'],
  secrets: ['app.save', 'app.resetSecret', 'apiClient.save', 'apiClient.resetSecret', 'apiClient.saveApi'],
  decryption: ['user.sm4', 'config.decryptValue'],
  cleaning: ['dataClean.update', 'dataClean.execute'],
  'scheduled jobs': ['quartz.save', 'quartz.update', 'quartz.remove', 'quartz.setStatus', 'quartz.run'],
  'security settings': ['config.update', 'ownSetting.save', 'ownSetting.remove', 'security.updatePassword', 'security.updateIp', 'security.updateLoginWindow', 'security.updateBase'],
  'calls that are closed or opened': ['apiItem.save', 'apiItem.update', 'apiItem.remove', 'apiItem.setStatus'],
  evidence: ['operLog.exportEvidence'],
  'plans and pushes that were stopped': ['sync.release', 'push.release'],
  'whose row of a source it is': ['sync.relink', 'sync.relinkAll'],
  'what leaves to other systems, and what they may do': ['push.updateSetting', 'apiClient.saveScim', 'apiClient.openScim'],
  'own means of signing in': [
    'signIn.rememberDevice', 'totp.begin', 'totp.remove', 'totp.renewCodes', 'passkey.registerOptions', 'passkey.remove',
    'ownEmail.bind', 'ownEmail.sendCode', 'ownPhone.prove', 'ownPhone.unbind', 'certificate.bind', 'certificate.unbind', 'scan.bind', 'scan.unbindWx', 'scan.unbindZfb',
    'identityLink.begin', 'identityLink.removeOwn',
  ],
} // prettier-ignore

const calls = Object.entries(allCalls).flatMap(([noun, group]) =>
  Object.entries(group as Record<string, AnyCall>).map(([name, call]) => ({ name: `${noun}.${name}`, call })),
)
const age = (userId: string) =>
  server.kernel.pool.query(`update session set proven_at = now() - interval '11 minutes' where user_id = $1`, [userId])
const prove = async (subject: Subject) =>
  subject.call(factor.stepUp, { body: { kind: 'password', secret: await sealed(server, PASSWORD) } })

test('N-05 exactly the listed dangerous calls require a step-up', () => {
  expect(calls.filter(({ call }) => call.stepUp).map(({ name }) => name).toSorted()).toEqual(Object.values(DANGEROUS).flat().toSorted()) // prettier-ignore
})

test('N-05 ten minutes after the last proof each of them is refused before its body is read, and accepted after a new proof', async () => {
  const id = await server.given.user()
  await server.kernel.pool.query(`insert into user_role (user_id, role_id) select $1, id from role where code = 'super_admin'`, [id])
  const me = await server.as(id)
  await age(id)
  for (const { call, name } of calls.filter(one => one.call.stepUp))
    expect((await me.send(call)).envelope.code, name).toBe('step_up_needed')
  await prove(me)
  for (const { call, name } of calls.filter(one => one.call.stepUp))
    expect((await me.send(call)).envelope.code, name).not.toBe('step_up_needed')
})

/** Replies that contain a secret in plain text but need no new proof of identity, each with its reason. */
const SECRETS_WITHOUT_PROOF: Record<string, string> = {
  'user.save password': 'the first password of the account this call makes, whose user must change it; the administrator could have set it',
  'user.reveal value': 'a phone or an ID card: with a reason, on record, and limited by the hour',
  'config.page configValue': 'secrets stand there as stars; config.decryptValue tells them',
  'ownSetting.byId configValue': 'the same record as in config.page',
  'importPlan.pageRow value': 'a cell of the sheet the caller has just sent',
  'sync.byId password': 'whether new users get the configured initial password, not which one',
  'sync.page password': 'as in sync.byId',
  'sync.listTransform value': 'one of the choices a transform of the mapping has',
  'sync.preview value': 'telephones and ID numbers are masked in it',
  'sync.pageConflict value': 'telephones are masked in it',
  'ticket.createCode code': 'one’s own, for a minute, and the session it begins ends with this one',
  'totp.confirm codes': 'ends what totp.begin began, which asks for the proof',
}
/** Replies that show secrets masked. */
const MASKED = [
  ...['app.page', 'app.byId', 'userApp.list', 'apiClient.page', 'apiClient.byId'].map(name => `${name} clientSecret`),
  ...['sync.page', 'sync.byId'].map(name => `${name} secret`),
]

interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  allOf?: Shape[]
}
const isText = ({ type = [], items, anyOf = [] }: Shape): boolean =>
  [type].flat().includes('string') || (items !== undefined && isText(items)) || anyOf.some(isText)
/** The fields of a reply that hold a secret; in a reply with an expiry, every text counts as one. */
function secretsIn({ properties = {}, items, anyOf = [], allOf = [] }: Shape): string[] {
  const isSecret = (name: string) => 'expire' in properties || /(?:secret|password|token|ticket|proof|codes|value)$/i.test(name)
  const own = Object.entries(properties).flatMap(([name, shape]) => (isText(shape) && isSecret(name) ? [name] : []))
  return [...own, ...[...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...allOf].flatMap(secretsIn)]
}
const secretFields = calls
  .filter(({ call }) => call.permit !== 'anyone' && call.permit !== 'client')
  .flatMap(({ name, call }) => {
    const shape = z.toJSONSchema(call.reply, { io: 'output', unrepresentable: 'any', reused: 'inline' }) as Shape
    return secretsIn(shape).map(field => ({ name: `${name} ${field}`, stepUp: call.stepUp }))
  })

test('N-05 every answer with a secret in clear requires a step-up, or is listed with its reason', () => {
  const without = secretFields.filter(({ stepUp }) => !stepUp).map(({ name }) => name)
  expect([...new Set(without)].toSorted()).toEqual([...Object.keys(SECRETS_WITHOUT_PROOF), ...MASKED].toSorted())
  expect(secretFields.filter(({ stepUp }) => stepUp).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['app.save clientSecret', 'app.resetSecret clientSecret', 'apiClient.save clientSecret', 'apiClient.resetSecret clientSecret', 'user.resetPassword password', 'totp.begin secret']),
  ) // prettier-ignore
})

test('N-05 answers with secrets that require no step-up mask them', async () => {
  const userId = await server.given.user()
  const appId = await server.given.app()
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId })
  const { id: clientId } = await server.admin.call(apiClient.save, { body: { name: `客户端${server.given.next()}` } })
  const shown = [
    ...(await server.admin.call(app.page)).records,
    await server.admin.call(app.byId, { query: { id: appId } }),
    ...(await server.admin.call(userApp.list, { query: { userId } })),
    ...(await server.admin.call(apiClient.page)).records,
    await server.admin.call(apiClient.byId, { query: { id: clientId } }),
  ]
  expect(shown.length).toBeGreaterThan(4)
  expect(new Set(shown.map(({ clientSecret }) => clientSecret))).toEqual(new Set(['******']))
})

test('N-05 a caller without permission is refused as forbidden, not asked for a step-up', async () => {
  const id = await server.given.user()
  const me = await server.as(id)
  await age(id)
  await me.refused('forbidden', role.remove, { body: { ids: ['1'] } })
})

test('N-05 a call refused for a missing step-up is recorded', async () => {
  const id = await server.given.user()
  await server.given.role(id, '/organiz/index#reset-factor')
  const me = await server.as(id)
  await age(id)
  await me.refused('stepUpNeeded', factor.reset, { body: { id } })
  expect(await lastRecord(server)).toMatchObject({ userId: id, module: 'factor', operateType: 'reset', code: 'step_up_needed' })
})

test('N-05 decrypting requires a reason, which is recorded', async () => {
  const secret = await server.admin.call(user.sm4, { body: { data: '机密', type: 'en' } })
  expect((await server.admin.send(user.sm4, { body: { data: secret, type: 'de' } })).envelope.message).toBe('解密原因不能为空')
  expect((await server.admin.send(user.sm4, { body: { data: secret, type: 'de', reason: ' ' } })).envelope.message).toBe('解密原因不能为空')
  expect(await server.admin.call(user.sm4, { body: { data: secret, type: 'de', reason: '审计抽查' } })).toBe('机密')
  expect((await lastRecord(server)).params).toContain('审计抽查')
})

test('N-05 reveal and decrypt share a configurable limit per hour and administrator', async () => {
  const limited = await startTestServer({ settings: { HUFU_RATE_LIMIT: '1' } })
  try {
    await limited.kernel.db.updateTable('config').set({ configValue: '2' }).where('configKey', '=', 'revealsAnHour').execute()
    await limited.kernel.config.refresh()
    const id = await limited.given.user()
    const secret = await limited.admin.call(user.sm4, { body: { data: '机密', type: 'en' } })
    const decrypt = { body: { data: secret, type: 'de', reason: '核对' } }
    const reveal = { body: { id, field: 'phone', reason: '核对' } }
    await limited.admin.call(user.sm4, decrypt)
    await limited.admin.call(user.reveal, reveal)
    await limited.admin.refused('tooOften', user.reveal, reveal)
    await limited.admin.refused('tooOften', user.sm4, decrypt)
    await limited.admin.call(user.sm4, { body: { data: '机密', type: 'en' } })
    const other = await limited.given.user()
    await limited.given.role(other, '/organiz/index#reveal-user')
    await (await limited.as(other)).call(user.reveal, reveal)
  } finally {
    await limited.close()
  }
})
