import { importPlan } from '@hufu/contract/import'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { sync } from '@hufu/contract/provisioning/sync'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { finished, startTestServer, type TestServer } from '../../test/harness.ts'
import { downloaded, sheet } from '../../test/sheets.ts'
import { pack, sheetXml } from './xlsx/sample.ts'

/** Which software wrote them is in golden/README.md. */
const folder = new URL('golden/', import.meta.url)
const files = readdirSync(folder)
const golden = (name: string) => ({ name, bytes: readFileSync(new URL(name, folder)) })
const people = files.filter(name => /^people-.*xlsx$/.test(name))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  await server.given.org({ name: '甲', code: 'RA' })
})
afterAll(() => server.close())
afterEach(async () => {
  const { db } = server.kernel
  const imported = db.selectFrom('users').select('id').where('realName', 'in', names)
  await db.deleteFrom('job').where('userId', 'in', imported).execute()
  await db.deleteFrom('users').where('realName', 'in', names).execute()
})
const names = ['张三', '欧阳 Ann']
const imported = () => server.kernel.db.selectFrom('users').selectAll().where('realName', 'in', names).orderBy('realName').execute()

test.each(people.filter(name => !name.includes('56-sheets')))('users are imported and updated by the workbook %s', async name => {
  const file = golden(name)
  const total = { total: 2, pass: 2, fail: 0 }
  expect(await server.admin.call(user.importCheck, { file })).toMatchObject({ ...total, fresh: 2, errors: [] })
  const end = await finished(server.admin, await server.admin.call(user.importInsert, { file }))
  expect(end).toMatchObject({ status: 'FINISH', message: '成功2条，失败0条' })
  expect(await server.admin.call(user.importCheck, { file, query: { type: 'update' } })).toMatchObject({ ...total, unchanged: 2 })
  expect(await imported()).toMatchObject([
    { realName: '张三', employeeNumber: '20', validEndTime: '2027-12-31 23:59:59' },
    {
      realName: '欧阳 Ann',
      phoneMask: '138****8001',
      employeeNumber: '00017',
      remark: '第一行\n第二行',
      validEndTime: '2027-12-31 23:59:59',
    },
  ])
})

test.each(files.filter(name => name.startsWith('orgs-')))('organisations are imported and updated by the workbook %s', async name => {
  const file = golden(name)
  const end = await finished(server.admin, await server.admin.call(org.importInsert, { file }))
  expect(end).toMatchObject({ status: 'FINISH', message: '成功2条，失败0条' })
  const again = await server.admin.call(org.importCheck, { file, query: { type: 'update' } })
  expect(again).toMatchObject({ total: 2, unchanged: 2, errors: [] })
  await server.kernel.pool.query(`update org set name = code where name in ('财务部（北京）', '人事部')`)
})

test.each(people)('a synchronisation of files reads the workbook %s', async name => {
  const uploaded = await server.admin.call(sync.uploadFile, { file: golden(name) })
  expect(uploaded.rows).toBe(name.includes('56-sheets') ? 1 : 2)
  expect(uploaded.titles.slice(0, 3)).toEqual(['用户名*', '姓名*', '手机号'])
})

test('a workbook of more than 50 parts is read', async () => {
  const check = await server.admin.call(user.importCheck, { file: golden('people-sheetjs-56-sheets.xlsx') })
  expect(check).toMatchObject({ total: 1, errors: [] })
})

test.each(files.filter(name => name.startsWith('refused')))('the upload of %s says that it is to be saved as .xlsx', async name => {
  for (const call of [user.importCheck, org.importCheck, sync.uploadFile]) {
    const { envelope } = await server.admin.send(call, { file: golden(name) })
    expect(envelope.message).toBe('文件格式不正确，请另存为 .xlsx 后再上传')
  }
})

const csv =
  '用户名*,姓名*,手机号,工号,机构编码*,备注\r\ncsv1,"张三",13800138002,="007",RA,"两\n行"\r\n\r\ncsv2,李四,1.38E+10,,RA,#N/A\r\ncsv3,"=A1",,,RA,\r\n'
/** The same in GB 18030, written by iconv. */
const encodings: Readonly<Record<string, Buffer>> = {
  'UTF-8': Buffer.from(csv),
  'UTF-8 with a byte order mark': Buffer.from(`\uFEFF${csv}`),
  'UTF-16 with tabs': Buffer.from(`\uFEFF${csv.replaceAll(',', '\t')}`, 'utf16le'),
  'GB 18030': readFileSync(new URL('people-gb18030.csv', folder)),
}
test.each(Object.keys(encodings))('a CSV file in %s is read as a sheet, its problems by row', async encoding => {
  const file = { name: 'hr.csv', bytes: encodings[encoding]! }
  const check = await server.admin.call(user.importCheck, { file })
  expect(check).toMatchObject({ total: 3, pass: 1 })
  expect(check.errors).toEqual([
    { row: 4, column: '手机号', message: '不能是超过15位的数字单元格，请设为文本后重新填写' },
    { row: 4, column: '备注', message: '单元格是错误值' },
    { row: 5, column: '姓名', message: '单元格是公式，请粘贴为值' },
  ])
  const end = await finished(server.admin, await server.admin.call(user.importInsert, { file }))
  expect(end.message).toBe('成功1条，失败2条')
  expect(await imported()).toMatchObject([{ realName: '张三', employeeNumber: '007', remark: '两\n行' }])
  // The file of errors is refused again until its cells are corrected.
  const { titles, rows } = await downloaded(server.admin, end.fileId)
  const again = await finished(server.admin, await server.admin.call(user.importInsert, { file: await sheet(titles, rows) }))
  expect(again.message).toBe('成功0条，失败2条')
})

test('cells that nobody typed so are refused by row, also when the plan is checked again', async () => {
  const cells = ['<c r="B2" t="e"><v>#N/A</v></c>', '<c r="B3" t="str"><f>A2</f><v>周八</v></c>', '<c r="B4" t="b"><v>1</v></c>', '<c r="B5"><v>110101199601010000</v></c>', '<c r="B6" s="1"><v>45000</v></c>'] // prettier-ignore
  const text = (place: string, words: string) => `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`
  const rows = cells.map((cell, n) => `<row r="${n + 2}">${text(`A${n + 2}`, `odd${n}`)}${cell}${text(`C${n + 2}`, 'RA')}</row>`)
  const bytes = await pack({
    'xl/worksheets/sheet1.xml': sheetXml(
      `<row r="1">${text('A1', '用户名')}${text('B1', '姓名')}${text('C1', '机构编码')}</row>${rows.join('')}`,
    ),
    'xl/styles.xml': '<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>',
  })
  const problems = ['单元格是错误值', '单元格是公式，请粘贴为值', '单元格是逻辑值，请设为文本后重新填写', '不能是超过15位的数字单元格，请设为文本后重新填写', '单元格是日期，请设为文本后重新填写'] // prettier-ignore
  const errors = problems.map((message, n) => ({ row: n + 2, column: '姓名', message }))
  const check = await server.admin.call(user.importCheck, { file: { name: 'odd.xlsx', bytes } })
  expect(check.errors).toEqual(errors)
  const again = await server.admin.call(importPlan.repair, { body: { planId: check.planId, rows: [], suggested: true } })
  expect(again.errors).toEqual(errors)
})

test('an organisation merged over three users is that of all three, not the default one', async () => {
  await server.given.org({ name: '乙', code: 'RB' })
  const text = (place: string, words: string) => `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`
  const row = (n: number, code = '') => `<row r="${n}">${text(`A${n}`, `merged${n}`)}${text(`B${n}`, '张三')}${code}</row>`
  const rows = `<row r="1">${text('A1', '用户名')}${text('B1', '姓名')}${text('C1', '机构编码')}</row>${row(2, text('C2', 'RB'))}${row(3)}${row(4)}`
  const merged = sheetXml(rows).replace('</sheetData>', '</sheetData><mergeCells count="1"><mergeCell ref="C2:C4"/></mergeCells>')
  const file = { name: 'merged.xlsx', bytes: await pack({ 'xl/worksheets/sheet1.xml': merged }) }
  const orgId = (await server.kernel.db.selectFrom('org').select('id').where('code', '=', 'RA').executeTakeFirstOrThrow()).id
  await finished(server.admin, await server.admin.call(user.importInsert, { file, body: { orgId } }))
  const { db } = server.kernel
  const codes = await db
    .selectFrom('job')
    .innerJoin('org', 'org.id', 'job.orgId')
    .innerJoin('users', 'users.id', 'job.userId')
    .select('org.code')
    .where('realName', '=', '张三')
    .execute()
  expect(codes).toEqual([{ code: 'RB' }, { code: 'RB' }, { code: 'RB' }])
})
