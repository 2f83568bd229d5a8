import type { AnyCall } from '@hufu/contract/call'
import { org } from '@hufu/contract/directory/org'
import { security } from '@hufu/contract/operations/security'
import { user } from '@hufu/contract/directory/user'
import { sql } from 'kysely'
import { shapeOf } from './fuzz-input.ts'
import type { Db } from '../src/platform/database/db.ts'
import { newId } from '../src/platform/database/ids.ts'
import type { TestServer } from './harness.ts'
import { logAttempts } from './logins.ts'
import { calls } from './walk.ts'

/** Part of the name of everything a limited administrator must not see. */
export const SECRET = 'qxforeignzz'

const RULES = JSON.stringify({
  link: 'none', linkClaim: '', isAuthoritative: false, makes: true, contactsProven: false, factorClasses: [], domains: [], claims: { userName: 'user', realName: 'name', phone: '', email: '' },
}) // prettier-ignore

/** 内 is administered and lies in 上; 上, 外 and everything in them are foreign, and so is 旁, where a user of 内 has a second job. */
export async function foreignWorld(server: TestServer) {
  const { given, kernel } = server
  const { db } = kernel
  const 上 = await given.org({ name: `${SECRET}上` })
  const 内 = await given.org({ name: '内', parentId: 上 })
  const 外 = await given.org({ name: `${SECRET}外`, parentId: 上 })
  const 旁 = await given.org({ name: '旁' })
  const insider = await given.user({ org: 内, others: [旁] })
  const stranger = await given.user({ org: 外, userName: `${SECRET}user`, realName: `${SECRET}人` })
  const gone = await given.user({ org: 外, userName: `${SECRET}gone` })
  await db.insertInto('userLabel').values({ id: 'label-1', name: '标签' }).execute() // prettier-ignore
  await db.insertInto('workGroup').values({ id: 'group-1', name: '工作组', code: 'wg', orgId: 内 }).execute() // prettier-ignore
  for (const kind of ['rank', 'title', 'duty', 'post'] as const)
    await db.insertInto('standing').values({ id: kind, kind, name: kind, code: kind }).execute() // prettier-ignore
  await db.insertInto('stripe').values({ id: 'line', name: '条线', code: 'line' }).execute() // prettier-ignore
  const provider = { id: 'idp', name: '门户', code: 'portal', kind: 'cas' as const, options: '{}', rules: RULES, orgId: 外 }
  await db.insertInto('identityProvider').values(provider).execute()
  await db.insertInto('apiClient').values({ id: 'client', name: '采集', clientId: 'collector' }).execute()
  await sql`insert into scim_client (client_id, root_org, default_org) values ('client', ${外}, ${外})`.execute(db)
  const app = await given.app()
  const disabled = await given.user({ org: 内 })
  const world = {
    内, 上, 外, 旁, insider, stranger, gone, disabled, change: await changeOf(server, disabled), app, label: 'label-1', group: 'group-1',
    role: await given.role(insider, '/organiz/index'), appRole: await given.appRole(app), authGroup: await given.authGroup(),
  } // prettier-ignore
  await linkToShared(server, world, insider, 内)
  await linkToShared(server, world, stranger, 外)
  await db.insertInto('stripeOrg').values({ stripeId: 'line', orgId: 旁 }).execute()
  await given.gradeAdmin(stranger, 外, 1, '/organiz/index')
  await db.updateTable('users').set({ deletedAt: '2026-01-01' }).where('id', '=', gone).execute()
  await performActs(server, world)
  return world
}

/** Disables a user; the id of that change in the data history. */
async function changeOf({ admin, kernel }: TestServer, userId: string): Promise<string> {
  await admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [userId] } })
  const found = kernel.db.selectFrom('dataHistory').select('id').where('recordId', '=', userId).where('operateType', '=', 'update')
  return String((await found.orderBy('id', 'desc').executeTakeFirstOrThrow()).id)
}

/** What an administrator with a larger scope has done to users and organisations of the own branch. */
async function performActs({ given, kernel, admin }: TestServer, { 内, insider, stranger }: World): Promise<void> {
  const { db } = kernel
  const [left, empty] = [await given.user({ org: 内 }), await given.org({ parentId: 内 })]
  await admin.call(user.remove, { body: { ids: [left] } })
  await admin.call(org.remove, { body: { ids: [empty] } })
  const under = await given.gradeAdmin(await given.user({ org: 内 }), 内, 1, '/organiz/index')
  await admin.call(security.updateBase, { body: { systemName: '系统', openGradeAdmin: true } })
  for (const query of [
    sql`update users set deleted_by = ${stranger} where id = ${left}`,
    sql`update org set deleted_by = ${stranger} where id = ${empty}`,
    sql`update grade_admin set granted_by = ${stranger} where id = ${under}`,
    sql`update grade_admin set source_id = (select id from grade_admin where user_id = ${stranger}) where id = ${under}`,
    sql`update app_grant set granted_by = ${stranger}`,
    sql`update login_failure set locked_until = '2099-01-01', lock_time = now(), locked_by = ${stranger}, lock_reason = '' where user_id = ${insider}`,
    sql`update data_history set user_id = ${stranger} where table_name = 'config'`,
  ])
    await query.execute(db)
}
export type World = Awaited<ReturnType<typeof foreignWorld>>

type Shared = Pick<World, 'app' | 'label' | 'group' | 'role' | 'appRole' | 'authGroup'>

/** Adds rows about a user and an organisation to every table that a list could show. */
export async function linkToShared({ given, kernel, as }: TestServer, world: Shared, userId: string, orgId: string): Promise<void> {
  const { db, keys } = kernel
  await db.insertInto('userLabelMember').values({ userId, labelId: world.label }).execute()
  await db.insertInto('workGroupMember').values({ userId, groupId: world.group }).execute()
  await db.updateTable('job').set({ rankId: 'rank', titleId: 'title', dutyId: 'duty', postId: 'post' }).where('userId', '=', userId).execute() // prettier-ignore
  await db.insertInto('stripeOrg').values({ stripeId: 'line', orgId }).execute()
  const subjects = [{ subjectType: 'user', subjectId: userId }, { subjectType: 'org', subjectId: orgId, below: true }] as const // prettier-ignore
  for (const subject of subjects) {
    await given.grant({ ...subject, appId: world.app })
    await given.grant({ ...subject, appId: world.app, roleId: world.appRole })
    await given.grant({ ...subject, groupId: world.authGroup })
  }
  await db.insertInto('userRole').values({ userId, roleId: world.role }).onConflict(rows => rows.doNothing()).execute() // prettier-ignore
  const visit = { appId: world.app, userId, sessionId: 'none', protocol: 'oauth2', ip: '10.0.0.1', browser: 'Chrome', os: 'Linux' }
  await db.insertInto('appVisit').values([{ id: newId(), ...visit }, { id: newId(), ...visit, fault: 'noAccess' }]).execute() // prettier-ignore
  const failure = { failCount: 5, firstTime: '2026-01-01', lastTime: '2026-01-01', lastIp: '10.0.0.1' }
  await db.insertInto('loginFailure').values({ id: newId(), nameKey: userId, loginName: userId, userId, ...failure }).execute() // prettier-ignore
  const phone = `139${userId.replace(/\D/g, '').slice(-8).padStart(8, '0')}`
  const sms = { phoneMask: '139****0000', phoneHash: keys.blindIndex('phone', phone), phoneTail: '', type: 'login', content: '******', gateway: 'mock' } as const // prettier-ignore
  await db.insertInto('sms').values({ id: newId(), userId, ...sms, result: 1 }).execute() // prettier-ignore
  await logAttempts(db, { time: '2026-01-01', userId }, { time: new Date().toISOString(), userId, result: 0 })
  await apply(db, userId, orgId)
  await as(userId)
}

/** Two review requests, one about the user and one about their organisation, both waiting for the user's approval. */
async function apply(db: Db, userId: string, orgId: string): Promise<void> {
  const step = { no: 0, nodeId: 's0', name: `${orgId}步`, approverType: 'user', approverIds: [userId], level: 0, mode: 'or', ratio: 1, ifNobody: 'fallback', sameAsBefore: 'ask', deadlineHours: null, onDeadline: 'remind' } // prettier-ignore
  const about = { orgId, operateType: 'update' as const, changes: '[]', form: '{}', steps: JSON.stringify([step]), applyUserId: userId, deadline: '2026-01-02' } // prettier-ignore
  for (const [objectType, objectId] of [['user', userId], ['org', orgId]] as const) {
    const examineId = newId()
    await db.insertInto('examine').values({ ...about, id: examineId, objectType, objectId, objectName: `${objectId}名` }).execute() // prettier-ignore
    await db.insertInto('examineTask').values({ examineId, stepNo: 0, userId, state: 'open', origin: 'step' }).execute() // prettier-ignore
    await db.insertInto('examineStep').values({ examineId, stepNo: 0, node: `${orgId}步` }).execute() // prettier-ignore
  } // prettier-ignore
}

interface Schema {
  shape?: Record<string, unknown>
  def?: { in?: Schema }
}
/** The field names of a query or body. */
export const keysOf = (schema: unknown): string[] => {
  const { shape, def } = (schema ?? {}) as Schema
  return shape ? Object.keys(shape) : def?.in ? keysOf(def.in) : []
}

/** Default values of a call's fields: objects of the own branch. */
export function own(world: World, noun: string): (key: string) => unknown {
  const byNoun: Record<string, string> = {
    org: world.内, user: world.insider, admin: world.insider, userLabel: world.label, workGroup: world.group, app: world.app,
    appRole: world.appRole, role: world.role, authGroup: world.authGroup, stripe: 'line', rank: 'rank', title: 'title', duty: 'duty', post: 'post', identityProvider: 'idp', apiClient: 'client', dataHistory: world.disabled,
  } // prettier-ignore
  const byKey: Record<string, unknown> = {
    orgId: world.内,
    parentId: world.内,
    userId: world.insider,
    labelId: world.label,
    groupId: world.group,
    workGroupId: world.group,
    appId: world.app,
    id: byNoun[noun],
    ids: [byNoun[noun]],
    roleId: noun === 'appRole' ? world.appRole : world.role,
    stripeId: 'line',
    targetType: 'user',
    targetId: world.insider,
    type: 'user',
    rule: { any: [] },
    phone: '13900000000',
    idCard: '110101199001010007',
    userName: SECRET,
    realName: '张三',
    employeeNumber: 'e1',
    originUserId: 'o1',
    originOrgId: 'o1',
    names: [`${SECRET}人`, `${SECRET}user`],
    codes: ['rank'],
    jobType: 2,
    userIds: [world.insider],
    changeId: world.change,
    orgIds: [world.内],
    subjectType: 'user',
    subjectId: world.insider,
    beginTime: '2026-01-01',
    endTime: '2026-01-31',
    unit: 'day',
    name: '名',
    code: 'code',
    searchKey: SECRET,
  }
  return key => byKey[key]
}

// Pages of devops are left out, because the caller's own log shows refused calls with their ids.
export const reading = calls.filter(
  ({ call }) =>
    !call.changes && typeof call.permit === 'object' && call.transport === 'json' && !JSON.stringify(call.permit).includes('/devops/'),
)

/** The query and body of a call, from those of the values that it has fields for. */
export function inputOf(call: AnyCall, values: Readonly<Record<string, unknown>>) {
  const chosen = (keys: string[]) => Object.fromEntries(keys.flatMap(key => (values[key] === undefined ? [] : [[key, values[key]]])))
  return {
    query: call.query ? chosen(keysOf(call.query)) : undefined,
    ...(call.method === 'POST' && call.body && { body: chosen(keysOf(call.body)) }),
  }
}

/** Each kind of subject the call accepts, with one object of the own branch. */
export function kindsOf(world: World, call: AnyCall): Record<string, unknown>[] {
  const own: Record<string, string> = {
    user: world.insider, org: world.内, label: world.label, workGroup: world.group, post: 'post', stripe: 'line', authGroup: world.authGroup,
  } // prettier-ignore
  const fields = [call.query, call.body].flatMap(schema => (schema ? Object.entries(shapeOf(schema).properties ?? {}) : []))
  return fields.flatMap(([key, { enum: options = [] }]) =>
    options.map(option => ({ [key]: option, ...(own[String(option)] && { [key.replace('Type', 'Id')]: own[String(option)] }) })),
  )
}
