import { afterAll, beforeAll, expect, test } from 'vitest'
import { operLog } from '@hufu/contract/audit/audit'
import { userLabel } from '@hufu/contract/directory/label'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

let serial = 0
async function label(...userIds: string[]): Promise<string> {
  const { id } = await server.admin.call(userLabel.save, { body: { name: `合并${++serial}` } })
  if (userIds.length > 0) await server.admin.call(userLabel.addUser, { body: { labelId: id, userIds } })
  return id
}
const people = (count: number, org = '1') => Promise.all(Array.from({ length: count }, () => server.given.user({ org })))
const members = async (labelId: string) =>
  (await server.admin.call(userLabel.pageUser, { query: { labelId, size: 500 } })).records.map(row => row.id).sort()
const merge = (targetId: string, ids: string[], subject: Subject = server.admin) =>
  subject.call(userLabel.merge, { body: { ids, targetId } })

test('console.md 50 merging labels moves their users to the one that stays and deletes the others; the preview says how many beforehand', async () => {
  const [a, b, c] = (await people(3)) as [string, string, string]
  const [stays, one, two] = [await label(a), await label(a, b), await label(b, c)]
  const input = { body: { ids: [one, two], targetId: stays } }
  expect(await server.admin.call(userLabel.mergePreview, input)).toEqual({ userCount: 3, freshCount: 2 })
  expect(await members(stays)).toEqual([a])
  // The label that stays may be among those chosen.
  expect(await merge(stays, [stays, one, two, one])).toBe(2)
  expect(await members(stays)).toEqual([a, b, c].sort())
  for (const id of [one, two]) await server.admin.refused('labelMissing', userLabel.byId, { query: { id } })
  const [record] = (await server.admin.call(operLog.page, { query: { target: stays, operateType: 'merge' } })).records
  expect(record).toMatchObject({ module: 'userLabel', operateType: 'merge', target: stays })
  const gone = await server.kernel.db.selectFrom('dataHistory').select('recordId').where('tableName', '=', 'user_label').where('operateType', '=', 'delete').execute() // prettier-ignore
  expect(gone.map(row => row.recordId)).toEqual(expect.arrayContaining([one, two]))
})

test('D-43 a user recovered after their label was merged gets the merged label', async () => {
  const [a] = (await people(1)) as [string]
  const [stays, one] = [await label(), await label(a)]
  await server.admin.call(user.remove, { body: { ids: [a] } })
  await merge(stays, [one])
  await server.admin.call(user.recover, { query: { userId: a } })
  expect(await members(stays)).toEqual([a])
})

test('labels by rule, unknown ones and a single one are not merged, and nothing is changed', async () => {
  const [a] = (await people(1)) as [string]
  const [stays, one] = [await label(), await label(a)]
  const rule = { match: 'all', conditions: [{ field: 'status', value: 1 }] }
  const { id: byRule } = await server.admin.call(userLabel.save, { body: { name: `合并${++serial}`, rule } as never })
  const wrong: [string, string[], string][] = [
    ['labelsByRule', [one], byRule],
    ['labelsByRule', [one, byRule], stays],
    ['labelMissing', [one, 'nothere'], stays],
    ['labelMissing', [one], 'nothere'],
    ['nothingChosen', [stays], stays],
    ['nothingChosen', [], stays],
  ]
  for (const [refusal, ids, targetId] of wrong)
    for (const call of [userLabel.merge, userLabel.mergePreview])
      await server.admin.refused(refusal as 'labelMissing', call, { body: { ids, targetId } })
  expect(await members(stays)).toEqual([])
  expect(await members(one)).toEqual([a])
})

test('T14, D-34 a delegated administrator merges only labels whose users are all in scope', async () => {
  const [north, south] = [await server.given.org(), await server.given.org()]
  const [boss, mine] = (await people(2, north)) as [string, string]
  const [foreign] = (await people(1, south)) as [string]
  await server.given.gradeAdmin(boss, north, 1, '/organiz/user-label', '/organiz/index')
  const they = await server.as(boss)
  const [stays, one, mixed] = [await label(), await label(mine), await label(mine, foreign)]
  for (const call of [userLabel.merge, userLabel.mergePreview]) {
    await they.refused('labelBeyondScope', call, { body: { ids: [one, mixed], targetId: stays } })
    await they.refused('labelBeyondScope', call, { body: { ids: [one], targetId: mixed } })
  }
  expect(await members(mixed)).toEqual([mine, foreign].sort())
  expect(await merge(stays, [one], they)).toBe(1)
})
