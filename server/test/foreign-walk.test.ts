import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyCall } from '@hufu/contract/call'
import { orgRange } from '@hufu/contract/directory/org-range'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import { newId } from '../src/platform/database/ids.ts'
import { client } from './api-clients.ts'
import { dice, shapeOf, type Dice, type Shape } from './fuzz-input.ts'
import { idCardOf } from './given.ts'
import { startTestServer, type Answered, type TestServer, type Subject } from './harness.ts'
import { calls } from './walk.ts'

/** Every call there is, asked with the ids of a branch that is somebody else's (D-34, D-75, N-02). */
const SEED = Number(process.env.HUFU_WALK_SEED ?? 20_261_122)
/** So often with other ids each time. */
const ROUNDS = Number(process.env.HUFU_WALK_ROUNDS ?? 2)
/** In the name of everybody and everything over there. */
const MARK = '远方'

let server: TestServer
let foreign: Record<string, string[]>
let own: { org: string; user: string }
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  await server.given.forDelegations(...pages)
  own = { org: await server.given.org({ name: '近处' }), user: '' }
  own.user = await server.given.user({ org: own.org, realName: '近人' })
  foreign = await settle()
})
afterAll(() => server.close())

const pages = shippedMenus.filter(node => node.type === 'menu' && node.menuUri.split('/').length === 3 && !node.menuUri.startsWith('/devops')).map(node => node.menuUri) // prettier-ignore

/** A branch with one of everything. */
async function settle(): Promise<Record<string, string[]>> {
  const { given, admin, kernel, as } = server
  const { db } = kernel
  const top = await given.org({ name: `${MARK}局`, code: 'FARAWAY' })
  const [below, empty] = [await given.org({ name: `${MARK}处`, parentId: top }), await given.org({ name: `${MARK}科`, parentId: top })]
  const people: string[] = []
  for (let n = 0; n < 4; n++) people.push(await given.user({ org: n < 2 ? top : below, realName: `${MARK}人${n}`, phone: `1377654321${n}`, idCard: idCardOf(700 + n) })) // prettier-ignore
  const boss = await given.user({ org: top, realName: `${MARK}主` })
  const grant = await given.gradeAdmin(boss, top, 1, '/organiz/index')
  const gone = await given.user({ org: below, realName: `${MARK}亡` })
  await admin.call(user.remove, { body: { ids: [gone] } })
  await sql`update org set deleted_at = now() where id = ${empty}`.execute(db)
  const [appId, groupId, failureId, fileId] = [await given.app(), newId(), newId(), newId()]
  await db.insertInto('workGroup').values({ id: groupId, name: `${MARK}组`, code: 'FARGROUP', orgId: top }).execute() // prettier-ignore
  await db.insertInto('workGroupMember').values({ groupId, userId: people[0]! }).execute()
  const given1 = await given.grant({ subjectType: 'user', subjectId: people[0]!, appId })
  const given2 = await given.grant({ subjectType: 'org', subjectId: below, appId })
  await sql`insert into login_failure (id, name_key, login_name, user_id, fail_count, first_time, last_time, last_ip)
    values (${failureId}, ${people[1]!}, ${`${MARK}名`}, ${people[1]!}, 5, now(), now(), '')`.execute(db)
  await sql`insert into file (id, file_name, content_type, file_size, sha256, owner_id, purpose, temporary) values (${fileId}, ${`${MARK}.png`}, 'image/png', 0, '', ${people[0]!}, 'taskResult', false)`.execute(db) // prettier-ignore
  const range = await admin.call(orgRange.save, { body: { name: `${MARK}范围`, rootOrgIds: [top] } })
  await as(people[2]!)
  const { rows } = await sql<{ id: string }>`select id from session where user_id = ${people[2]!}`.execute(db)
  const taskId = newId()
  await db.insertInto('asyncTask').values({ id: taskId, kind: 'none', ownerId: boss, payload: '{}', status: 'FINISH', message: `${MARK}果` }).execute() // prettier-ignore
  return {
    org: [top, below], user: [...people, boss], gone: [gone], goneOrg: [empty], delegation: [grant], group: [groupId], grant: [given1, given2],
    failure: [failureId], session: rows.map(row => row.id), file: [fileId], range: [range.id], task: [taskId], app: [appId],
  } // prettier-ignore
}

/** Everything of that branch, as one sum. */
async function sumOf(): Promise<string> {
  const [people, orgs] = [
    [...foreign.user!, ...foreign.gone!],
    [...foreign.org!, ...foreign.goneOrg!],
  ]
  const part = (table: string, where: ReturnType<typeof sql>) =>
    sql`select ${table} as t, to_jsonb(x) as row from ${sql.table(table)} x where ${where}`
  const { rows } = await sql<{ sum: string }>`select md5(string_agg(t || row::text, '|' order by t, row::text)) as sum from (${sql.join([
    part('users', sql`x.id = any (${people})`), part('job', sql`x.user_id = any (${people}) or x.org_id = any (${orgs})`),
    part('org', sql`x.id = any (${orgs})`), part('user_label_member', sql`x.user_id = any (${people})`),
    part('work_group', sql`x.id = any (${foreign.group!})`), part('work_group_member', sql`x.group_id = any (${foreign.group!}) or x.user_id = any (${people})`),
    part('app_grant', sql`x.subject_id = any (${[...people, ...orgs, ...foreign.group!]})`), part('app_account', sql`x.user_id = any (${people})`),
    part('grade_admin', sql`x.user_id = any (${people}) or x.org_id = any (${orgs})`), part('user_role', sql`x.user_id = any (${people})`),
    part('stripe_org', sql`x.org_id = any (${orgs})`), part('login_failure', sql`x.user_id = any (${people})`),
    part('org_range', sql`x.id = any (${foreign.range!})`), part('file', sql`x.id = any (${foreign.file!})`), part('async_task', sql`x.id = any (${foreign.task!})`),
    part('remembered_device', sql`x.user_id = any (${people})`),
  ], sql` union all `)}) every_row`.execute(server.kernel.db) // prettier-ignore
  const { rows: sessions } = await sql<{ n: number }>`select count(*) as n from session where user_id = any (${people}) and ended_by is null`.execute(server.kernel.db) // prettier-ignore
  return `${rows[0]!.sum} ${sessions[0]!.n}`
}

/** A value that the schema takes, with foreign ids wherever an id may stand. */
function valueOf(shape: Shape, field: string, die: Dice): unknown {
  const choice = (shape.anyOf ?? shape.oneOf)?.filter(one => one.type !== 'null' && one.const !== '')
  if (choice && choice.length > 0) return valueOf(die.oneOf(choice), field, die)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return die.oneOf(shape.enum)
  if (shape.type === 'object' || shape.properties)
    return Object.fromEntries(Object.entries(shape.properties ?? {}).flatMap(([key, inner]) => (die.chance(0.85) ? [[key, valueOf(inner, key, die)]] : []))) // prettier-ignore
  if (shape.type === 'array') return [valueOf(shape.items ?? {}, field, die)]
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(shape.minimum ?? 0, 1)
  if (shape.type === 'boolean') return die.chance(0.5)
  if (shape.type === 'null') return null
  return wordOf(field, die)
}

function wordOf(field: string, die: Dice): string {
  if (/parent|target.*org|^orgs?(Id|Ids)?$|org.*ids?$/i.test(field))
    return die.oneOf([...foreign.org!, ...foreign.org!, ...foreign.goneOrg!, own.org])
  if (/user|leader|person|assignee/i.test(field)) return die.oneOf([...foreign.user!, ...foreign.gone!])
  if (/file|avatar|logo/i.test(field)) return foreign.file![0]!
  if (/task/i.test(field)) return foreign.task![0]!
  if (/group/i.test(field)) return foreign.group![0]!
  if (/app/i.test(field)) return foreign.app![0]!
  if (/(^|[a-z])ids?$/i.test(field)) return die.oneOf(die.oneOf(Object.values(foreign)))
  if (/status|flag|type$/i.test(field)) return '1'
  if (/time|begin|end/i.test(field)) return '2026-01-01 00:00:00'
  if (/size|current|num/i.test(field)) return '1'
  if (/uuid/i.test(field)) return `walk-${die.below(1e9)}`
  return `w${die.below(1e6)}`
}

const asText = (value: unknown) => (value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value))
const input = (call: AnyCall, die: Dice): Parameters<Subject['send']>[1] => ({
  ...(call.query && { query: Object.fromEntries(Object.entries((valueOf(shapeOf(call.query), '', die) ?? {}) as object).map(([key, value]) => [key, asText(value)])) }), // prettier-ignore
  ...(call.body && { body: valueOf(shapeOf(call.body), '', die) as Record<string, unknown> }),
})

const isSuccess = ({ status, envelope }: Answered) => status === 200 && ['success', '0', ''].includes(envelope.code)
/** These end the session or the account the walk needs. */
const ENDING: ReadonlySet<AnyCall> = new Set([signIn.logout])

/** Asks every call; answers what was told or changed that must not be, and how many succeeded. */
async function walk(
  enter: () => Promise<Subject>,
  headers?: Record<string, string>,
): Promise<{ wrong: string[]; asked: number; succeeded: number }> {
  const [wrong, tally] = [[] as string[], { asked: 0, succeeded: 0 }]
  let subject = await enter()
  let before = await sumOf()
  for (let round = 0; round < ROUNDS; round++)
    for (const [n, { name, call }] of calls.entries()) {
      if (ENDING.has(call)) continue
      const sent = input(call, dice(SEED + round * 10_000 + n))
      const answer = await subject.send(call, { ...sent, ...(headers && { headers }) })
      tally.asked++
      if (isSuccess(answer)) tally.succeeded++
      if (['6', 'invalid_credentials'].includes(answer.envelope.code) && headers === undefined) subject = await enter()
      const text = answer.bytes.toString()
      const after = await sumOf()
      const fault = answer.status >= 500 ? 'is a defect' : text.includes(MARK) ? 'tells' : after !== before ? 'changes' : undefined
      if (fault) wrong.push(`${name} ${fault}: ${JSON.stringify(sent).slice(0, 400)} → ${text.slice(0, 300)}`)
      before = after
    }
  return { wrong, ...tally }
}

const boss = async (...of: string[]) => {
  const id = await server.given.user({ org: own.org, realName: '近主' })
  await server.given.gradeAdmin(id, own.org, 1, ...of)
  return async () => {
    await server.kernel.db.updateTable('users').set({ passwordFrom: 'own', status: 1 }).where('id', '=', id).execute()
    return server.as(id)
  }
}

test(
  'T14, D-75, N-02 a delegated administrator who holds every page is told and changes nothing of another branch by any call',
  { timeout: 240_000 },
  async () => {
    const { wrong, succeeded, asked } = await walk(await boss(...pages))
    expect(wrong).toEqual([])
    expect(succeeded).toBeGreaterThan(asked / 20)
  },
)

test(
  'T14, D-75 a delegated administrator of people alone is told and changes nothing of another branch by any call',
  { timeout: 240_000 },
  async () => {
    expect((await walk(await boss('/organiz/index', '/organiz/deleted-user', '/organiz/batch-add-user'))).wrong).toEqual([])
  },
)

test('T14, T22 a plain user is told and changes nothing of anybody by any call', { timeout: 240_000 }, async () => {
  const id = await server.given.user({ org: own.org, realName: '近民' })
  const enter = async () => {
    await server.kernel.db.updateTable('users').set({ passwordFrom: 'own' }).where('id', '=', id).execute()
    return server.as(id)
  }
  expect((await walk(enter)).wrong).toEqual([])
})

test('N-02 a system that was given one call is told and changes nothing by any other', { timeout: 240_000 }, async () => {
  const { headers } = await client(server, [user.userNameFree])
  expect((await walk(async () => server.nobody, headers)).wrong).toEqual([])
})
