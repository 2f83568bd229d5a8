import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dict } from '@hufu/contract/operations/dict'
import { org } from '@hufu/contract/directory/org'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { made } from '../../../../test/made.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let serial = 0
const freshType = async () => {
  const type = `kind${++serial}`
  const { id } = await server.admin.call(dict.saveType, { body: { type, name: `类别${serial}` } })
  return { type, id }
}
const item = (type: string, code: string, more = {}) => server.admin.call(dict.save, { body: { type, code, name: `名称${code}`, ...more } })
const itemsOf = async (type: string) => (await server.admin.call(dict.page, { query: { type, size: 100 } })).records
const find = async (type: string, code: string) => (await itemsOf(type)).find(one => one.code === code)!
const codesOf = async (type: string, of: TestServer = server) =>
  (await of.admin.call(dict.list, { query: { type } })).map(({ code }) => code)

test('D-57 seven dictionaries are seeded; the codes of six are fixed', async () => {
  const { records } = await server.admin.call(dict.pageType, { query: { size: 100 } })
  const seeded = ['orgType', 'gender', 'loginType', 'smsType', 'operateType', 'protocol', 'syncObject']
  expect(records.filter(row => row.builtIn === 1).map(row => row.type).toSorted()).toEqual(seeded.toSorted()) // prettier-ignore
  expect(records.filter(row => row.locked === 1).map(row => row.type).toSorted()).toEqual(seeded.slice(1).toSorted()) // prettier-ignore
  expect(records.every(row => row.itemCount > 0 || row.builtIn === 0)).toBe(true)
  expect(await codesOf('gender')).toEqual(['1', '2'])
})

test('X-DICT-01 to X-DICT-05 a type is saved, renamed, found and deleted with its items; its name on the wire is unique', async () => {
  const { type, id } = await freshType()
  expect(await server.admin.call(dict.typeTaken, { query: { type } })).toBe(true)
  expect(await server.admin.call(dict.typeTaken, { query: { type, id } })).toBe(false)
  await server.admin.refused('dictTypeTaken', dict.saveType, { body: { type, name: '又一个' } })
  await server.admin.refused('parameterProblem', dict.saveType, { body: { type: '1类', name: '不是类别' } })
  await server.admin.call(dict.updateType, { body: { id, name: '改名', remark: '备注', version: 1 } })
  await server.admin.refused('stale', dict.updateType, { body: { id, name: '又改名', version: 1 } })
  await item(type, 'a')
  const { records } = await server.admin.call(dict.pageType, { query: { name: '改名' } })
  expect(records).toMatchObject([{ id, type, name: '改名', remark: '备注', itemCount: 1, builtIn: 0, locked: 0 }])
  expect(await server.admin.call(dict.removeType, { body: { ids: [id] } })).toBe(1)
  await server.admin.refused('dictTypeUnknown', dict.list, { query: { type } })
  expect(await itemsOf(type)).toEqual([])
})

test('X-DICT-06 to X-DICT-12 items are saved, found, changed, disabled, ordered and deleted; codes are unique in a type', async () => {
  const { type } = await freshType()
  const { id } = await item(type, 'a', { remark: '第一' })
  await item(type, 'b')
  await server.admin.refused('dictCodeTaken', dict.save, { body: { type, code: 'a', name: '另一个' } })
  await item((await freshType()).type, 'a')
  await server.admin.refused('dictTypeMissing', dict.save, { body: { type: 'nowhere', code: 'a', name: '没有类别' } })
  expect(await server.admin.call(dict.codeTaken, { query: { type, code: 'a' } })).toBe(true)
  expect(await server.admin.call(dict.codeTaken, { query: { type, code: 'a', id } })).toBe(false)
  expect(await server.admin.call(dict.byId, { query: { id } })).toMatchObject({ type, code: 'a', remark: '第一', sortNum: 1, useCount: 0 })
  await server.admin.call(dict.update, { body: { id, code: 'c', name: '丙', sortNum: 9, version: 1 } })
  expect(await codesOf(type)).toEqual(['b', 'c'])
  const listed = await itemsOf(type)
  await server.admin.call(dict.saveOrder, { body: { type, ids: listed.map(row => row.id).toReversed() } })
  expect(await codesOf(type)).toEqual(['c', 'b'])
  expect(await server.admin.call(dict.setStatus, { query: { status: 0 }, body: { ids: [id] } })).toBe(1)
  expect(await codesOf(type)).toEqual(['b'])
  expect((await server.admin.call(dict.page, { query: { type, status: 0 } })).records.map(row => row.code)).toEqual(['c'])
  expect(await server.admin.call(dict.remove, { body: { ids: [id] } })).toBe(1)
  await server.admin.refused('dictItemMissing', dict.byId, { query: { id } })
})

test('ERR-19, X-DICT-13 an unknown type answers 10005 with its name; a user with any page may read a known one', async () => {
  const me = await server.as(await server.given.user())
  await me.refused('forbidden', dict.list, { query: { type: 'gender' } })
  const someone = await server.given.user()
  await server.given.role(someone, '/organiz/org-list')
  const reader = await server.as(someone)
  expect(await reader.call(dict.list, { query: { type: 'gender' } })).toEqual([{ code: '1', name: '男' }, { code: '2', name: '女' }]) // prettier-ignore
  expect(await reader.refused('dictTypeUnknown', dict.list, { query: { type: 'zzz' } })).toMatchObject({ code: '10005', data: 'zzz' })
  await reader.refused('forbidden', dict.page, { query: { type: 'gender' } })
})

test('D-57 items of a dictionary with fixed codes can be renamed, but not added, deleted, disabled or recoded', async () => {
  const { id, name } = await find('gender', '2')
  await server.admin.refused('dictItemLocked', dict.save, { body: { type: 'gender', code: '3', name: '其他' } })
  await server.admin.refused('dictItemLocked', dict.remove, { body: { ids: [id] } })
  await server.admin.refused('dictItemLocked', dict.setStatus, { query: { status: 0 }, body: { ids: [id] } })
  await server.admin.refused('dictItemLocked', dict.update, { body: { id, code: '3', name } })
  await server.admin.call(dict.update, { body: { id, code: '2', name: '女性' } })
  expect(await server.admin.call(dict.list, { query: { type: 'gender' } })).toContainEqual({ code: '2', name: '女性' })
  await server.admin.call(dict.update, { body: { id, code: '2', name } })
  const types = (await server.admin.call(dict.pageType, { query: { type: 'gender' } })).records
  await server.admin.refused('dictTypeBuiltIn', dict.removeType, { body: { ids: types.map(row => row.id) } })
})

test('X-DICT-10 an item in use by organisations is neither deleted nor recoded, and the refusal says how many', async () => {
  await item('orgType', 'bureau', { name: '局' })
  const orgOfType = await server.given.org({ orgType: 'bureau' })
  await server.given.org({ orgType: '局' })
  const { id, name } = await find('orgType', 'bureau')
  expect((await find('orgType', 'bureau')).useCount).toBe(2)
  expect((await server.admin.refused('dictItemUsed', dict.remove, { body: { ids: [id] } })).data).toEqual({ count: 2 })
  await server.admin.refused('dictItemUsed', dict.update, { body: { id, code: 'other', name } })
  await server.admin.call(dict.setStatus, { query: { status: 0 }, body: { ids: [id] } })
  const details = await server.admin.call(org.byId, { query: { id: orgOfType } })
  expect(details).toMatchObject({ orgType: 'bureau', orgTypeName: '局' })
  const { name: orgName, code } = details
  await server.admin.call(org.update, { body: { id: orgOfType, name: orgName, code, orgType: 'bureau', leader: '王局长' } })
  await server.admin.refused('orgTypeUnknown', org.save, { body: { parentId: '1', name: '新局', code: 'NEW.BUREAU', orgType: 'bureau' } })
})

test('X-ORG-06 an organisation type is given by code or name and stored by its code; an unknown one is refused', async () => {
  const body = { parentId: '1', name: '按名称', code: 'TYPE.NAME', orgType: '部门' }
  const { id } = made(await server.admin.call(org.save, { body }))
  expect(await server.admin.call(org.byId, { query: { id } })).toMatchObject({ orgType: 'department', orgTypeName: '部门' })
  await server.admin.refused('orgTypeUnknown', org.update, { body: { id, name: '按名称', code: 'TYPE.NAME', orgType: '没有这种' } })
  await server.admin.call(org.update, { body: { id, name: '按名称', code: 'TYPE.NAME', orgType: '' } })
  expect(await server.admin.call(org.byId, { query: { id } })).toMatchObject({ orgType: null, orgTypeName: null })
  const list = [
    { name: '批一', code: 'TYPE.B1', orgType: 'team' },
    { name: '批二', code: 'TYPE.B2', orgType: '班组' },
    { name: '批三', code: 'TYPE.B3', orgType: '没有' },
  ]
  const answer = await server.admin.call(org.saveMany, { body: { parentId: '1', list } })
  expect(answer).toMatchObject({ success: 2, fail: 1, errors: [{ row: 3, field: 'orgType' }] })
  const { records } = await server.admin.call(org.page, { query: { orgType: 'team', hasIncludeChild: true } })
  expect(new Map(records.map(row => [row.code, row.orgTypeName]))).toEqual(new Map([['TYPE.B1', '班组'], ['TYPE.B2', '班组']])) // prettier-ignore
})

test('X-DICT-11, X-DICT-14 an item disabled on one node is no longer offered on the other within a second; refresh counts the items', async () => {
  const { type } = await freshType()
  await item(type, 'stays')
  const { id } = await item(type, 'goes')
  const other = await startTestServer({ beside: server })
  try {
    expect(await codesOf(type, other)).toEqual(['stays', 'goes'])
    await server.admin.call(dict.setStatus, { query: { status: 0 }, body: { ids: [id] } })
    await expect.poll(() => codesOf(type, other)).toEqual(['stays'])
  } finally {
    await other.close()
  }
  const { rows } = await server.kernel.pool.query<{ n: number }>('select count(*)::int as n from dict_item')
  expect(await server.admin.call(dict.refresh)).toBe(rows[0]!.n)
})

test('D-54 changes of the dictionary are in the history', async () => {
  const { type } = await freshType()
  const { id } = await item(type, 'seen')
  await server.admin.call(dict.update, { body: { id, code: 'seen', name: '改过' } })
  const { rows } = await server.kernel.pool.query<{ operate_type: string; user_id: string }>(
    `select operate_type, user_id from data_history where table_name = 'dict_item' and record_id = $1 order by id`,
    [id],
  )
  expect(rows.map(row => [row.operate_type, row.user_id])).toEqual([['insert', '1'], ['update', '1']]) // prettier-ignore
})

test('D-57 the migration turns former free-text organisation types into items, or into the item of that name', async () => {
  const { db } = server.kernel
  const [named, coded, own, none] = [await server.given.org(), await server.given.org(), await server.given.org(), await server.given.org()]
  const before = [[named, '部门'], [coded, 'unit'], [own, '管委会'], [none, null]] as const // prettier-ignore
  for (const [id, orgType] of before) await db.updateTable('org').set({ orgType }).where('id', '=', id).execute()
  const step = await readFile(new URL('../../../../migrations/0056-dictionary.sql', import.meta.url), 'utf8')
  await db.transaction().execute(async trx => {
    await sql`update org set org_type = null where not id = any (${[named, coded, own]})`.execute(trx)
    await sql`drop table dict_item, dict_type`.execute(trx)
    await sql`drop index org_type_used`.execute(trx)
    await sql.raw(step).execute(trx)
  })
  const typeOf = async (id: string) => {
    const { orgType, orgTypeName } = await server.admin.call(org.byId, { query: { id } })
    return [orgType, orgTypeName]
  }
  expect(await Promise.all([named, coded, own, none].map(typeOf))).toEqual([['department', '部门'], ['unit', '单位'], ['type1', '管委会'], [null, null]]) // prettier-ignore
})
