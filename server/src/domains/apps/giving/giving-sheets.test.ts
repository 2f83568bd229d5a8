import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyCall } from '@hufu/contract/call'
import { importPlan } from '@hufu/contract/import'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { finished, startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'
import { statementsOf } from '../../../../test/statements.ts'
import { downloaded, sheet } from '../../../../test/sheets.ts'
import { newId } from '../../../platform/database/ids.ts'

/** N-02: a dry run marks the rows of a sheet that would give rights the importer does not hold. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

const db = () => server.kernel.db
const PAGES = ['/organiz/index', '/organiz/org-list']

/** A branch with an administrator; the application `unheld` is granted to the organisation `rich`, a label and a post. */
async function branch() {
  const { given } = server
  await given.forDelegations(...PAGES)
  const n = given.next()
  const root = await given.org()
  const [plain, rich] = [await given.org({ parentId: root, code: `PL${n}` }), await given.org({ parentId: root, code: `RI${n}` })]
  const self = await given.user({ org: plain })
  await given.gradeAdmin(self, root, 1, ...PAGES)
  const unheld = await given.app({ name: `财务${n}` })
  const [labelId, postId] = [newId(), newId()]
  await db().insertInto('userLabel').values({ id: labelId, name: `标签${n}` }).execute() // prettier-ignore
  await db()
    .insertInto('standing')
    .values({ id: postId, kind: 'post', name: `岗位${n}`, code: postId })
    .execute()
  for (const [subjectType, subjectId] of [
    ['org', rich],
    ['label', labelId],
    ['post', postId],
  ] as const)
    // prettier-ignore
    await given.grant({ subjectType, subjectId, appId: unheld })
  const codes = { plainCode: `PL${n}`, richCode: `RI${n}` }
  return { root, plain, rich, ...codes, label: `标签${n}`, post: `岗位${n}`, unheld, self, as: await server.as(self), n }
}
type Branch = Awaited<ReturnType<typeof branch>>

const nameOf = async (id: string) => (await db().selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()).userName // prettier-ignore
async function people(at: Branch, count: number, where = at.plain) {
  const names: string[] = []
  for (let n = 0; n < count; n++) names.push(await nameOf(await server.given.user({ org: where })))
  return names
}

interface Kind {
  name: string
  check: AnyCall
  carry: AnyCall
  type: string
  titles: string[]
  /** Rows, each with the column that gives a right the importer does not hold; '' for a good row. */
  rows: (at: Branch) => Promise<[row: (string | null)[], column: string][]>
}
const kinds: Kind[] = [
  {
    name: 'new users',
    check: user.importCheck,
    carry: user.importInsert,
    type: 'insert',
    titles: ['用户名', '姓名', '机构编码', '岗位', '标签'],
    rows: async ({ n, plainCode, richCode, post, label }) => [
      [[`a${n}`, '甲', plainCode, null, null], ''],
      [[`b${n}`, '乙', richCode, null, null], '机构编码'],
      [[`c${n}`, '丙', plainCode, post, null], '岗位'],
      [[`d${n}`, '丁', plainCode, null, label], '标签'],
      [[`e${n}`, '戊', plainCode, null, null], ''],
    ],
  },
  {
    name: 'changed users',
    check: user.importCheck,
    carry: user.importUpdate,
    type: 'update',
    titles: ['用户名', '姓名', '机构编码', '岗位', '标签'],
    rows: async at => {
      const [a, b, c, d, e] = await people(at, 5)
      return [
        [[a!, '甲改', null, null, null], ''],
        [[b!, null, at.richCode, null, null], '机构编码'],
        [[c!, null, null, at.post, null], '岗位'],
        [[d!, null, null, null, at.label], '标签'],
        [[e!, '戊改', null, null, null], ''],
      ]
    },
  },
  {
    name: 'second jobs',
    check: user.importCheck,
    carry: user.importInsertUserOrg,
    type: 'insertUserOrg',
    titles: ['用户名', '机构编码', '任职类型', '岗位'],
    rows: async at => {
      const third = await server.given.org({ parentId: at.root, code: `TH${at.n}` })
      expect(third).toBeTruthy()
      const [a, b] = await people(at, 2)
      return [
        [[a!, `TH${at.n}`, '兼职', null], ''],
        [[a!, at.richCode, '兼职', null], '机构编码'],
        [[b!, `TH${at.n}`, '兼职', at.post], '岗位'],
      ]
    },
  },
  {
    name: 'changed jobs',
    check: user.importCheck,
    carry: user.importUpdateUserOrg,
    type: 'updateUserOrg',
    titles: ['用户名', '机构编码', '任职类型', '排序号', '岗位'],
    rows: async at => {
      const [a, b] = await people(at, 2)
      return [
        [[a!, at.plainCode, '主职', '7', null], ''],
        [[b!, at.plainCode, '主职', null, at.post], '岗位'],
      ]
    },
  },
  {
    name: 'changed organisations',
    check: org.importCheck,
    carry: org.importUpdate,
    type: 'update',
    titles: ['机构编码', '上级机构编码', '排序号'],
    rows: async at => {
      const [x, y] = [`X${at.n}`, `Y${at.n}`]
      for (const code of [x, y]) await people(at, 1, await server.given.org({ parentId: at.root, code }))
      return [
        [[x, at.richCode, null], '上级机构编码'],
        [[y, at.plainCode, null], ''],
        [[at.plainCode, null, '5'], ''],
      ]
    },
  },
]

const checked = (as: Subject, call: AnyCall, type: string, titles: string[], rows: (string | null)[][]) =>
  sheet(titles, rows).then(file => as.call(call as typeof user.importCheck, { query: { type }, body: { orgId: '' }, file }))

describe.each(kinds)('$name', ({ check, carry, type, titles, rows }) => {
  test('N-02 the dry run marks exactly the rows that give what the importer does not hold, with the column; nothing is written', async () => {
    const at = await branch()
    const all = await rows(at)
    const reply = await checked(at.as, check, type, titles, all.map(([row]) => row)) // prettier-ignore
    const wrong = all.flatMap(([, column], n) => (column ? [{ row: n + 2, column }] : []))
    expect(reply.errors.map(({ row, column }) => ({ row, column }))).toEqual(wrong)
    for (const { message } of reply.errors) expect(message).toMatch(/您自己未拥有的.*财务/)
    expect(reply).toMatchObject({ pass: all.length - wrong.length, fail: wrong.length })
    expect(await db().selectFrom('rightsChange').select('n').execute()).toEqual([])
    // The commit carries out the other rows and skips these.
    const uuid = newId()
    const end = await finished(at.as, await at.as.call(importPlan.commit, { body: { planId: reply.planId, uuid } }))
    expect(end.message).toBe(`成功${all.length - wrong.length}条，失败${wrong.length}条`)
  })

  test('N-02 carried out without a dry run, the same rows fail with the same reason and column', async () => {
    const at = await branch()
    const all = await rows(at)
    const dry = await checked(at.as, check, type, titles, all.map(([row]) => row)) // prettier-ignore
    const end = await finished(at.as, (await at.as.call(carry as typeof user.importUpdate, { file: await sheet(titles, all.map(([row]) => row)) })) as string) // prettier-ignore
    const messages = (await downloaded(at.as, end.fileId)).rows.map(row => row.at(-1))
    expect(messages).toEqual(dry.errors.map(({ column, message }) => `${column}：${message}`))
  })
})

test('N-02 a row that gives the importer themselves something is marked, also for callers with an unlimited scope', async () => {
  const at = await branch()
  const clerk = await server.given.user({ org: at.plain })
  await server.given.role(clerk, '/organiz/org-list#*', '/organiz/index#*')
  const as = await server.as(clerk)
  const [other] = await people(at, 1)
  const reply = await checked(as, user.importCheck, 'update', ['用户名', '标签'], [[other!, at.label], [await nameOf(clerk), at.label]]) // prettier-ignore
  expect(reply.errors).toEqual([{ row: 3, column: '标签', message: expect.stringContaining('不能使自己得到') }])
})

test('N-02 a row that would make a user match a rule with rights is marked in the dry run', async () => {
  const at = await branch()
  const rule = JSON.stringify({ match: 'all', conditions: [{ field: 'realName', how: 'equals', text: `特权${at.n}` }] })
  const labelId = newId()
  await db().insertInto('userLabel').values({ id: labelId, name: `规则${at.n}`, rule }).execute() // prettier-ignore
  await server.given.grant({ subjectType: 'label', subjectId: labelId, appId: at.unheld })
  const [a, b] = await people(at, 2)
  const reply = await checked(at.as, user.importCheck, 'update', ['用户名', '姓名'], [[a!, `特权${at.n}`], [b!, '平常']]) // prettier-ignore
  expect(reply.errors).toEqual([{ row: 2, column: '', message: expect.stringContaining(`规则${at.n}`) }])
})

test('N-02 a dry run makes no more queries when more rows give too much', async () => {
  const at = await branch()
  const counted = async (count: number) => {
    const names = await people(at, count)
    const statements = await statementsOf(at.self, async () => {
      const reply = await checked(at.as, user.importCheck, 'update', ['用户名', '标签'], names.map(name => [name, at.label])) // prettier-ignore
      expect(reply.fail).toBe(count)
    })
    return statements.length
  }
  expect(await counted(3)).toBeGreaterThan(3)
  expect(await counted(60)).toBe(await counted(3))
})

test('N-02 in the grid of new users only the rows that give too much fail, with their field', async () => {
  const at = await branch()
  const { id: postId } = await db().selectFrom('standing').select('id').where('name', '=', at.post).executeTakeFirstOrThrow()
  const list = [
    { userName: `g${at.n}`, realName: '甲' },
    { userName: `h${at.n}`, realName: '乙', stationId: postId },
  ]
  const reply = await at.as.call(user.saveMany, { body: { orgId: at.plain, list } })
  expect(reply).toMatchObject({ success: 1, fail: 1, errors: [{ row: 2, field: 'stationId', message: expect.stringContaining('财务') }] })
})
