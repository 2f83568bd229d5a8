import { importPlan } from '@hufu/contract/import'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finished, startTestServer, type TestServer, type Subject } from '../../test/harness.ts'
import { downloaded, sheet } from '../../test/sheets.ts'
import { pack, sheetXml } from './xlsx/sample.ts'

let server: TestServer
let mine: string
let delegation: Subject
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  mine = await server.given.org({ name: '辖内', code: 'MINE' })
  await server.given.org({ name: '辖外', code: 'OTHER' })
  const userId = await server.given.user({ org: mine })
  await server.given.gradeAdmin(userId, mine, 1, '/organiz/index', '/organiz/org-list')
  delegation = await server.as(userId)
})
afterAll(() => server.close())

const titles = ['用户名', '姓名', '机构编码']
const check = (bytes: Uint8Array) => server.admin.send(user.importCheck, { file: { name: 'a.xlsx', bytes } })
const sentenceOf = async (bytes: Uint8Array) => (await check(bytes)).envelope.message

test('T16, bad input 37: anything but a sheet in our format is refused with its own message, by the check and by the task', async () => {
  const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const book = (rows: string) => pack({ 'xl/worksheets/sheet1.xml': sheetXml(rows) })
  const cases: [Uint8Array, string][] = [
    [Buffer.alloc(0), '文件格式不正确'],
    [Buffer.from('用户名,姓名'), '文件格式不正确：缺少必填列“机构编码”，请使用下载的模板'],
    [Buffer.concat([ole, Buffer.alloc(2_000)]), '文件格式不正确，请另存为 .xlsx 后再上传'],
    [Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]), '文件已加密，请去除密码后重试'],
    [await book('<row r="5"/>'), '文件格式不正确'],
    [await book(`<row>${cell('ann')}${cell('安')}</row>`), '文件格式不正确：不认识的列“ann、安”，请使用下载的模板'],
    [
      await book(`<row>${cell('用户名*')}${cell('姓名')}</row><row>${cell('a')}</row>`),
      '文件格式不正确：缺少必填列“机构编码”，请使用下载的模板',
    ],
    [await book(`<row>${cell('姓名')}${cell('姓名*')}</row>`), '文件格式不正确：“姓名”列重复'],
    [(await sheet(titles, [])).bytes, '表格中没有数据'],
    [
      await book(`<row>${cell('用户名')}</row>${'<row><c><v>1</v></c></row>'.repeat(100_001)}`),
      expect.stringMatching(/数据不能超过100000行|文件格式不正确/),
    ],
  ]
  for (const [bytes, sentence] of cases) expect(await sentenceOf(bytes)).toEqual(sentence)
  const taskId = await server.admin.call(user.importInsert, { file: { name: 'b.xlsx', bytes: Buffer.from('<html>') } })
  const message = '文件格式不正确，请另存为 .xlsx 后再上传'
  expect(await finished(server.admin, taskId)).toMatchObject({ status: 'ERROR', message, fileId: null })
})

test('empty rows between rows keep the row numbers, and cells without a title are reported', async () => {
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  const rows = `<row r="2">${cell('A2', '用户名')}${cell('B2', '姓名')}${cell('C2', '机构编码')}</row>
    <row r="9">${cell('A9', 'gap1')}${cell('B9', '甲')}${cell('C9', 'MINE')}</row><row r="700">${cell('A700', 'gap2')}${cell('B700', '乙')}${cell('C700', 'MINE')}${cell('E700', '?')}</row>`
  const bytes = await pack({ 'xl/worksheets/sheet1.xml': sheetXml(rows) })
  const { envelope } = await check(bytes)
  expect(envelope.data).toMatchObject({ total: 2, pass: 1, errors: [{ row: 700, column: '', message: '第5列没有列名' }] })
})

test('T16, bad input 38: a sheet is limited to its sender’s scope; an organisation out of scope counts as unknown', async () => {
  const taskId = await delegation.call(user.importInsert, { file: await sheet(titles, [['in1', '内', 'MINE'], ['out1', '外', 'OTHER']]) }) // prettier-ignore
  const end = await finished(delegation, taskId)
  expect(end.message).toBe('成功1条，失败1条')
  expect((await downloaded(delegation, end.fileId)).rows[0]!.at(-1)).toBe('机构编码：机构不存在')
  await server.given.user({ userName: 'foreigner', realName: '外人' })
  const update = await delegation.call(user.importCheck, { file: await sheet(titles, [['foreigner', '改', ''], ['in1', '', 'OTHER'], ['in1', '新', '']]), query: { type: 'update' } }) // prettier-ignore
  expect(update.errors).toEqual([
    { row: 2, column: '用户名', message: '用户不存在' },
    { row: 3, column: '机构编码', message: '机构不存在' },
  ])
  expect(update).toMatchObject({ pass: 1, changed: 1 })
  const orgs = await delegation.call(org.importCheck, { file: await sheet(['机构编码', '机构名称', '上级机构编码'], [['G1', '甲', 'MINE'], ['G2', '乙', 'OTHER']]) }) // prettier-ignore
  expect(orgs.errors).toEqual([{ row: 3, column: '上级机构编码', message: '机构不存在' }])
  await delegation.refused('orgMissing', user.importCheck, { file: await sheet(['用户名', '姓名'], [['x1', '甲']]), body: { orgId: '1' } })
})

test('T16: a plan is refused if its organisations are out of scope when carried out', async () => {
  const plan = await delegation.call(user.importCheck, { file: await sheet(titles, [['late1', '迟', 'MINE']]) })
  const { db } = server.kernel
  const elsewhere = await server.given.org({ code: 'NEWPLACE' })
  await db.updateTable('gradeAdmin').set({ orgId: elsewhere }).where('orgId', '=', mine).execute()
  await expect.poll(async () => (await delegation.call(org.tree)).map(({ id }) => id)).toEqual([elsewhere])
  const end = await finished(delegation, await delegation.call(importPlan.commit, { body: { planId: plan.planId } }))
  expect(end.message).toBe('成功0条，失败1条')
  expect((await downloaded(delegation, end.fileId)).rows[0]!.slice(-2)).toEqual(['失败', '机构编码：机构不存在'])
})

test('importing needs the button, and seeing a plan needs the menu', async () => {
  const plain = await server.as(await server.given.user())
  const file = await sheet(titles, [['no1', '无', 'MINE']])
  await plain.refused('forbidden', user.importInsert, { file })
  await plain.refused('forbidden', user.importCheck, { file })
  await plain.refused('forbidden', importPlan.pageRow, { query: { planId: 'x' } })
})

test('columns the form requires are required in a sheet, too (D-70)', async () => {
  const { config } = server.kernel
  await server.kernel.db
    .updateTable('config')
    .set({ configValue: 'true' })
    .where('configKey', 'in', ['requiredPhone', 'requiredEmployeeNumber'])
    .execute()
  await config.refresh()
  const { envelope } = await check((await sheet(titles, [['req1', '需', 'MINE']])).bytes)
  expect(envelope.data).toMatchObject({
    errors: [
      { row: 2, column: '手机号', message: '手机号不能为空' },
      { row: 2, column: '工号', message: '工号不能为空' },
    ],
  })
})

test('N-07 every import call accepts a file name that contains NUL', async () => {
  const { bytes } = await sheet(titles, [['nul1', '甲', 'MINE']])
  const checks = [user.importCheck, org.importCheck]
  const starts = [
    user.importInsert,
    user.importUpdate,
    user.importInsertUserOrg,
    user.importUpdateUserOrg,
    org.importInsert,
    org.importUpdate,
  ]
  for (const call of [...checks, ...starts]) {
    const { status, envelope } = await server.admin.send(call, { file: { name: 'a\u0000b.xlsx', bytes }, body: { parentId: '1' } })
    expect([call.path, status, envelope.code === 'service_error']).toEqual([call.path, 200, false])
  }
})

test('N-07 two sheets are checked at once on a node, twenty wait, and further ones are refused', async () => {
  const { bytes } = await sheet(titles, [['many1', '甲', 'MINE']])
  const { pool } = server.kernel
  const holder = await pool.connect()
  const plans = async () => Number((await pool.query('select count(*) as n from import_plan')).rows[0].n)
  const before = await plans()
  await holder.query('begin')
  await holder.query('lock table import_row in access exclusive mode')
  const answers = Array.from({ length: 23 }, () => check(bytes))
  const first = await Promise.race(answers)
  expect(first.envelope.message).toMatch(/^操作过于频繁，请稍后再试（约\d+秒后）$/)
  await expect.poll(plans).toBe(before + 2)
  await holder.query('rollback')
  holder.release()
  const codes = (await Promise.all(answers)).map(({ envelope }) => envelope.code)
  expect(codes.filter(code => code === 'success')).toHaveLength(22)
  expect(await plans()).toBe(before + 22)
})
