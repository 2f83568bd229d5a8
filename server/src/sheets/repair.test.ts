import { importPlan } from '@hufu/contract/import'
import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { samplePerson } from '../../../tools/sample/people.ts'
import { finished, startTestServer, type TestServer } from '../../test/harness.ts'
import { sheet } from '../../test/sheets.ts'
import { candidates, editDistance, orgCodeFor } from './suggest.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  for (const [code, name] of [
    ['RESEARCH', '研发中心'],
    ['FINANCE', '财务处'],
    ['LEGAL', '法务处'],
  ] as const)
    await server.given.org({ code, name })
})
afterAll(() => server.close())

const titles = ['用户名', '姓名', '手机号', '身份证号', '机构编码', '性别', '邮箱', '有效期至']
type Cells = [userName: string, realName: string, phone: string, idCard: string, code: string, gender: string, email: string, end: string]
function person(n: number): Cells {
  const { userName, realName, phone, idCard } = samplePerson(n)
  return [userName, realName, phone, idCard, 'RESEARCH', '男', `${userName}@example.com`, '2099-12-31']
}
const check = async (rows: readonly string[][]) =>
  server.admin.call(user.importCheck, { query: { type: 'insert' }, file: await sheet(titles, rows.map(row => [...row])) }) // prettier-ignore
const refusedOf = async (planId: string) =>
  (await server.admin.call(importPlan.pageRow, { query: { planId, verdict: 'refused', current: 1, size: 100 } })).records

/** Typing errors, and the intended values. */
const slips: readonly [at: number, typed: (right: string) => string, right?: (value: string) => string][] = [
  [2, phone => `${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`],
  [2, phone => `+86-${phone}`],
  [2, phone => [...phone].map(digit => String.fromCodePoint(digit.codePointAt(0)! + 0xfee0)).join('')],
  [3, id => id.slice(0, -1) + (id.endsWith('1') ? '2' : '1')],
  [4, () => 'RESERCH'],
  [4, () => '研发中心'],
  [5, () => '男性'],
  [6, email => email.replace('.com', '。com')],
  [7, () => '2099/12/31'],
  [7, () => '2099年12月31日'],
  [1, name => `${name}<`],
]

test('every recognisable typing error gets a suggestion, and accepting all suggestions accepts all rows', async () => {
  const rows = slips.map(([at, typed], n) => person(n).with(at, typed(person(n)[at]!)))
  const first = await check(rows)
  // Telephones and dates are read as people write them (decision 0121), so these five are no errors.
  const refused = await refusedOf(first.planId)
  expect(refused.length).toBe(first.fail)
  expect(first.fail).toBe(slips.length - 5)
  for (const { row, faults } of refused) {
    const [at] = slips[row - 2]!
    expect(faults.map(problem => [problem.column, problem.suggestion])).toEqual([[titles[at], person(row - 2)[at]]])
  }
  const second = await server.admin.call(importPlan.repair, { body: { planId: first.planId, rows: [], suggested: true } })
  expect(second).toMatchObject({ total: rows.length, fresh: rows.length, fail: 0, errorFileId: null })
  expect(second.planId).not.toBe(first.planId)
  await finished(server.admin, await server.admin.call(importPlan.commit, { body: { planId: second.planId } }))
  for (const n of slips.keys()) {
    const [userName, realName] = person(n)
    expect((await server.admin.call(user.page, { query: { searchKey: userName } })).records[0]).toMatchObject({ userName, realName })
  }
})

test('D-75 only codes of organisations in scope are suggested', async () => {
  const branch = await server.given.org({ code: 'BRANCH', name: '分部' })
  await server.given.org({ code: 'LABORATORY', name: '实验室', parentId: branch })
  const boss = await server.given.user({ org: branch })
  await server.given.gradeAdmin(boss, branch, 1, '/organiz/index')
  const they = await server.as(boss)
  const file = await sheet(titles, [person(500).with(4, 'LABORATRY'), person(501).with(4, 'RESERCH'), person(502).with(4, '研发中心')])
  const { planId } = await they.call(user.importCheck, { query: { type: 'insert' }, file })
  const { records } = await they.call(importPlan.pageRow, { query: { planId, verdict: 'refused', current: 1, size: 100 } })
  const suggested = records.map(({ faults }) => faults.find(({ column }) => column === '机构编码')?.suggestion)
  expect(suggested).toEqual(['LABORATORY', undefined, undefined])
})

test('a corrected value is checked together with all other rows, and nothing is written before the commit', async () => {
  const [one, two] = [person(100), person(101)]
  const first = await check([one, two.with(0, '!')])
  expect(first).toMatchObject({ fresh: 1, fail: 1 })
  const mend = (planId: string, value: string) =>
    server.admin.call(importPlan.repair, { body: { planId, rows: [{ row: 3, cells: [{ title: '用户名', value }] }], suggested: false } })
  const doubled = await mend(first.planId, one[0])
  expect(doubled).toMatchObject({ fresh: 1, fail: 1 })
  expect((await refusedOf(doubled.planId))[0]!.faults[0]!.message).toContain('与第2行重复')
  const good = await mend(doubled.planId, two[0])
  expect(good).toMatchObject({ fresh: 2, fail: 0 })
  expect((await server.admin.call(user.page, { query: { searchKey: two[0] } })).total).toBe(0)
})

test('there is no suggestion for a well-formed value of another user', async () => {
  const [one, two] = [person(400), person(401)]
  const first = await check([one, two.with(0, one[0]).with(2, one[2])])
  const [refused] = await refusedOf(first.planId)
  expect(refused!.faults.length).toBeGreaterThan(0)
  expect(refused!.faults.filter(({ suggestion }) => suggestion !== undefined)).toEqual([])
})

test('a plan is repaired by its sender, with the rights of its import, and not after it is carried out', async () => {
  const { planId } = await check([person(200)])
  const body = { planId, rows: [], suggested: true }
  const otherId = await server.given.user()
  await server.given.role(otherId, '/organiz/index#import-user')
  const other = await server.as(otherId)
  await other.refused('planMissing', importPlan.repair, { body })
  await finished(server.admin, await server.admin.call(importPlan.commit, { body: { planId } }))
  await server.admin.refused('planMissing', importPlan.repair, { body })
})

test('a correct number stays encrypted while another row is repaired', async () => {
  const first = await check([person(300), person(301).with(2, '12')])
  const second = await server.admin.call(importPlan.repair, { body: { planId: first.planId, rows: [], suggested: true } })
  const { rows } = await server.kernel.pool.query<{ cells: string }>(
    `select cells::text from import_row where plan_id = '${second.planId}'`,
  )
  expect(rows.map(({ cells }) => cells).join(' ')).not.toContain(person(300)[2])
})

test('the nearest code is suggested if it is the only one', () => {
  const orgs = ['A1', 'A2', 'RESEARCH'].map(code => ({ id: code, code, name: `${code}处` }))
  expect(orgCodeFor('reserch', orgs)).toBe('RESEARCH')
  expect(orgCodeFor('A3', orgs)).toBeUndefined()
  expect(orgCodeFor('A1处', orgs)).toBe('A1')
  expect(editDistance('abc', 'abd', 2)).toBe(1)
  expect(editDistance('abc', 'xyz12', 2)).toBe(3)
  // Two neighbours in the wrong order are one error, nearer than two.
  expect(editDistance('abcd', 'abdc', 2)).toBe(1)
  expect(editDistance('ab', 'ba', 2)).toBe(1)
  const swapped = ['HQ', 'FIN01', 'FIN22'].map(code => ({ id: code, code, name: `${code}处` }))
  expect(orgCodeFor('QH', swapped)).toBe('HQ')
  expect(orgCodeFor('FIN10', swapped)).toBe('FIN01')
  expect(candidates('女士', { key: 'gender', title: '性别', choices: ['男', '女'] })[0]).toBe('女')
})
