import { afterAll, beforeAll, expect, test } from 'vitest'
import { operLog } from '@hufu/contract/audit/audit'
import { userLabel } from '@hufu/contract/directory/label'
import { user } from '@hufu/contract/directory/user'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { authorize } from '@hufu/contract/apps/authorize'
import { requestOf, alwaysRefused, coveredCalls, type CoveredCall } from './foreign-acts.ts'
import { freshIds } from './foreign-inputs.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { additionalTargets } from './audit-targets.ts'
import { makeBranch, PAGES, type Branch, type Kind } from './two-branches.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.given.forDelegations(...PAGES)
})
afterAll(() => server.close())

const page = (target: string) => server.admin.call(operLog.page, { query: { target, size: 100 } })
const found = async (target: string) => (await page(target)).records.map(row => `${row.module}.${row.operateType}`).toSorted()

test('an act on several users, labels, applications or organisations is found by each of them', async () => {
  const people = [await server.given.user(), await server.given.user()]
  const [org, app] = [await server.given.org(), await server.given.app()]
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: people } })
  await server.admin.call(user.setStatus, { query: { status: '1' }, body: { ids: people } })
  await server.admin.call(user.resetPassword, { body: { ids: people, passwordType: 2, hasSendSms: false } })
  const { id: label } = await server.admin.call(userLabel.save, { body: { name: '找得到', color: 'green' } })
  await server.admin.call(userLabel.addUser, { body: { labelId: label, userIds: people } })
  const menuIds = (await server.kernel.db.selectFrom('menu').select('id').where('menuUri', '=', '/organiz/index').execute()).map(
    row => row.id,
  )
  await server.admin.call(delegatedAdmin.save, {
    body: { userIds: people, orgId: org, hasIncludeChild: 1, menuIds, buttonIds: [], hasHandOn: 0 },
  })
  await server.admin.call(authorize.save, { body: { targetType: 'user', targetIds: people, apps: [{ appId: app, roleIds: [] }] } })
  const acts = ['authorize.save', 'gradeAdmin.save', 'user.resetPassword', 'user.setStatus', 'user.setStatus', 'userLabel.addUser']
  for (const they of people) expect(await found(they)).toEqual(acts)
  expect(await found(label)).toEqual(['userLabel.addUser', 'userLabel.save'])
  expect(await found(app)).toEqual(['authorize.save'])
  expect(await found(org)).toEqual(['gradeAdmin.save'])
})

test('a refused call is recorded whatever kind of object it names, even one named like an Object member', async () => {
  const body = { targetType: 'constructor', targetIds: ['of-no-kind'], apps: [] } as never
  await server.admin.send(authorize.save, { body })
  expect(await found('of-no-kind')).toEqual(['authorize.save'])
})

test('a record names what it concerned, and lists all of it on request', async () => {
  const people = [await server.given.user({ realName: '对象甲' }), await server.given.user({ realName: '对象乙' })]
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: people } })
  const [record] = (await page(people[0]!)).records
  expect(record).toMatchObject({ targetName: '对象乙、对象甲', targetCount: 2 })
  const all = await server.admin.call(operLog.targets, { query: { id: record!.id } })
  expect(all).toEqual({
    total: 2,
    targets: [
      { type: 'user', id: people[1], name: '对象乙' },
      { type: 'user', id: people[0], name: '对象甲' },
    ],
  })
})

test('§2, D-34 a delegated administrator sees only the objects of their branch in a record', async () => {
  const org = await server.given.org()
  const [boss, inside, outside] = [
    await server.given.user({ org }),
    await server.given.user({ org, realName: '里面' }),
    await server.given.user({ realName: '外面' }),
  ]
  await server.given.gradeAdmin(boss, org, 1, '/audit/operation', '/organiz/index')
  const they = await server.as(boss)
  await they.call(user.setStatus, { query: { status: '0' }, body: { ids: [inside] } })
  const { records } = await they.call(operLog.page, { query: { target: inside, size: 10 } })
  expect(records.map(row => row.targetName)).toEqual(['里面'])
  await server.kernel.pool.query('insert into audit_target values ($1, $2, $3, $4)', [records[0]!.id, 'user', outside, '外面'])
  expect((await they.call(operLog.targets, { query: { id: records[0]!.id } })).targets.map(one => one.name)).toEqual(['里面'])
  expect((await they.call(operLog.page, { query: { target: inside, size: 10 } })).records[0]).toMatchObject({
    targetName: '里面',
    targetCount: 1,
  })
})

/** Kinds with a name of their own, which people search the log for. */
const OBJECTS: readonly Kind[] = 'org place user colleague gone goneOrg label group rank title duty post businessLine app appGroup appRole role authGroup client range'.split(' ') as Kind[] // prettier-ignore

async function unnamed({ name, call, inputs }: CoveredCall): Promise<{ missing: string[]; proven: boolean }> {
  const missing: string[] = []
  let proven = false
  const branch = async () => makeBranch(server, '名', '1', '1', name.endsWith('.recover'))
  for (const n of inputs(await branch(), { jobs: [] }).keys()) {
    const own: Branch = await branch()
    const jobs = (await server.kernel.db
      .selectFrom('job')
      .select(['id', 'orgId', 'jobType'])
      .where('userId', '=', own.user)
      .execute()) as object[]
    const made = freshIds(inputs(own, { jobs })[n]!)
    const { envelope } = await (await server.as('1')).send(call, await requestOf(made))
    if (!['success', '0', ''].includes(envelope.code)) continue
    proven = true
    const { rows } = await server.kernel.pool.query<{ targetId: string }>(
      `select t.target_id as "targetId" from audit_target t where t.log_id = (select id from oper_log order by create_time desc, id desc limit 1)`,
    )
    const targetIds = new Set(rows.map(row => row.targetId))
    const sent = JSON.stringify(made)
    const wanted = OBJECTS.filter(kind => sent.includes(`"${own[kind]}"`) && additionalTargets[name]?.includes(kind) !== true)
    if (targetIds.size === 0) missing.push(`${name}: nothing`)
    missing.push(...wanted.filter(kind => !targetIds.has(own[kind])).map(kind => `${name}: ${kind}`))
  }
  return { missing, proven }
}

test('the record of every changing call names all objects it was made for', { timeout: 900_000, retry: 0 }, async () => {
  const [missing, none] = [[] as string[], [] as string[]]
  for (const one of coveredCalls.filter(({ name }) => !name.includes('.export'))) {
    const { missing: more, proven } = await unnamed(one)
    missing.push(...more)
    if (!proven && alwaysRefused[one.name] === undefined) none.push(one.name)
  }
  expect.soft([...new Set(missing)]).toEqual([])
  expect.soft(none.toSorted()).toEqual([])
})
