import { foldName } from '@hufu/contract/written'
import { org } from '@hufu/contract/directory/org'
import { userLabel } from '@hufu/contract/directory/label'
import { user } from '@hufu/contract/directory/user'
import { workGroup } from '@hufu/contract/directory/work-group'
import { role } from '@hufu/contract/permission/role'
import { sync } from '@hufu/contract/provisioning/sync'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { names, phones } from './written-cases.ts'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gramsOf } from '../src/platform/text/pinyin.ts'
import { finished, startTestServer, type TestServer } from './harness.ts'
import { scimClient, scimUser, type ScimSubject } from './scim.ts'
import { sealed } from './secrets.ts'
import { sheet } from './sheets.ts'
import { runSync } from './syncs.ts'

let server: TestServer
let client: ScimSubject
let orgId: string
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  client = await scimClient(server)
  orgId = await server.given.org({ name: '写法处', code: 'WR' })
})
afterAll(() => server.close())

const stored = (start: string) =>
  server.kernel.db
    .selectFrom('users')
    .select(['realName', 'phoneMask'])
    .where('userName', 'like', `${start}%`)
    .orderBy('id')
    .where('deletedAt', 'is', null)
    .execute()
const kept = (start: string) => stored(start).then(rows => rows.map(row => row.realName).sort())
const expected = names.map(([, kept]) => kept).toSorted()
const draft = (userName: string, realName: string, more = {}) => ({
  userName,
  realName,
  jobs: [{ orgId, jobType: 1 as const }],
  passwordType: 2 as const,
  ...more,
})
const foundBy = async (searchKey: string) => (await server.admin.call(user.page, { query: { searchKey, size: 500 } })).records

test('the database compares names by the same rule as the contract', async () => {
  const all = names.flat()
  const { rows } = await server.kernel.pool.query('select fold_name(n) as folded from unnest($1::text[]) with ordinality u(n, i) order by i', [all]) // prettier-ignore
  expect(rows.map(row => row.folded)).toEqual(all.map(foldName))
})

test('O-31 names of the form, the batch table, sheets, SCIM and synchronisation are kept without blanks between Chinese characters and invisible marks', async () => {
  for (const [n, [typed]] of names.entries()) await server.admin.call(user.save, { body: draft(`form${n}`, typed) })
  expect(await kept('form')).toEqual(expected)
  const list = names.map(([realName], n) => ({ userName: `grid${n}`, realName }))
  expect((await server.admin.call(user.saveMany, { body: { orgId, list } })).errors).toEqual([])
  expect(await kept('grid')).toEqual(expected)
  const file = await sheet(['用户名', '姓名', '机构编码'], names.map(([typed], n) => [`sheet${n}`, typed, 'WR'])) // prettier-ignore
  await finished(server.admin, await server.admin.call(user.importInsert, { file }))
  expect(await kept('sheet')).toEqual(expected)
  for (const [n, [typed]] of names.entries()) {
    const { status } = await client.ask('POST', '/Users', { ...scimUser({ userName: `scim${n}` }), displayName: typed, name: undefined })
    expect(status).toBe(201)
  }
  expect(await kept('scim')).toEqual(expected)
})

test('D-56 a synchronisation keeps names and telephones as the forms do', async () => {
  const quoted = (cell: string) => `"${cell}"`
  const lines = names.map(([typed], n) => [String(n), `sync${n}`, typed, ''])
  const called = phones.flatMap(([typed, meant]) => (meant === undefined ? [] : [typed])).slice(0, 1)
  const rows = [['编号', '登录名', '姓名', '手机'], ...lines, ['p', 'syncp', '电话', `+86 ${called[0]}`]]
  const csv = rows.map(row => row.map(quoted).join(',')).join('\n')
  const { fileId } = await server.admin.call(sync.uploadFile, { file: { name: 'a.csv', bytes: Buffer.from(csv) } })
  const mapping = [['originUserId', '编号'], ['userName', '登录名'], ['realName', '姓名'], ['phone', '手机']].map(([to, from]) => ({ object: 'user' as const, to: to!, from: from! })) // prettier-ignore
  const body = {
    name: '写法',
    direction: 'in' as const,
    objectType: 'user' as const,
    type: 'file' as const,
    options: { userFile: fileId },
    mapping,
  }
  const { id } = await server.admin.call(sync.save, { body })
  expect((await runSync(server, id)).run).toMatchObject({ state: 'done', written: names.length + 1 })
  expect(await kept('sync')).toEqual([...expected, '电话'].toSorted())
  expect(await stored('syncp')).toMatchObject([{ phoneMask: '138****0002' }])
  await server.kernel.pool.query(`update users set phone_hash = null, phone_cipher = null, phone_mask = null, phone_tail = null where user_name = 'syncp'`) // prettier-ignore
})

test.each(phones.filter(([, meant]) => meant !== undefined))('a telephone typed as %j is saved, found and signed in with', async typed => {
  const file = await sheet(['用户名', '姓名', '手机号', '机构编码'], [['phoned', '有号', typed, 'WR']])
  expect(await server.admin.call(user.importCheck, { file })).toMatchObject({ pass: 1, errors: [] })
  const made = (await server.admin.call(user.save, { body: draft('phoned', '有号', { phone: typed, passwordType: 3, password: await sealed(server, 'Zhang#Li2027') }) })) as { id: string } // prettier-ignore
  expect((await server.admin.call(user.page, { query: { phone: typed } })).records.map(row => row.id)).toEqual([made.id])
  if (typed.trim().length <= 50) expect((await foundBy(typed)).map(row => row.id)).toContain(made.id)
  const login = { loginName: typed, pwd: await sealed(server, 'Zhang#Li2027') }
  expect(await server.nobody.call(signIn.login, { body: login as never })).toMatchObject({ userName: 'phoned' })
  await server.admin.call(user.remove, { body: { ids: [made.id] } as never })
})

test.each(phones.filter(([, meant]) => meant === undefined))('a telephone typed as %j is refused by its name', async phone => {
  const { envelope } = await server.admin.send(user.save, { body: draft('nophone', '无号', { phone }) })
  expect(envelope).toMatchObject({ code: 'global_prompt', message: '手机号格式不正确' })
})

test('a user is found by every way to write the name', async () => {
  const id = await server.given.user({ realName: '买买提·吐尔逊', userName: 'maimaiti' })
  const branch = await server.given.user({ realName: '分部（北京）Ａ', userName: 'fenbu1' })
  for (const key of ['买买提•吐尔逊', '买买提.吐尔逊', '买买提吐尔逊', '买买提・吐', ' 买买提 · 吐尔逊', '买\u200B买提'])
    for (const query of [{ searchKey: key }, { realName: key }])
      expect((await server.admin.call(user.page, { query: { ...query, size: 500 } })).records.map(row => row.id), key).toContain(id) // prettier-ignore
  for (const key of ['分部(北京)a', '分部（北京)Ａ', '分部 (北京)']) expect((await foundBy(key)).map(row => row.id)).toContain(branch)
})

test('D-41 a sign-in name is read without marks, blanks and width', async () => {
  await server.admin.call(user.save, { body: draft('mark.ed', '有记', { passwordType: 3, password: await sealed(server, 'Zhang#Li2027') }) }) // prettier-ignore
  for (const loginName of ['mark.ed\u200B', '\u202Emark.ed', 'ＭＡＲＫ.ed', ' mark.ed　', 'mark.ed\u00A0']) {
    const login = { loginName, pwd: await sealed(server, 'Zhang#Li2027') }
    expect(await server.nobody.call(signIn.login, { body: login as never })).toMatchObject({ userName: 'mark.ed' })
  }
})

const same = ['分公司（北京）', '分公司(北京)', '分公司（北京)', '分公司 （北京）', '分公司\u200B（北京）']
test('names of organisations, labels, work groups and roles that mean the same are taken', async () => {
  const save = {
    orgNameTaken: (name: string, n: number) => server.admin.send(org.save, { body: { name, code: `SAME${n}`, parentId: orgId } as never }),
    userLabelNameTaken: (name: string) => server.admin.send(userLabel.save, { body: { name } as never }),
    workGroupNameTaken: (name: string, n: number) => server.admin.send(workGroup.save, { body: { name, code: `SAME${n}` } as never }),
    roleNameTaken: (name: string, n: number) => server.admin.send(role.save, { body: { name, code: `SAME${n}` } as never }),
  }
  for (const [reason, send] of Object.entries(save))
    for (const [n, name] of same.entries()) {
      const { envelope } = await send(name, n)
      expect([reason, name, envelope.code === 'success'], envelope.message).toEqual([reason, name, n === 0])
      if (n > 0) expect(envelope.message).toMatch(/已存在/)
    }
  for (const name of same) {
    expect((await server.admin.call(org.page, { query: { name } })).records).toHaveLength(1)
    expect(await server.admin.call(org.nameTaken, { query: { name, parentId: orgId } as never })).toBe(true)
    expect((await server.admin.call(userLabel.page, { query: { name } })).records).toHaveLength(1)
    expect((await server.admin.call(workGroup.page, { query: { name } })).records).toHaveLength(1)
    expect((await server.admin.call(role.page, { query: { name } })).records).toHaveLength(1)
  }
  const file = await sheet(['机构编码', '机构名称', '上级机构编码'], [['SN1', '甲（一）', 'WR'], ['SN2', '甲(一)', 'WR'], ['SN3', same[1]!, 'WR']]) // prettier-ignore
  const check = await server.admin.call(org.importCheck, { file })
  expect(check.errors).toMatchObject([
    { row: 3, column: '机构名称', message: '与第2行重复' },
    { row: 4, column: '机构名称' },
  ])
  const list = [{ name: same[2]!, code: 'SN4' }]
  expect((await server.admin.call(org.saveMany, { body: { parentId: orgId, list } as never })).errors).toMatchObject([{ field: 'name' }])
})

test('names that Excel could not compute are refused by the batch table, too', async () => {
  const list = ['#N/A', '#REF!'].map((realName, n) => ({ userName: `excel${n}`, realName }))
  const { errors } = await server.admin.call(user.saveMany, { body: { orgId, list } })
  expect(errors.map(({ message }) => message)).toEqual(['姓名格式不正确', '姓名格式不正确'])
})

test('an upgrade keeps names that mean the same, compares every other one, and makes all users searchable', async () => {
  // A server without background tasks, whose locks would meet those of the upgrade.
  const apart = await startTestServer()
  const userId = await apart.given.user({ realName: '张　三（甲）', userName: 'upgraded' })
  const step = await readFile(new URL('../migrations/0120-names-compared-by-meaning.sql', import.meta.url), 'utf8')
  const connection = await apart.kernel.pool.connect()
  try {
    await connection.query('begin')
    await connection.query('drop function fold_name cascade')
    await connection.query(`update users set search = E'upgraded\n张　三（甲）', grams = '{}' where id = $1`, [userId])
    await connection.query(`insert into user_label (id, name, color, sort_num) values ('up1', '红（一）', '#fff', 1), ('up2', '红(一)', '#fff', 1), ('up3', '蓝', '#fff', 1)`) // prettier-ignore
    await connection.query(step)
    const { rows } = await connection.query('select search, grams from users where id = $1', [userId])
    expect(rows[0].search).toBe('upgraded\n张三(甲)\nzhangsanjia\nzsj')
    expect(rows[0].grams.sort()).toEqual(gramsOf(rows[0].search).sort())
    expect((await connection.query(`select count(*)::int as n from user_label where id like 'up_'`)).rows).toEqual([{ n: 2 + 1 }])
    const again = connection.query(`insert into user_label (id, name, color, sort_num) values ('up4', ' 蓝\u200B', '#fff', 1)`)
    await expect(again).rejects.toMatchObject({ constraint: 'user_label_name_taken' })
  } finally {
    await connection.query('rollback')
    connection.release()
    await apart.close()
  }
})
