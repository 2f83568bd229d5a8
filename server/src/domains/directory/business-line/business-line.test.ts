import { afterAll, beforeAll, expect, test } from 'vitest'
import { org } from '@hufu/contract/directory/org'
import { businessLine } from '@hufu/contract/directory/business-line'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let serial = 0
async function line(parts: Record<string, unknown> = {}): Promise<string> {
  const n = ++serial
  return (await server.admin.call(businessLine.save, { body: { name: `条线${n}`, code: `L${n}`, ...parts } })).id
}
/** A parent in the administrative tree with children of these names. */
async function family(...children: string[]) {
  const parent = await server.given.org()
  const ids: Record<string, string> = {}
  for (const name of children) ids[name] = await server.given.org({ parentId: parent, name })
  return { parent, ids }
}
const add = (stripeId: string, orgIds: string[], more: Record<string, unknown> = {}) =>
  server.admin.call(businessLine.addOrg, { body: { stripeId, orgIds, ...more } })
const level = async (stripeId: string, parentId?: string, who: Subject = server.admin) =>
  (await who.call(businessLine.tree, { query: { stripeId, parentId } })).map(node => node.name)

test('X-STRIPE-01 to X-STRIPE-05 a business line is added, changed, found and listed', async () => {
  const id = await line({ name: '基金监管', code: 'JJ', remark: '监管', sortNum: 3 })
  await server.admin.call(businessLine.update, { body: { id, name: '基金监督', code: 'JJ', remark: '' } })
  const found = await server.admin.call(businessLine.byId, { query: { id } })
  expect(found).toMatchObject({
    name: '基金监督',
    remark: null,
    sortNum: 3,
    status: 1,
    orgCount: 0,
    leadOrgName: null,
    isWhole: true,
    version: 2,
  })
  for (const query of [{ name: '监督' }, { code: 'jj' }])
    expect(await server.admin.call(businessLine.page, { query })).toMatchObject({ total: 1, records: [{ id }] })
  expect((await server.admin.call(businessLine.page, { query: { name: '监督', status: 0 } })).total).toBe(0)
  expect(await server.admin.call(businessLine.list)).toContainEqual({ id, name: '基金监督', code: 'JJ' })
  await server.admin.refused('stripeMissing', businessLine.byId, { query: { id: 'nothere' } })
  await server.admin.refused('stripeMissing', businessLine.update, { body: { id: 'nothere', name: '无', code: 'N' } })
})

test('D-76 a stale edit of a business line is refused', async () => {
  const id = await line()
  await server.admin.call(businessLine.update, { body: { id, name: '先改的', code: 'ST1', version: 1 } })
  await server.admin.refused('stale', businessLine.update, { body: { id, name: '后改的', code: 'ST1', version: 1 } })
})

test('X-STRIPE-06, X-STRIPE-07 a disabled business line is not offered; deleting one deletes its tree and keeps the organisations', async () => {
  const { ids } = await family('甲', '乙')
  const [one, other] = [await line(), await line()]
  await add(one, Object.values(ids))
  expect(await server.admin.call(businessLine.setStatus, { query: { status: 0 }, body: { ids: [one, other] } })).toBe(2)
  expect(await server.admin.call(businessLine.setStatus, { query: { status: 0 }, body: { ids: [one] } })).toBe(0)
  expect((await server.admin.call(businessLine.list)).map(row => row.id)).not.toContain(one)
  await server.admin.refused('statusProblem', businessLine.setStatus, { body: { ids: [one] } })
  await server.admin.refused('stripeMissing', businessLine.remove, { body: { ids: [one, 'nothere'] } })
  expect((await server.admin.call(businessLine.byId, { query: { id: one } })).orgCount).toBe(2)
  expect(await server.admin.call(businessLine.remove, { body: { ids: [one, other, one] } })).toBe(2)
  await server.admin.refused('stripeMissing', businessLine.tree, { query: { stripeId: one } })
  expect((await server.admin.call(org.byId, { query: { id: ids.甲! } })).name).toBe('甲')
  await server.admin.refused('nothingChosen', businessLine.remove, { body: { ids: [] } })
})

test('X-STRIPE-08, X-STRIPE-09 names and codes of business lines are unique, without regard to letter case', async () => {
  const id = await line({ name: '财务线', code: 'Cw' })
  expect(await server.admin.call(businessLine.codeTaken, { query: { code: 'cW' } })).toBe(true)
  expect(await server.admin.call(businessLine.codeTaken, { query: { code: 'cW', id } })).toBe(false)
  expect(await server.admin.call(businessLine.nameTaken, { query: { name: '财务线' } })).toBe(true)
  expect(await server.admin.call(businessLine.nameTaken, { query: { name: '财务线', id } })).toBe(false)
  await server.admin.refused('stripeCodeTaken', businessLine.save, { body: { name: '别的', code: 'cw' } })
  await server.admin.refused('stripeNameTaken', businessLine.save, { body: { name: '财务线', code: 'other' } })
})

test('X-STRIPE-10, X-STRIPE-11, D-61 a business line has its own tree, and lists each organisation with its path in the administrative tree', async () => {
  const parent = await server.given.org({ name: '东省局' })
  const [finance, city] = [await server.given.org({ parentId: parent, name: '财务处' }), await server.given.org({ name: '西市局' })]
  const id = await line()
  expect(await add(id, [finance])).toBe(1)
  expect(await add(id, [city], { parentId: finance })).toBe(1)
  const [top] = await server.admin.call(businessLine.tree, { query: { stripeId: id } })
  expect(top).toMatchObject({ id: finance, parentId: '0', name: '财务处', hasChildren: true })
  expect(await level(id, finance)).toEqual(['西市局'])
  expect(await server.admin.call(businessLine.byId, { query: { id } })).toMatchObject({ orgCount: 2, leadOrgName: '财务处' })
  const page = await server.admin.call(businessLine.pageOrg, { query: { stripeId: id } })
  expect(
    page.records.map(({ orgId, parentId, parentName, path, childCount }) => ({ orgId, parentId, parentName, path, childCount })),
  ).toEqual(
    expect.arrayContaining([
      { orgId: finance, parentId: '0', parentName: null, path: '组织机构 / 东省局 / 财务处', childCount: 1 },
      { orgId: city, parentId: finance, parentName: '财务处', path: '组织机构 / 西市局', childCount: 0 },
    ]),
  )
  for (const query of [{ parentId: finance }, { name: 'xishi' }, { name: '西市' }])
    expect((await server.admin.call(businessLine.pageOrg, { query: { stripeId: id, ...query } })).records.map(row => row.orgId)).toEqual([
      city,
    ])
  expect((await server.admin.call(businessLine.pageOrg, { query: { stripeId: id, code: 'nothere' } })).total).toBe(0)
  // The tree shows that an organisation is disabled.
  await server.admin.call(org.setStatus, { query: { status: 0 }, body: { ids: [city] } })
  expect(await server.admin.call(businessLine.tree, { query: { stripeId: id, parentId: finance } })).toMatchObject([{ status: 0 }])
})

test('X-STRIPE-12 an organisation is in a business line once; organisations added with it keep their administrative order', async () => {
  const { parent, ids } = await family('甲', '乙')
  const leaf = await server.given.org({ parentId: ids.甲!, name: '叶' })
  const id = await line()
  expect(await add(id, [ids.乙!])).toBe(1)
  expect(await add(id, [parent], { hasIncludeChild: true })).toBe(3)
  expect(await add(id, [parent, leaf, ids.乙!])).toBe(0)
  expect(await level(id, parent)).toEqual(['甲'])
  expect(await level(id, ids.甲)).toEqual(['叶'])
  expect((await level(id)).slice(0, 1)).toEqual(['乙'])
  for (const body of [
    { stripeId: id, orgIds: ['nothere'] },
    { stripeId: id, orgIds: [parent, 'nothere'] },
    { stripeId: id, orgIds: [parent], parentId: 'nothere' },
  ])
    await server.admin.refused('orgMissing', businessLine.addOrg, { body })
  await server.admin.refused('parameterProblem', businessLine.addOrg, { body: { stripeId: id, orgIds: [] } })
  await server.admin.refused('parameterProblem', businessLine.addOrg, { body: { stripeId: id, orgIds: Array(10_000).fill(parent) } })
  await server.admin.refused('stripeMissing', businessLine.addOrg, { body: { stripeId: 'nothere', orgIds: [parent] } })
})

test('X-STRIPE-12 of ten concurrent requests to add the same organisations, each organisation is added once', async () => {
  const { parent, ids } = await family('一', '二', '三')
  const id = await line()
  const added = await Promise.all(Array.from({ length: 10 }, () => add(id, [parent], { hasIncludeChild: true })))
  expect(added.reduce((sum, n) => sum + n, 0)).toBe(Object.keys(ids).length + 1)
})

test('X-STRIPE-13, bad input 30 an organisation moves within its business line with all below it, never below itself', async () => {
  const { ids } = await family('上', '中', '下', '外')
  const id = await line()
  await add(id, [ids.上!])
  await add(id, [ids.中!], { parentId: ids.上 })
  await add(id, [ids.下!], { parentId: ids.中 })
  const move = (orgId: string, targetParentId: string) => ({ body: { stripeId: id, orgId, targetParentId } })
  await server.admin.refused('stripeCircle', businessLine.moveOrg, move(ids.上!, ids.下!))
  await server.admin.refused('stripeCircle', businessLine.moveOrg, move(ids.上!, ids.上!))
  await server.admin.refused('orgMissing', businessLine.moveOrg, move(ids.外!, ids.上!))
  await server.admin.refused('orgMissing', businessLine.moveOrg, move(ids.上!, ids.外!))
  await server.admin.call(businessLine.moveOrg, move(ids.中!, '0'))
  expect(await level(id)).toEqual(['上', '中'])
  expect(await level(id, ids.中)).toEqual(['下'])
})

test('R18 of two moves of A below B and B below A in a business line one succeeds, without a cycle', async () => {
  for (let round = 0; round < 10; round++) {
    const { ids } = await family('A', 'B')
    const id = await line()
    await add(id, [ids.A!, ids.B!])
    const answers = await Promise.all(
      [
        { stripeId: id, orgId: ids.A!, targetParentId: ids.B! },
        { stripeId: id, orgId: ids.B!, targetParentId: ids.A! },
      ].map(body => server.admin.send(businessLine.moveOrg, { body })),
    )
    expect(answers.map(answer => answer.envelope.code).sort()).toEqual(['global_prompt', 'success'])
  }
})

test('X-STRIPE-14 the children of an organisation that leaves a business line go to its nearest ancestor that stays', async () => {
  const { ids } = await family('一', '二', '三', '四')
  const id = await line()
  await add(id, [ids.一!])
  await add(id, [ids.二!], { parentId: ids.一 })
  await add(id, [ids.三!], { parentId: ids.二 })
  await add(id, [ids.四!], { parentId: ids.三 })
  await server.admin.refused('orgMissing', businessLine.removeOrg, { body: { stripeId: id, orgIds: [ids.二!, 'nothere'] } })
  expect(await server.admin.call(businessLine.removeOrg, { body: { stripeId: id, orgIds: [ids.二!, ids.三!] } })).toBe(2)
  expect(await level(id, ids.一)).toEqual(['四'])
  await server.admin.refused('nothingChosen', businessLine.removeOrg, { body: { stripeId: id, orgIds: [] } })
})

test('X-STRIPE-14, X-ORG-08 an organisation deleted from the administrative tree leaves every business line', async () => {
  const { ids } = await family('留', '走', '子')
  const lines = [await line(), await line()]
  for (const id of lines) {
    await add(id, [ids.留!])
    await add(id, [ids.走!], { parentId: ids.留 })
    await add(id, [ids.子!], { parentId: ids.走 })
  }
  await server.admin.call(org.remove, { body: { ids: [ids.走!] } })
  for (const id of lines) expect(await level(id, ids.留)).toEqual(['子'])
  await server.admin.call(org.recover, { query: { orgId: ids.走! } })
  for (const id of lines) expect((await server.admin.call(businessLine.byId, { query: { id } })).orgCount).toBe(2)
})

test('R18 organisations that join two business lines while being deleted end up in none, without a deadlock', async () => {
  for (let round = 0; round < 10; round++) {
    const { parent, ids } = await family('甲', '乙', '丙')
    const [one, other] = [await line(), await line()]
    await add(one, [ids.甲!, ids.乙!])
    const answers = await Promise.all([
      server.admin.send(businessLine.addOrg, { body: { stripeId: one, orgIds: [parent], hasIncludeChild: true } }),
      server.admin.send(org.remove, { body: { ids: [ids.甲!, ids.丙!] } }),
      server.admin.send(businessLine.addOrg, { body: { stripeId: other, orgIds: [ids.甲!, ids.乙!] } }),
      server.admin.send(org.remove, { body: { ids: [ids.乙!] } }),
    ])
    expect(answers.map(answer => answer.envelope.code).filter(code => code !== 'success' && code !== 'global_prompt')).toEqual([])
    for (const stripeId of [one, other]) {
      const { records } = await server.admin.call(businessLine.pageOrg, { query: { stripeId, size: 100 } })
      expect(records.filter(row => row.orgId !== parent)).toEqual([])
    }
  }
})

test('X-STRIPE-15 giving an organisation the number of a sibling shifts that sibling and those behind it', async () => {
  const { ids } = await family('a', 'b', 'c')
  const id = await line()
  await add(id, [ids.a!, ids.b!, ids.c!])
  expect(await level(id)).toEqual(['a', 'b', 'c'])
  await server.admin.call(businessLine.setSortNum, { query: { stripeId: id, orgId: ids.c!, sortNum: 1 } })
  expect(await level(id)).toEqual(['c', 'a', 'b'])
  await server.admin.call(businessLine.setSortNum, { query: { stripeId: id, orgId: ids.c!, sortNum: 9 } })
  expect((await server.admin.call(businessLine.pageOrg, { query: { stripeId: id } })).records.map(row => row.sortNum)).toEqual([2, 3, 9])
  await server.admin.refused('parameterProblem', businessLine.setSortNum, { query: { stripeId: id, orgId: ids.c!, sortNum: 0 } })
  await server.admin.refused('orgMissing', businessLine.setSortNum, { query: { stripeId: id, orgId: 'nothere', sortNum: 1 } })
})

test('X-STRIPE-04 a new business line may begin with a copy of another one’s tree', async () => {
  const { ids } = await family('头', '身')
  const id = await line()
  await add(id, [ids.头!])
  await add(id, [ids.身!], { parentId: ids.头 })
  const copy = await line({ copyId: id })
  expect(await level(copy, ids.头)).toEqual(['身'])
  await server.admin.call(businessLine.removeOrg, { body: { stripeId: copy, orgIds: [ids.头!] } })
  expect(await level(id)).toEqual(['头'])
  await server.admin.refused('stripeMissing', businessLine.save, { body: { name: '无源', code: 'NOSRC', copyId: 'nothere' } })
})

test('USER-09 a person is shown with the business lines their organisations stand in', async () => {
  const { ids } = await family('处')
  const id = await line({ name: '他的条线' })
  await add(id, [ids.处!])
  const person = await server.given.user({ org: ids.处! })
  expect((await server.admin.call(user.byId, { query: { id: person } })).businessLines).toEqual([{ id, name: '他的条线' }])
})

test('T14, D-34, D-75 a delegated administrator sees and changes only the part of a business line within their scope', async () => {
  const { ids } = await family('北', '南')
  const [n1, n2] = [
    await server.given.org({ parentId: ids.北!, name: '北一' }),
    await server.given.org({ parentId: ids.北!, name: '北二' }),
  ]
  const [shared, own] = [await line(), await line()]
  await add(shared, [ids.南!])
  await add(shared, [n1], { parentId: ids.南 })
  const boss = await server.given.user({ org: ids.北! })
  await server.given.gradeAdmin(boss, ids.北!, 1, '/organiz/stripe-org')
  const they = await server.as(boss)
  // Organisations out of scope are missing, on every level; those below them become top level.
  const south = await server.given.org({ parentId: ids.南!, name: '南一' })
  await add(shared, [south], { parentId: ids.南 })
  await add(shared, [await server.given.org({ parentId: ids.南!, name: '南二' })], { parentId: n1 })
  expect(await level(shared, undefined, they)).toEqual(['北一'])
  expect(await level(shared, ids.南, they)).toEqual([])
  const page = await they.call(businessLine.pageOrg, { query: { stripeId: shared } })
  expect(page.records).toMatchObject([{ orgId: n1, parentId: '0', parentName: null, path: '北 / 北一', childCount: 0 }])
  expect(page.total).toBe(1)
  expect((await they.call(businessLine.pageOrg, { query: { stripeId: shared, parentId: ids.南 } })).total).toBe(0)
  expect(await they.call(businessLine.byId, { query: { id: shared } })).toMatchObject({ orgCount: 1, leadOrgName: null, isWhole: false })
  expect(await they.call(businessLine.addOrg, { body: { stripeId: shared, orgIds: [n2], parentId: n1 } })).toBe(1)
  for (const body of [
    { stripeId: shared, orgIds: [ids.南!] },
    { stripeId: shared, orgIds: [ids.北!, ids.南!] },
    { stripeId: shared, orgIds: [ids.北!], parentId: ids.南 },
  ])
    await they.refused('orgMissing', businessLine.addOrg, { body })
  await they.refused('orgMissing', businessLine.removeOrg, { body: { stripeId: shared, orgIds: [n1, ids.南!] } })
  await they.refused('orgMissing', businessLine.moveOrg, { body: { stripeId: shared, orgId: n1, targetParentId: ids.南! } })
  await they.refused('orgMissing', businessLine.moveOrg, { body: { stripeId: shared, orgId: ids.南!, targetParentId: n1 } })
  await they.refused('orgMissing', businessLine.setSortNum, { query: { stripeId: shared, orgId: ids.南!, sortNum: 1 } })
  await they.refused('businessLineBeyondScope', businessLine.update, { body: { id: shared, name: '改', code: 'X1' } })
  await they.refused('businessLineBeyondScope', businessLine.remove, { body: { ids: [own, shared] } })
  await they.refused('businessLineBeyondScope', businessLine.setStatus, { query: { status: 0 }, body: { ids: [shared] } })
  await they.refused('businessLineBeyondScope', businessLine.save, { body: { name: '抄', code: 'X2', copyId: shared } })
  expect(await level(shared)).toEqual(['南'])
  // A line wholly in their scope can be changed.
  await they.call(businessLine.addOrg, { body: { stripeId: own, orgIds: [ids.北!], hasIncludeChild: true } })
  expect(await they.call(businessLine.byId, { query: { id: own } })).toMatchObject({ orgCount: 3, leadOrgName: '北', isWhole: true })
  expect(await they.call(businessLine.remove, { body: { ids: [own] } })).toBe(1)
  // Without the organisations below, only their own one joins.
  const flat = await server.given.user({ org: ids.北! })
  await server.given.gradeAdmin(flat, ids.北!, 0, '/organiz/stripe-org')
  const body = { stripeId: await line(), orgIds: [ids.北!], hasIncludeChild: true }
  expect(await (await server.as(flat)).call(businessLine.addOrg, { body })).toBe(1)
})
