import { afterAll, beforeAll, expect, test } from 'vitest'
import { org } from '@hufu/contract/directory/org'
import { orgRange } from '@hufu/contract/directory/org-range'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { made } from '../../../../test/made.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const names = (rows: readonly { name: string }[]) => rows.map(row => row.name)
const level = async (parentId: string) => names(await server.admin.call(org.tree, { query: { parentId } }))
/** A parent with children a, b, c in this order. */
async function family(...children: string[]) {
  const parent = await server.given.org()
  const ids: Record<string, string> = {}
  for (const name of children) ids[name] = await server.given.org({ parentId: parent, name })
  return { parent, ids }
}

test('X-ORG-01 the tree is read level by level, with the number of people at or below each', async () => {
  const { parent, ids } = await family('甲', '乙')
  await server.given.user({ org: ids.甲! })
  await server.given.user({ org: ids.甲!, others: [ids.乙!] })
  const rows = await server.admin.call(org.tree, { query: { parentId: parent } })
  expect(rows.map(({ name, hasChildren, userCount }) => ({ name, hasChildren, userCount }))).toEqual([
    { name: '甲', hasChildren: false, userCount: 2 },
    { name: '乙', hasChildren: false, userCount: 1 },
  ])
  const [top] = await server.admin.call(org.tree)
  expect(top).toMatchObject({ id: '1', parentId: '0', hasChildren: true })
  expect((await server.admin.call(org.byId, { query: { id: parent } })).userCount).toBe(2)
})

test('X-ORG-02, X-ORG-03 an organisation is found by name, code, pinyin and initials, with its path', async () => {
  const parent = await server.given.org({ name: '浙江省医保局', code: 'ZJ-YB' })
  const child = await server.given.org({ parentId: parent, name: '单位参保处' })
  for (const name of ['参保处', 'danweican', 'dwcbc'])
    expect(await server.admin.call(org.search, { query: { name } })).toEqual([
      { id: child, name: '单位参保处', path: '组织机构 / 浙江省医保局 / 单位参保处' },
    ])
  expect((await server.admin.call(org.search, { query: { name: 'zj-yb' } })).map(row => row.id)).toEqual([parent])
  expect(names(await server.admin.call(org.path, { query: { id: child } }))).toEqual(['组织机构', '浙江省医保局', '单位参保处'])
})

test('X-ORG-02, D-07 a search of one or two characters finds every name, code or initials that contain them in this order', async () => {
  const parent = await server.given.org({ name: '鸬鹚街道E办', code: 'LC-鹚1' })
  const child = await server.given.org({ parentId: parent, name: '鹚鸬巷社区' })
  for (const [name, found] of [
    ['鸬鹚', [parent]],
    ['鹚鸬', [child]],
    ['鹚', [parent, child]],
    ['e办', [parent]],
    ['办e', []],
    ['鹚1', [parent]],
    ['鸬%', []],
    ['_鹚', []],
    [' 鸬鹚 ', [parent]],
    ['c-', [parent]],
  ] as const) {
    expect([name, (await server.admin.call(org.search, { query: { name } })).map(row => row.id)]).toEqual([name, found])
    const listed = await server.admin.call(org.page, { query: { parentId: '1', hasIncludeChild: true, name } })
    expect([name, listed.records.map(row => row.id).sort()]).toEqual([name, [...found].sort()])
  }
})

test('ENT-02, X-ORG-04 to X-ORG-07 an organisation is added, changed and found', async () => {
  const { id } = made(await server.admin.call(org.save, { body: { parentId: '1', name: '财务部', code: 'CW01', leader: '王芳' } }))
  await server.admin.call(org.update, { body: { id, name: '财务管理部', code: 'CW01', leader: '' } })
  expect(await server.admin.call(org.byId, { query: { id } })).toMatchObject({
    name: '财务管理部',
    leader: null,
    parentName: '组织机构',
    childCount: 0,
    version: 2,
  })
  const page = await server.admin.call(org.page, { query: { name: '财务管理', size: 5 } })
  expect(page).toMatchObject({ current: 1, size: 5, total: 1, pages: 1, records: [{ id }] })
  await server.admin.refused('orgMissing', org.byId, { query: { id: 'nothere' } })
})

test('D-76 a stale edit is refused', async () => {
  const id = await server.given.org()
  await server.admin.call(org.update, { body: { id, name: '一', code: 'ST1', version: 1 } })
  await server.admin.refused('stale', org.update, { body: { id, name: '二', code: 'ST1', version: 1 } })
})

test('X-ORG-11 to X-ORG-13 codes, names among siblings and origin ids are unique', async () => {
  const { parent } = await family('重名')
  await server.admin.call(org.save, { body: { parentId: parent, name: '有编码', code: 'UNIQ', originOrgId: 'x-1' } })
  expect(await server.admin.call(org.codeTaken, { query: { code: 'uniq' } })).toBe(true)
  const { records } = await server.admin.call(org.page, { query: { code: 'UNIQ' } })
  const own = { id: records[0]!.id }
  expect(await server.admin.call(org.codeTaken, { query: { code: 'uniq', ...own } })).toBe(false)
  expect(await server.admin.call(org.nameTaken, { query: { name: '有编码', parentId: parent, ...own } })).toBe(false)
  expect(await server.admin.call(org.nameTaken, { query: { name: '重名', parentId: '1' } })).toBe(false)
  expect(await server.admin.call(org.originTaken, { query: { originOrgId: 'x-1', ...own } })).toBe(false)
  expect(await server.admin.call(org.nameTaken, { query: { name: '重名', parentId: parent } })).toBe(true)
  expect(await server.admin.call(org.originTaken, { query: { originOrgId: 'x-1' } })).toBe(true)
  await server.admin.refused('orgCodeTaken', org.save, { body: { parentId: '1', name: '别处', code: 'uniq' } })
  await server.admin.refused('orgNameTaken', org.save, { body: { parentId: parent, name: '重名', code: 'other' } })
  await server.admin.refused('originOrgIdTaken', org.save, { body: { parentId: '1', name: '别处', code: 'other', originOrgId: 'x-1' } })
})

test('X-ORG-08, X-ORG-27, X-ORG-28, bad input 31 an organisation with users or children is not deleted; an empty one is moved to the deleted list and can be recovered', async () => {
  const { parent, ids } = await family('空', '有人')
  await server.given.user({ org: ids.有人! })
  await server.admin.refused('orgNotEmpty', org.remove, { body: { ids: [parent] } })
  await server.admin.refused('orgNotEmpty', org.remove, { body: { ids: [ids.空!, ids.有人!] } })
  expect(await server.admin.call(org.remove, { body: { ids: [ids.空!] } })).toBe(1)
  expect(await level(parent)).toEqual(['有人'])
  const { records } = await server.admin.call(org.pageDeleted, { query: { name: '空' } })
  expect(records).toMatchObject([{ id: ids.空!, deleteBy: '系统管理员' }])
  expect(await server.admin.call(org.deletedById, { query: { id: ids.空! } })).toMatchObject({ id: ids.空!, name: '空', parentId: parent })
  await server.admin.refused('orgMissing', org.deletedById, { query: { id: parent } })
  await server.admin.call(org.recover, { query: { orgId: ids.空! } })
  expect(await level(parent)).toEqual(['空', '有人'])
})

test('X-ORG-29 a refused recovery names the reason: the parent is gone, or the code was taken meanwhile', async () => {
  const { parent, ids } = await family('子')
  const { code } = await server.admin.call(org.byId, { query: { id: ids.子! } })
  await server.admin.call(org.remove, { body: { ids: [parent, ids.子!] } })
  await server.admin.refused('parentOrgGone', org.recover, { query: { orgId: ids.子! } })
  await server.admin.call(org.save, { body: { parentId: '1', name: '占用', code } })
  await server.admin.refused('orgCodeTaken', org.recover, { query: { orgId: ids.子! }, body: { parentId: '1' } })
})

test('X-ORG-09 hasOnlyEnable hides a disabled organisation with all below it', async () => {
  const { parent, ids } = await family('开', '关')
  expect(await server.admin.call(org.setStatus, { query: { status: 0 }, body: { ids: [ids.关!] } })).toBe(1)
  expect(names(await server.admin.call(org.tree, { query: { parentId: parent, hasOnlyEnable: true } }))).toEqual(['开'])
})

test('X-ORG-10, bad input 30 an organisation moves with its people, never below itself', async () => {
  const { parent, ids } = await family('左', '右')
  const leaf = await server.given.org({ parentId: ids.左!, name: '叶' })
  await server.given.user({ org: leaf })
  await server.admin.refused('orgCircle', org.move, { body: { ids: [ids.左!], targetParentId: leaf } })
  await server.admin.refused('orgCircle', org.move, { body: { ids: [ids.左!], targetParentId: ids.左! } })
  await server.admin.call(org.move, { body: { ids: [leaf], targetParentId: ids.右! } })
  const counts = await server.admin.call(org.tree, { query: { parentId: parent } })
  expect(counts.map(({ name, userCount }) => [name, userCount])).toEqual([['左', 0], ['右', 1]]) // prettier-ignore
  expect(names(await server.admin.call(org.path, { query: { id: leaf } })).slice(-2)).toEqual(['右', '叶'])
})

test('R18 of two moves of A below B and B below A one succeeds, without a cycle', async () => {
  for (let round = 0; round < 10; round++) {
    const { ids } = await family('A', 'B')
    const moves = [{ ids: [ids.A!], targetParentId: ids.B! }, { ids: [ids.B!], targetParentId: ids.A! }] // prettier-ignore
    const answers = await Promise.all(moves.map(body => server.admin.send(org.move, { body })))
    expect(answers.map(answer => answer.envelope.code).sort()).toEqual(['global_prompt', 'success'])
  }
})

test('X-ORG-14 to X-ORG-18 siblings are ordered by button, by drag, by place and by number', async () => {
  const { parent, ids } = await family('a', 'b', 'c', 'd')
  await server.admin.call(org.sortTop, { query: { orgId: ids.c! } })
  expect(await level(parent)).toEqual(['c', 'a', 'b', 'd'])
  await server.admin.call(org.sortBottom, { query: { orgId: ids.a! } })
  expect(await level(parent)).toEqual(['c', 'b', 'd', 'a'])
  await server.admin.call(org.sortMove, { query: { orgId: ids.a!, sortNum: 2 } })
  expect(await level(parent)).toEqual(['c', 'a', 'b', 'd'])
  await server.admin.call(org.sortDrag, { query: { parentId: parent }, body: [ids.d!, ids.c!] })
  expect(await level(parent)).toEqual(['d', 'a', 'b', 'c'])
  await server.admin.call(org.setSortNum, { query: { orgId: ids.d!, sortNum: 9 } })
  expect(await level(parent)).toEqual(['a', 'b', 'c', 'd'])
  await server.admin.refused('parameterProblem', org.setSortNum, { query: { orgId: ids.d!, sortNum: 0 } })
})

test('D-34, D-61 a range narrows tree, list and search alike, to those of its organisations a delegated administrator manages', async () => {
  const { parent, ids } = await family('分局一', '分局二')
  const manager = await server.given.user()
  await server.given.gradeAdmin(manager, ids.分局一!, 1, '/organiz/org-list', '/organiz/index')
  const they = await server.as(manager)
  const clerk = await server.given.user({ org: ids.分局一! })
  const inRange = async (rootOrgIds: string[]) => {
    const { id } = await server.admin.call(orgRange.save, { body: { name: `范围${server.given.next()}`, rootOrgIds } })
    return {
      tree: names(await they.call(org.tree, { query: { orgRangeId: id } })),
      list: names((await they.call(org.page, { query: { orgRangeId: id } })).records),
      found: names(await they.call(org.search, { query: { name: '分局', orgRangeId: id } })),
      users: (await they.call(user.page, { query: { orgRangeId: id } })).records.map(row => row.id),
    }
  }
  expect(await inRange([ids.分局一!, ids.分局二!])).toEqual({ tree: ['分局一'], list: ['分局一'], found: ['分局一'], users: [clerk] })
  expect(await inRange([parent, ids.分局二!])).toEqual({ tree: [], list: [], found: [], users: [] })
})

test('X-ORGRANGE-01 to X-ORGRANGE-05 a range narrows tree and list; the default range stays', async () => {
  const { parent, ids } = await family('一', '二')
  const { id } = await server.admin.call(orgRange.save, { body: { name: '试点', rootOrgIds: [ids.一!] } })
  const ranges = await server.admin.call(orgRange.list)
  expect(ranges[0]).toMatchObject({ id: 'default', name: '全部机构' })
  expect(names(await server.admin.call(org.tree, { query: { orgRangeId: id } }))).toEqual(['一'])
  expect((await server.admin.call(org.page, { query: { orgRangeId: id } })).total).toBe(1)
  await server.admin.refused('orgRangeNameTaken', orgRange.save, { body: { name: '试点', rootOrgIds: [parent] } })
  expect(await server.admin.call(orgRange.nameTaken, { query: { name: '试点' } })).toBe(true)
  expect(await server.admin.call(orgRange.nameTaken, { query: { name: '试点', id } })).toBe(false)
  await server.admin.call(orgRange.update, { body: { id, name: '试点二', rootOrgIds: [ids.二!] } })
  expect((await server.admin.call(orgRange.list)).find(range => range.id === id)).toMatchObject({ name: '试点二', rootOrgIds: [ids.二!] })
  expect(names(await server.admin.call(org.tree, { query: { orgRangeId: id } }))).toEqual(['二'])
  await server.admin.refused('defaultRange', orgRange.update, { body: { id: 'default', name: '改', rootOrgIds: ['1'] } })
  await server.admin.refused('defaultRange', orgRange.remove, { body: { ids: ['default'] } })
  expect(await server.admin.call(orgRange.remove, { body: { ids: [id] } })).toBe(1)
  expect((await server.admin.call(orgRange.list)).map(range => range.id)).not.toContain(id)
})

test('ERR-20, FIELD-01, bad input 17 < and > in a text field answer 10006 with the field', async () => {
  const { envelope } = await server.admin.send(org.save, { body: { parentId: '1', name: '<b>', code: 'LT' } })
  expect(envelope).toEqual({ code: '10006', message: '存在非法字符', data: 'name' })
})

test('T14, D-34, D-75, bad input 15 a delegated administrator sees and changes only their branch', async () => {
  const { ids } = await family('北', '南')
  const below = await server.given.org({ parentId: ids.北!, name: '北下' })
  const [ann, bob] = [await server.given.user({ org: below }), await server.given.user({ org: ids.南! })]
  const boss = await server.given.user({ org: ids.北! })
  await server.given.gradeAdmin(boss, ids.北!, 1, '/organiz/index', '/organiz/org-list')
  const they = await server.as(boss)
  expect(names(await they.call(org.tree))).toEqual(['北'])
  expect((await they.call(user.page)).records.map(row => row.id).sort()).toEqual([ann, boss].sort())
  expect((await they.call(user.page, { query: { orgId: ids.南!, hasIncludeChild: true } })).total).toBe(0)
  // A user whose first job is out of scope is listed by the one in scope, also when more than the branch is requested.
  const both = await server.given.user({ org: ids.南!, others: [below] })
  expect((await they.call(user.page, { query: { orgId: '1', hasIncludeChild: true } })).records.map(row => row.id)).toContain(both)
  await they.refused('orgMissing', org.byId, { query: { id: ids.南! } })
  await they.refused('userMissing', user.byId, { query: { id: bob } })
  await they.refused('userMissing', user.setStatus, { query: { status: '0' }, body: { ids: [ann, bob] } })
  expect((await server.admin.call(user.byId, { query: { id: ann } })).status).toBe(1)
  await they.refused('orgMissing', org.move, { body: { ids: [below], targetParentId: ids.南! } })
  await they.refused('orgMissing', org.save, { body: { parentId: ids.南!, name: '越界', code: 'OUT' } })
})

test('a branch stays whole if a parent and organisations below it are moved together', async () => {
  const target = await server.given.org()
  const parent = await server.given.org()
  const child = await server.given.org({ parentId: parent })
  const grandchild = await server.given.org({ parentId: child })
  const other = await server.given.org()
  await server.admin.call(org.move, { body: { ids: [grandchild, parent, child, other, parent], targetParentId: target } })
  const parentOf = async (id: string) => (await server.admin.call(org.byId, { query: { id } })).parentId
  expect(await Promise.all([parent, child, grandchild, other].map(parentOf))).toEqual([target, parent, child, target])
})
