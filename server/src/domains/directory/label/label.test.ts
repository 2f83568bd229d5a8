import { afterAll, beforeAll, expect, test } from 'vitest'
import { userLabel } from '@hufu/contract/directory/label'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let serial = 0
const fresh = (more: Record<string, unknown> = {}) => ({ name: `标签${++serial}`, ...more })
const add = async (more: Record<string, unknown> = {}) => (await server.admin.call(userLabel.save, { body: fresh(more) })).id
const read = (id: string) => server.admin.call(userLabel.byId, { query: { id } })
const membersOf = async (labelId: string, query: Record<string, unknown> = {}) =>
  (await server.admin.call(userLabel.pageUser, { query: { labelId, size: 500, ...query } })).records.map(row => row.id).sort()
/** A delegated administrator of one organisation and what is below it, with the page of labels. */
async function delegatedAdmin(orgId: string) {
  const id = await server.given.user({ org: orgId })
  await server.given.gradeAdmin(id, orgId, 1, '/organiz/user-label', '/organiz/index')
  return server.as(id)
}

test('X-LABEL-02 enabled labels are listed by sortNum, with their colours', async () => {
  const [second, first] = [await add({ color: 'red', sortNum: 999_002 }), await add({ sortNum: 999_001 })]
  const off = await add({ status: 0 })
  const shown = await server.admin.call(userLabel.list)
  expect(shown.slice(-2)).toMatchObject([
    { id: first, color: null, byRule: false },
    { id: second, color: 'red', byRule: false },
  ])
  expect(shown.map(label => label.id)).not.toContain(off)
})

test('X-LABEL-01, X-LABEL-03 to X-LABEL-05, X-LABEL-08, D-76 a label is added, read, found and changed; names are unique', async () => {
  const draft = fresh({ color: 'green', remark: '说明', status: 0 })
  const { id } = await server.admin.call(userLabel.save, { body: draft })
  const row = await read(id)
  expect(row).toMatchObject({ id, ...draft, rule: null, userCount: 0, state: 'ready', taskId: null, version: 1 })
  expect(await server.admin.call(userLabel.page, { query: { name: draft.name, status: 0 } })).toMatchObject({ total: 1, records: [row] })
  expect((await server.admin.call(userLabel.page, { query: { name: draft.name, status: 1 } })).total).toBe(0)
  const name = `${draft.name}改`
  await server.admin.call(userLabel.update, { body: { id, name, color: '', sortNum: 3, remark: null, version: 1 } })
  expect(await read(id)).toMatchObject({ name, color: null, sortNum: 3, remark: null, version: 2 })
  await server.admin.refused('stale', userLabel.update, { body: { id, name: 'x', version: 1 } })
  await server.admin.refused('labelMissing', userLabel.update, { body: { id: 'nothere', name: 'x' } })
  await server.admin.refused('labelMissing', userLabel.byId, { query: { id: 'nothere' } })
  const answers = await Promise.all(Array.from({ length: 8 }, () => server.admin.send(userLabel.save, { body: { name: '同名' } })))
  expect(answers.filter(({ envelope }) => envelope.code === 'success')).toHaveLength(1)
  expect(answers.filter(({ envelope }) => envelope.message === '名称已存在')).toHaveLength(7)
  expect(await server.admin.call(userLabel.nameTaken, { query: { name } })).toBe(true)
  expect(await server.admin.call(userLabel.nameTaken, { query: { name, id } })).toBe(false)
  for (const color of ['#f00', 'javascript:alert(1)', 'pink'])
    expect((await server.admin.send(userLabel.save, { body: fresh({ color }) })).envelope.message).toBe('标签颜色不正确')
})

test('X-LABEL-09 to X-LABEL-11 users are added, found and removed; repeating it changes nothing', async () => {
  const [north, south] = [await server.given.org(), await server.given.org()]
  const id = await add()
  const [a, b] = [await server.given.user({ org: north, realName: '北边人' }), await server.given.user({ org: south, realName: '南边人' })]
  expect(await server.admin.call(userLabel.addUser, { body: { labelId: id, userIds: [a, b, a] } })).toBe(2)
  expect(await server.admin.call(userLabel.addUser, { body: { labelId: id, userIds: [a, b] } })).toBe(0)
  expect(await membersOf(id)).toEqual([a, b].sort())
  expect(await membersOf(id, { searchKey: '北边' })).toEqual([a])
  expect(await membersOf(id, { orgId: south })).toEqual([b])
  expect((await read(id)).userCount).toBe(2)
  expect((await server.admin.call(user.page, { query: { labelId: id } })).total).toBe(2)
  expect(await server.admin.call(userLabel.removeUser, { body: { labelId: id, userIds: [a] } })).toBe(1)
  expect(await server.admin.call(userLabel.removeUser, { body: { labelId: id, userIds: [a] } })).toBe(0)
  expect(await membersOf(id)).toEqual([b])
  await server.admin.call(user.remove, { body: { ids: [b] } })
  expect((await read(id)).userCount).toBe(0)
  await server.admin.refused('userMissing', userLabel.addUser, { body: { labelId: id, userIds: [a, b] } })
  await server.admin.refused('userMissing', userLabel.addUser, { body: { labelId: id, userIds: [a, 'nothere'] } })
  await server.admin.refused('labelMissing', userLabel.addUser, { body: { labelId: 'nothere', userIds: [a] } })
  await server.admin.refused('labelMissing', userLabel.pageUser, { query: { labelId: 'nothere' } })
  await server.admin.refused('nothingChosen', userLabel.addUser, { body: { labelId: id, userIds: [] } })
  expect(await membersOf(id)).toEqual([])
})

test('X-LABEL-06, X-LABEL-07 deleting a label keeps its users; a disabled one is no longer offered', async () => {
  const [id, other] = [await add(), await add()]
  const person = await server.given.user({ labelIds: [id, other] })
  expect(await server.admin.call(userLabel.setStatus, { query: { status: 0 }, body: { ids: [id] } })).toBe(1)
  expect((await server.admin.call(userLabel.list)).map(label => label.id)).not.toContain(id)
  await server.admin.refused('statusProblem', userLabel.setStatus, { body: { ids: [id] } })
  await server.admin.refused('labelMissing', userLabel.remove, { body: { ids: [id, 'nothere'] } })
  expect((await read(id)).userCount).toBe(1)
  expect(await server.admin.call(userLabel.remove, { body: { ids: [id] } })).toBe(1)
  expect((await server.admin.call(user.byId, { query: { id: person } })).labelIds).toEqual([other])
  await server.admin.refused('nothingChosen', userLabel.remove, { body: { ids: [] } })
})

test('X-LABEL-09 to X-LABEL-11, D-34, D-75 a delegated administrator sees and changes only members in scope; others count as unknown', async () => {
  const [mine, theirs] = [await server.given.org(), await server.given.org()]
  const [near, far] = [await server.given.user({ org: mine }), await server.given.user({ org: theirs })]
  const me = await delegatedAdmin(mine)
  const id = await add()
  await server.admin.call(userLabel.addUser, { body: { labelId: id, userIds: [near, far] } })
  expect((await me.call(userLabel.pageUser, { query: { labelId: id } })).records.map(row => row.id)).toEqual([near])
  expect((await me.call(userLabel.byId, { query: { id } })).userCount).toBe(1)
  expect((await me.call(userLabel.pageUser, { query: { labelId: id, orgId: theirs } })).total).toBe(0)
  const unknown = await me.send(userLabel.removeUser, { body: { labelId: id, userIds: ['nothere'] } })
  for (const userIds of [[far], [near, far]])
    expect((await me.send(userLabel.removeUser, { body: { labelId: id, userIds } })).envelope).toEqual(unknown.envelope)
  expect(await membersOf(id)).toEqual([near, far].sort())
  await me.refused('userMissing', userLabel.addUser, { body: { labelId: await add(), userIds: [near, far] } })
  expect(await me.call(userLabel.removeUser, { body: { labelId: id, userIds: [near] } })).toBe(1)
  expect(await membersOf(id)).toEqual([far])
})

test('X-LABEL-04 to X-LABEL-07, D-34 a delegated administrator cannot change a label with members out of scope, nor write rules', async () => {
  const [mine, theirs] = [await server.given.org(), await server.given.org()]
  const me = await delegatedAdmin(mine)
  const { id } = await me.call(userLabel.save, { body: fresh() })
  await me.call(userLabel.update, { body: { id, name: `标签${++serial}` } })
  await server.admin.call(userLabel.addUser, { body: { labelId: id, userIds: [await server.given.user({ org: theirs })] } })
  await me.refused('labelBeyondScope', userLabel.update, { body: { id, name: '越界' } })
  await me.refused('labelBeyondScope', userLabel.setStatus, { query: { status: 0 }, body: { ids: [id] } })
  await me.refused('labelBeyondScope', userLabel.remove, { body: { ids: [id] } })
  expect(await read(id)).toMatchObject({ status: 1, userCount: 1 })
  const rule = { match: 'all', conditions: [{ field: 'status', value: 1 }] }
  await me.refused('ruleBeyondScope', userLabel.save, { body: fresh({ rule }) })
  await me.refused('ruleBeyondScope', userLabel.preview, { body: { rule } })
})

test('X-LABEL-10 at most five hundred users are added at once', async () => {
  const id = await add()
  const userIds = Array.from({ length: 501 }, (_, n) => `u${n}`)
  expect((await server.admin.send(userLabel.addUser, { body: { labelId: id, userIds } })).envelope.code).toBe('global_prompt')
  expect((await read(id)).userCount).toBe(0)
})

test('X-LABEL-01 the kept count of members stays right whatever writes them, and compaction changes nothing', async () => {
  const [a, b, c] = (await Promise.all([server.given.user(), server.given.user(), server.given.user()])) as [string, string, string]
  const [one, two] = [await add(), await add()]
  const counts = async () => [(await read(one)).userCount, (await read(two)).userCount]
  await server.admin.call(userLabel.addUser, { body: { labelId: one, userIds: [a, b] } })
  await server.admin.call(userLabel.addUser, { body: { labelId: one, userIds: [b, c] } })
  await server.admin.call(userLabel.addUser, { body: { labelId: two, userIds: [c] } })
  expect(await counts()).toEqual([3, 1])
  await server.admin.call(user.remove, { body: { ids: [c] } })
  await server.admin.call(userLabel.removeUser, { body: { labelId: one, userIds: [a] } })
  expect(await counts()).toEqual([1, 0])
  await server.kernel.pool.query('call fold_label_tally()')
  expect(await counts()).toEqual([1, 0])
  await server.admin.call(userLabel.remove, { body: { ids: [one, two] } })
  await server.kernel.pool.query('call fold_label_tally()')
  expect(await server.kernel.db.selectFrom('labelTally').select('labelId').where('labelId', 'in', [one, two]).execute()).toEqual([])
})
