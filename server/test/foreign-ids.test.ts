import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyCall } from '@hufu/contract/call'
import { appUser } from '@hufu/contract/apps/app-user'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import { openHouse, type House, type Subject } from './harness.ts'
import { logAttempts } from './logins.ts'
import { calls } from './walk.ts'

let house: House
let limited: Subject
/** 内 is administered; 外 and what is in it are foreign. Somebody of 内 has a second job in 旁. */
const ids = { 内: '', 外: '', 旁: '', insider: '', stranger: '', label: '', group: '', app: '', gone: '' }
const role = { app: '', system: '', group: '' }
const SECRET = 'qxforeignzz'
beforeAll(async () => {
  house = await openHouse()
  const { given, kernel } = house
  ids.内 = await given.org({ name: '内' })
  ids.外 = await given.org({ name: `${SECRET}外` })
  ids.旁 = await given.org({ name: '旁' })
  ids.insider = await given.user({ org: ids.内, others: [ids.旁] })
  ids.stranger = await given.user({ org: ids.外, userName: `${SECRET}user`, realName: `${SECRET}人` })
  ids.gone = await given.user({ org: ids.外, userName: `${SECRET}gone` })
  await seedWhatHangsOnPeople()
  await kernel.db.updateTable('menu').set({ hsaAuthGradeShow: 1 }).execute()
  const admin = await given.user({ org: ids.内 })
  const pages = [...new Set(shippedMenus.filter(node => node.type === 'menu').map(node => node.menuUri))]
  await given.gradeAdmin(admin, ids.内, 1, ...pages)
  limited = await house.as(admin)
})
afterAll(() => house.close())

/** Rows of foreign people in everything a list could tell. */
async function seedWhatHangsOnPeople(): Promise<void> {
  const { given, kernel } = house
  const { db } = kernel
  const people = [ids.insider, ids.stranger]
  ids.label = 'label-1'
  await db.insertInto('userLabel').values({ id: ids.label, name: '标签' }).execute() // prettier-ignore
  await db.insertInto('userLabelMember').values(people.map(userId => ({ userId, labelId: ids.label }))).execute() // prettier-ignore
  ids.group = 'group-1'
  await db.insertInto('workGroup').values({ id: ids.group, name: '工作组', code: 'wg', orgId: ids.内 }).execute() // prettier-ignore
  await db.insertInto('workGroupMember').values(people.map(userId => ({ userId, groupId: ids.group }))).execute() // prettier-ignore
  ids.app = await given.app()
  for (const subjectId of people) await given.grant({ subjectType: 'user', subjectId, appId: ids.app })
  for (const orgId of [ids.内, ids.外]) await given.grant({ subjectType: 'org', subjectId: orgId, appId: ids.app })
  for (const userId of people) role.system = await given.role(userId, '/organiz/index')
  await db.insertInto('userRole').values({ userId: ids.insider, roleId: role.system }).execute() // prettier-ignore
  role.app = await given.appRole(ids.app)
  role.group = await given.authGroup()
  for (const subjectId of people) {
    await given.grant({ subjectType: 'user', subjectId, appId: ids.app, roleId: role.app })
    await given.grant({ subjectType: 'user', subjectId, groupId: role.group })
  }
  for (const kind of ['rank', 'title', 'duty', 'post'] as const)
    await db.insertInto('standing').values({ id: kind, kind, name: kind, code: kind }).execute() // prettier-ignore
  await db.updateTable('job').set({ rankId: 'rank', titleId: 'title', dutyId: 'duty', postId: 'post' }).where('userId', 'in', people).execute() // prettier-ignore
  await db.insertInto('stripe').values({ id: 'line', name: '条线', code: 'line' }).execute() // prettier-ignore
  await db.insertInto('stripeOrg').values([ids.内, ids.外, ids.旁].map(orgId => ({ stripeId: 'line', orgId }))).execute() // prettier-ignore
  await given.gradeAdmin(ids.stranger, ids.外, 1, '/organiz/index')
  await logAttempts(
    db,
    ...people.flatMap(userId => [
      { time: '2026-01-01', userId },
      { time: '2026-01-02', userId, result: 0 as const },
    ]),
  )
  await house.as(ids.stranger)
  await db.updateTable('users').set({ deletedAt: '2026-01-01' }).where('id', '=', ids.gone).execute()
}

interface Schema {
  shape?: Record<string, unknown>
  def?: { in?: Schema }
}
/** The names a query or a body has. */
const keysOf = (schema: unknown): string[] => {
  const { shape, def } = (schema ?? {}) as Schema
  return shape ? Object.keys(shape) : def?.in ? keysOf(def.in) : []
}

/** What a call is made with where nothing is said: things of the own branch. */
function own(noun: string, key: string): unknown {
  const byNoun: Record<string, string> = {
    org: ids.内,
    user: ids.insider,
    admin: ids.insider,
    userLabel: ids.label,
    workGroup: ids.group,
    app: ids.app,
    appRole: role.app,
    role: role.system,
    authGroup: role.group,
    stripe: 'line',
    rank: 'rank',
    title: 'title',
    duty: 'duty',
    post: 'post',
  }
  const byKey: Record<string, unknown> = {
    orgId: ids.内,
    parentId: ids.内,
    userId: ids.insider,
    labelId: ids.label,
    groupId: ids.group,
    workGroupId: ids.group,
    appId: ids.app,
    id: byNoun[noun],
    roleId: noun === 'appRole' ? role.app : role.system,
    stripeId: 'line',
    targetType: 'user',
    targetId: ids.insider,
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
    userIds: [ids.insider],
    orgIds: [ids.内],
    subjectType: 'user',
    subjectId: ids.insider,
    beginTime: '2026-01-01',
    endTime: '2026-01-31',
    unit: 'day',
    name: '名',
    code: 'code',
    searchKey: SECRET,
  }
  return byKey[key]
}

const isId = (key: string) => /(^|[a-z])(id|ids|Id|Ids)$/.test(key) && key !== 'uuid'
const reading = calls.filter(({ call }) => !call.changes && typeof call.permit === 'object' && call.carriage === 'json')

interface Asked {
  code: string
  /** The answer without what differs at every call and without the id that was sent. */
  text: string
}
async function ask(call: AnyCall, values: Record<string, unknown>, sent: string): Promise<Asked> {
  const chosen = (keys: string[]) => Object.fromEntries(keys.flatMap(key => (values[key] === undefined ? [] : [[key, values[key]]])))
  const { envelope } = await limited.send(call, {
    query: call.query ? chosen(keysOf(call.query)) : undefined,
    ...(call.method === 'POST' && call.body && { body: chosen(keysOf(call.body)) }),
  })
  const { code, message, data } = envelope
  return { code, text: JSON.stringify({ code, message, data }).replaceAll(sent, '#') }
}

const NOBODY = '019aaaaaaaaa7aaa8aaaaaaaaaaaaaaa'

test('D-75 no reading call tells anything of a foreign branch, whichever of its ids is named', async () => {
  const wrong: string[] = []
  const secrets = [SECRET, ids.stranger, ids.外, ids.gone]
  const silent: string[] = []
  for (const { name, call } of reading) {
    const noun = name.split('.')[0]!
    const keys = [...keysOf(call.query), ...keysOf(call.body)]
    const base = Object.fromEntries(keys.map(key => [key, own(noun, key)]))
    let answers = false
    const tells = ({ text }: Asked) => secrets.some(secret => text.includes(secret))
    for (const values of [base, { ...base, searchKey: undefined, name: undefined, code: undefined }]) {
      const plain = await ask(call, values, SECRET)
      answers ||= plain.code === 'success'
      if (tells(plain)) wrong.push(`${name}: ${plain.text.slice(0, 300)}`)
      if (plain.code === 'service_error') wrong.push(`${name} failed`)
    }
    if (!answers) silent.push(name)
    for (const key of keys.filter(isId))
      for (const foreign of [ids.外, ids.旁, ids.stranger, ids.gone]) {
        const many = key.endsWith('s')
        const others = { ...base, searchKey: undefined }
        const [there, nowhere] = [
          await ask(call, { ...others, [key]: many ? [foreign] : foreign }, foreign),
          await ask(call, { ...others, [key]: many ? [NOBODY] : NOBODY }, NOBODY),
        ]
        if (tells(there)) wrong.push(`${name} ${key}: ${there.text.slice(0, 300)}`)
        else if (there.text !== nowhere.text)
          wrong.push(`${name} ${key} differs: ${there.text.slice(0, 200)} <> ${nowhere.text.slice(0, 200)}`)
      }
  }
  expect(wrong).toEqual([])
  // Some want things that are not there, and refuse whatever is named; the walk is worth what it reaches.
  expect(silent.length).toBeLessThan(reading.length / 5)
})

test('X-APPUSER-01, D-75 who works in a foreign organisation is not told by filtering the people of an application', async () => {
  const page = (orgId: string) => limited.call(appUser.page, { query: { appId: ids.app, orgId } })
  expect((await page(ids.内)).records.map(row => row.userId)).toContain(ids.insider)
  expect(await page(ids.旁)).toMatchObject({ total: 0, records: [] })
})
