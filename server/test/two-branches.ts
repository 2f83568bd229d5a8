import { user } from '@hufu/contract/directory/user'
import { org } from '@hufu/contract/directory/org'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import { appUserId } from '../src/domains/apps/app-user/app-user-id.ts'
import { newId } from '../src/platform/database/ids.ts'
import { idCardOf, phoneOf } from './given.ts'
import type { TestServer } from './harness.ts'

/** Part of the name of every object of the other branch. */
export const MARK = '远方'

/** The ids of one branch, one of each kind of object. */
export interface Branch {
  boss: string
  org: string
  place: string
  user: string
  colleague: string
  job: string
  gone: string
  goneOrg: string
  empty: string
  label: string
  group: string
  rank: string
  title: string
  duty: string
  post: string
  businessLine: string
  /** Spare objects are used by nothing. */
  spareLabel: string
  spareRank: string
  spareTitle: string
  spareDuty: string
  sparePost: string
  spareAppRole: string
  app: string
  appGroup: string
  appRole: string
  appResource: string
  account: string
  role: string
  authGroup: string
  client: string
  grant: string
  delegation: string
  range: string
  file: string
  task: string
  session: string
  device: string
  passkey: string
  failure: string
  plan: string
  sms: string
  request: string
  askedRequest: string
  deputy: string
  orgCode: string
  placeCode: string
  userName: string
}
export type Kind = keyof Branch

/** Kinds that belong to the whole system and to no branch, although rows of a branch refer to them. */
export const SHARED_KINDS: readonly Kind[] = ['label', 'rank', 'title', 'duty', 'post', 'businessLine', 'spareLabel', 'spareRank', 'spareTitle', 'spareDuty', 'sparePost', 'spareAppRole', 'app', 'appGroup', 'appRole', 'appResource', 'role', 'authGroup', 'client'] // prettier-ignore

/** The pages a delegated administrator may be given, with all their buttons. */
export const PAGES = shippedMenus.filter(node => node.type === 'menu' && node.menuUri.split('/').length === 3 && !node.menuUri.startsWith('/devops')).map(node => node.menuUri) // prettier-ignore

/**
 * Creates a branch below `parentId` with one object of each kind; personal objects belong to its boss. Of its subjects only `user`
 * has grants. Without `hasDeleted`, the objects `gone` and `goneOrg` are not deleted.
 */
export async function makeBranch(server: TestServer, name: string, parentId: string, boss: string, hasDeleted = true): Promise<Branch> {
  const { given, admin } = server
  const n = given.next()
  const [orgCode, placeCode, userName] = [`BO${n}`, `BP${n}`, `bu${n}`]
  const root = await given.org({ name: `${name}局${n}`, code: orgCode, parentId })
  const [place, empty, goneOrg] = await Promise.all([
    given.org({ name: `${name}处${n}`, code: placeCode, parentId: root }),
    given.org({ name: `${name}空${n}`, parentId: root }),
    given.org({ name: `${name}科${n}`, parentId: root }),
  ])
  const person = { org: root, phone: phoneOf(n), idCard: idCardOf(n) }
  const [id, colleague, gone] = await Promise.all([
    given.user({ ...person, userName, realName: `${name}人${n}` }),
    given.user({ org: root, others: [place], realName: `${name}友${n}` }),
    given.user({ org: place, realName: `${name}亡${n}` }),
  ])
  if (hasDeleted)
    await Promise.all([admin.call(user.remove, { body: { ids: [gone] } }), admin.call(org.remove, { body: { ids: [goneOrg] } })])
  const people = { org: root, place, empty, user: id, colleague, gone, goneOrg, orgCode, placeCode, userName, boss }
  const parts = await Promise.all([
    makeGroups(server, name, people),
    makeApps(server, name, people),
    makeOwnThings(server, name, people),
    makeRequests(server, name, people),
  ])
  return { ...people, ...parts[0], ...parts[1], ...parts[2], ...parts[3] }
}

type People = Pick<Branch, 'org' | 'place' | 'user' | 'colleague' | 'boss'>

async function makeGroups({ given, kernel: { db } }: TestServer, name: string, { org: orgId, user: userId, colleague }: People) {
  const [label, spareLabel, group, businessLine, range, n] = [newId(), newId(), newId(), newId(), newId(), given.next()]
  await db.insertInto('userLabel').values([{ id: label, name: `标签${n}` }, { id: spareLabel, name: `闲标签${n}` }]).execute() // prettier-ignore
  await db.insertInto('userLabelMember').values({ labelId: label, userId: colleague }).execute()
  await db.insertInto('workGroup').values({ id: group, name: `${name}组${n}`, code: `WG${n}`, orgId }).execute() // prettier-ignore
  await db.insertInto('workGroupMember').values({ groupId: group, userId: colleague }).execute()
  await db.insertInto('stripe').values({ id: businessLine, name: `线${n}`, code: `ST${n}` }).execute() // prettier-ignore
  await db.insertInto('stripeOrg').values({ stripeId: businessLine, orgId }).execute()
  await db.insertInto('orgRange').values({ id: range, name: `${name}范围${n}` }).execute() // prettier-ignore
  await db.insertInto('orgRangeRoot').values({ rangeId: range, orgId }).execute()
  const kinds = { rank: newId(), title: newId(), duty: newId(), post: newId() }
  const spare = { spareRank: newId(), spareTitle: newId(), spareDuty: newId(), sparePost: newId() }
  for (const [kind, id] of Object.entries(kinds) as ['rank', string][]) {
    const spareId = spare[`spare${kind[0]!.toUpperCase()}${kind.slice(1)}` as 'spareRank']
    await db.insertInto('standing').values([{ id, kind, name: `${kind}${n}`, code: `${kind}${n}` }, { id: spareId, kind, name: `闲${kind}${n}`, code: `spare${kind}${n}` }]).execute() // prettier-ignore
  }
  const columns = { rankId: kinds.rank, titleId: kinds.title, dutyId: kinds.duty, postId: kinds.post }
  await db.updateTable('job').set(columns).where('userId', '=', userId).execute()
  const { id: job } = await db.selectFrom('job').select('id').where('userId', '=', userId).executeTakeFirstOrThrow()
  return { label, spareLabel, group, businessLine, range, ...kinds, ...spare, job }
}

async function makeApps({ given, kernel: { db } }: TestServer, name: string, { org: orgId, user: userId, boss }: People) {
  const n = given.next()
  const app = await given.app({ name: `应用${n}`, redirectUris: ['https://app.example/back'], homeUrl: 'https://app.example' })
  const { appGroupId: appGroup, seq } = await db.selectFrom('app').select(['appGroupId', 'seq']).where('id', '=', app).executeTakeFirstOrThrow() // prettier-ignore
  const [appRole, spareAppRole, authGroup] = [await given.appRole(app), await given.appRole(app), await given.authGroup()]
  const [appResource, client] = [newId(), newId()]
  await db.insertInto('appResource').values({ id: appResource, appId: app, parentId: '0', code: `RS${n}`, name: `资源${n}`, type: 'menu' }).execute() // prettier-ignore
  await db.insertInto('apiClient').values({ id: client, name: `系统${n}`, clientId: `cl${n}` }).execute() // prettier-ignore
  for (const subjectId of [boss, userId]) await given.grant({ subjectType: 'user', subjectId, appId: app, roleId: appRole })
  await given.grant({ subjectType: 'user', subjectId: boss, appId: app })
  await given.grant({ subjectType: 'user', subjectId: userId, appId: app })
  const grant = await given.grant({ subjectType: 'org', subjectId: orgId, groupId: authGroup })
  await db.insertInto('appAccount').values({ appId: app, userId, account: `${name}号${n}` }).execute() // prettier-ignore
  const role = newId()
  await db.insertInto('role').values({ id: role, code: `r${n}`, name: `角色${n}` }).execute() // prettier-ignore
  await db.insertInto('userRole').values({ userId, roleId: role }).execute()
  const delegation = await given.gradeAdmin(userId, orgId, 1, '/organiz/index', '/examine/review-user', '/examine/review-org')
  await setGrantSource(db, { delegation, boss })
  return {
    app,
    appGroup,
    appRole,
    spareAppRole,
    appResource,
    account: appUserId(seq!, userId),
    role,
    authGroup,
    client,
    grant,
    delegation,
  }
}

/** Makes the delegation derive from one of the boss's own, if they may hand on. */
async function setGrantSource(db: TestServer['kernel']['db'], { delegation, boss }: Pick<Branch, 'delegation' | 'boss'>): Promise<void> {
  const source = await db.selectFrom('gradeAdmin').select('id').where('userId', '=', boss).where('hasHandOn', '=', 1).executeTakeFirst()
  if (source) await db.updateTable('gradeAdmin').set({ sourceId: source.id, grantedBy: boss }).where('id', '=', delegation).execute()
}

async function makeOwnThings(server: TestServer, name: string, { user: userId, boss }: People) {
  const { kernel: { db } } = server // prettier-ignore
  const [file, task, passkey, failure, plan, device, sms] = [newId(), newId(), newId(), newId(), newId(), newId(), newId()]
  await db.insertInto('file').values({ id: file, fileName: `${name}.png`, contentType: 'image/png', fileSize: 0, sha256: '', ownerId: boss, purpose: 'picture', temporary: true }).execute() // prettier-ignore
  await db.insertInto('asyncTask').values({ id: task, kind: 'none', ownerId: boss, payload: '{}', message: `${name}果`, leaseUntil: '2099-01-01 00:00:00', status: 'RUNNING' }).execute() // prettier-ignore
  await db.insertInto('passkey').values({ id: passkey, userId: boss, credentialId: passkey, publicKey: '', counter: 0, transports: [], deviceType: 'multiDevice', backedUp: true, name: `${name}匙` }).execute() // prettier-ignore
  await db.insertInto('loginFailure').values({ id: failure, nameKey: failure, loginName: `${name}名`, userId, failCount: 5, firstTime: '2026-01-01', lastTime: '2026-01-01', lastIp: '', lockedUntil: '2099-01-01' }).execute() // prettier-ignore
  await db.insertInto('importPlan').values({ id: plan, kind: 'updateOrg', ownerId: boss, fileName: `${name}.xlsx`, stagedAt: new Date().toISOString() }).execute() // prettier-ignore
  await db.insertInto('sms').values({ id: sms, userId, phoneMask: '139****0000', phoneHash: sms, phoneTail: '', type: 'login', content: `${name}信`, gateway: 'mock', result: 1 }).execute() // prettier-ignore
  await server.as(boss)
  const { id: session } = await db.selectFrom('session').select('id').where('userId', '=', boss).orderBy('id', 'desc').executeTakeFirstOrThrow() // prettier-ignore
  await db.insertInto('rememberedDevice').values({ tokenHash: device, family: device, userId: boss, expiresAt: '2099-01-01', sessionId: session, ip: '', agent: 'Firefox' }).execute() // prettier-ignore
  return { file, task, passkey, failure, plan, session, device, sms }
}

/** A request that the boss made, one that waits for the boss, and a deputy of the boss. */
async function makeRequests({ given, kernel: { db } }: TestServer, name: string, { org: orgId, user: userId, colleague, boss }: People) {
  const [request, askedRequest, deputy, n] = [newId(), newId(), newId(), given.next()]
  const about = { objectType: 'user' as const, objectName: `${name}申请${n}`, orgId, operateType: 'insert' as const, changes: '[]', form: '{}' } // prettier-ignore
  const step = { no: 0, nodeId: 's0', name: '审核', approverType: 'user', level: 0, mode: 'or', ratio: 1, ifNobody: 'fallback', sameAsBefore: 'ask', deadlineHours: null, onDeadline: 'remind' } // prettier-ignore
  for (const [id, applyUserId, subjectId] of [[request, boss, userId], [askedRequest, colleague, boss]] as const) {
    await db.insertInto('examine').values({ ...about, id, applyUserId, steps: JSON.stringify([{ ...step, approverIds: [subjectId] }]) }).execute() // prettier-ignore
    await db.insertInto('examineTask').values({ examineId: id, stepNo: 0, userId: subjectId, state: 'open', origin: 'step' }).execute()
  } // prettier-ignore
  await db.insertInto('examineDeputy').values({ id: deputy, userId: boss, deputyId: userId, objectType: 'org', beginTime: '2026-01-01', endTime: '2099-01-01' }).execute() // prettier-ignore
  return { request, askedRequest, deputy }
}
