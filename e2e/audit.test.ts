import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operLog } from '@hufu/contract/audit/audit'
import { config } from '@hufu/contract/operations/config'
import { org } from '@hufu/contract/directory/org'
import { role } from '@hufu/contract/permission/role'
import { tamper } from '../server/test/evidence.ts'
import { made } from '../server/test/made.ts'
import { choose, expectAccessible, checkAccessibility, hasFocus, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
let folder = ''
const LOG = '/audit/operation'
beforeAll(async () => {
  fixture = await openFixture()
  folder = mkdtempSync(join(tmpdir(), 'audit-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await fixture.close()
})

let attempt = 0
/** An organisation that was just renamed. */
async function renamed() {
  const { admin } = fixture.server
  const n = ++attempt
  const { id } = made(await admin.call(org.save, { body: { parentId: '1', name: `改前${n}`, code: `AJ${n}` } }))
  await admin.call(org.update, { body: { id, name: `改后${n}`, code: `AJ${n}` } })
  return { id, before: `改前${n}`, after: `改后${n}` }
}

const dialog = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const lines = (page: Page) => page.getByRole('table', { name: '操作日志' }).locator('tbody tr.ant-table-row')
const fact = (page: Page, name: string) => dialog(page).locator('.fact').filter({ hasText: name }).locator('dd')

/** Runs the verifier by plain Node beside the file; returns its output and exit code. */
function verify(verifier: string, ...args: string[]): { code: number; output: string } {
  try {
    return { code: 0, output: execFileSync(process.execPath, [verifier, ...args], { env: {}, encoding: 'utf8' }) }
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string }
    return { code: status, output: stdout }
  }
}

async function saved(download: Download): Promise<string> {
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  return path
}

test('ENT-13, ROUTE-33 a user finds the record of their own change, sees each field before and after, and its integrity', async () => {
  const { before, after } = await renamed()
  const page = await fixture.visitAs('1', LOG, { width: 1440 })
  await page.getByRole('heading', { level: 1, name: '日志管理' }).waitFor()
  await page.getByText('法定留存不少于6个月').waitFor()
  const newest = lines(page).first()
  await newest.getByText(after).waitFor()
  expect(await newest.textContent()).toMatch(/机构.*修改.*成功/)
  await picture(page, 'audit-list')
  await expectAccessible(page)
  await newest.getByRole('button', { name: /^详情/ }).click()
  const change = dialog(page).getByRole('table', { name: /修改机构/ })
  const field = change.getByRole('row').filter({ hasText: '名称' }).first()
  expect(await field.locator('del').textContent()).toBe(before)
  expect(await field.locator('ins').textContent()).toBe(after)
  expect(await fact(page, '本条摘要').textContent()).toBe('与内容一致')
  expect(await fact(page, '与后一条').textContent()).toMatch(/衔接|最新一条/)
  await picture(page, 'audit-record')
  await expectAccessible(page)
  await press(page, '查看同一对象')
  await expect.poll(() => lines(page).count()).toBe(2)
  expect(page.url()).toContain('target=')
  await page.reload()
  await expect.poll(() => lines(page).count()).toBe(2)
  for (const name of ['删除', '清空', '清除'])
    expect(await page.getByRole('main').getByRole('button', { name, exact: true }).count()).toBe(0)
})

test('a record names what was changed, such as the rights of a role and the place of an organisation, and shows no ids', async () => {
  const { admin, given } = fixture.server
  const { id: roleId } = await admin.call(role.save, { body: { name: '看日志的', code: 'log.reader' } })
  const { menus } = await admin.call(role.auth, { query: { id: roleId } })
  const menu = menus.flatMap(node => [node, ...node.children]).find(node => node.menu_uri === LOG)!
  await admin.call(role.saveAuth, { body: { id: roleId, menuIds: [menu.id], buttonIds: [] } })
  const page = await fixture.visitAs('1', LOG, { width: 1440 })
  const shownRecord = async () => {
    await lines(page).first().getByRole('button', { name: /^详情/ }).click()
    const changes = dialog(page).locator('.record-change')
    await changes.first().waitFor()
    return (await changes.allInnerTexts()).join('\n')
  }
  const rights = await shownRecord()
  expect(rights).toContain('看日志的')
  expect(rights).toContain('日志管理')
  expect(rights).not.toMatch(/[0-9a-f]{32}/)
  const [from, to] = [await given.org({ name: '旧上级' }), await given.org({ name: '新上级' })]
  const moved = await given.org({ name: '搬家的', parentId: from })
  await admin.call(org.move, { body: { ids: [moved], targetParentId: to } })
  await page.goto(LOG)
  const place = await shownRecord()
  expect(place).toContain('旧上级')
  expect(place).toContain('新上级')
  expect(place).not.toMatch(/[0-9a-f]{32}/)
  await picture(page, 'audit-names')
})

test('ENT-36, FIELD-14, FIELD-25 the list starts with seven days, offers preset ranges, and keeps its filters in the address', async () => {
  const { given, as } = fixture.server
  const id = await given.user({ realName: '被拒者' })
  const they = await as(id)
  await they.refused('forbidden', config.refresh)
  const page = await fixture.show(LOG)
  const presets = page.getByRole('menu', { name: '快捷范围' })
  await page.getByRole('button', { name: '快捷范围' }).click()
  expect(await presets.getByRole('menuitemradio').allTextContents()).toEqual(
    expect.arrayContaining(['今天', '昨天', '最近一周', '最近30天']),
  )
  expect(await presets.getByRole('menuitemradio', { name: '最近一周', checked: true }).count()).toBe(1)
  await page.keyboard.press('Escape')
  await page.getByLabel('结果', { exact: true }).selectOption({ label: '失败' })
  await page.getByRole('button', { name: '查询' }).click()
  await lines(page).first().getByText('被拒者').waitFor()
  await lines(page).first().getByText('您无该操作权限，请联系管理员').waitFor()
  expect(page.url()).toContain('result=0')
  await page.getByRole('button', { name: '快捷范围' }).click()
  await presets.getByRole('menuitemradio', { name: '昨天' }).click()
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('没有符合条件的').first().waitFor()
  expect(decodeURIComponent(page.url())).toMatch(/beginTime=\d{4}-\d\d-\d\d\+00:00:00&endTime=\d{4}-\d\d-\d\d\+23:59:59/)
  await page.getByRole('button', { name: '重置' }).click()
  await lines(page).first().waitFor()
  await page.goto(`${LOG}?userName=person`)
  await lines(page).first().waitFor()
  expect(new Set(await lines(page).locator('.log-person small').first().allTextContents())).toEqual(
    new Set([expect.stringContaining('person')]),
  )
  const { records } = await fixture.server.admin.call(operLog.page, { query: { result: 0 } })
  await page.goto(`${LOG}?traceId=${records[0]!.traceId}`)
  await expect.poll(() => lines(page).count()).toBe(1)
})

test('T28 the chain is verified on the screen; exported evidence is verified by plain Node, which reports one changed byte', async () => {
  const { after } = await renamed()
  const page = await fixture.visitAs('1', LOG)
  await page.getByRole('button', { name: '校验完整性', exact: true }).click()
  await dialog(page).getByText('逐条核对摘要').waitFor()
  await press(page, '开始校验')
  await expect.poll(() => fact(page, '结果').textContent()).toBe('完整')
  await picture(page, 'audit-proved')
  await expectAccessible(page)
  await press(page, '返回')
  await page.getByRole('button', { name: '导出存证', exact: true }).click()
  await press(page, '开始导出')
  await dialog(page).getByText('请填写导出原因').waitFor()
  await dialog(page).getByLabel('导出原因').fill('配合年度测评')
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, '开始导出')])
  const evidence = await saved(file)
  expect(evidence).toMatch(/操作日志存证-\d{8}-\d{8}\.jsonl\.gz$/)
  await dialog(page).getByRole('list', { name: '如何核验' }).waitFor()
  await picture(page, 'audit-evidence')
  await expectAccessible(page)
  const [program] = await Promise.all([page.waitForEvent('download'), press(page, '下载校验程序')])
  const verifier = await saved(program)
  const { fingerprint } = await fixture.server.admin.call(operLog.evidence)
  expect(await dialog(page).locator('code').first().textContent()).toContain(fingerprint)
  expect(verify(verifier, evidence, fingerprint)).toMatchObject({ code: 0, output: expect.stringContaining('完整：共校验') })
  const rows = gunzipSync(readFileSync(evidence)).toString('utf8').split('\n')
  const at = rows.findIndex(row => row.includes(after))
  const { lane: chain, seq, id } = JSON.parse(rows[at]!) as { lane: number; seq: number; id: string }
  const changed = join(folder, 'changed.jsonl')
  writeFileSync(changed, rows.with(at, rows[at]!.replace(after, after.replace('后', '前'))).join('\n'))
  const { code, output } = verify(verifier, changed, fingerprint)
  expect(code).toBe(1)
  expect(output).toContain(`链 ${chain} 序号 ${seq}，内容被修改`)
  expect(output).toContain(id)
})

test('T28 a record that was changed in the database is named on the screen with what does not match', async () => {
  const { admin } = fixture.server
  const { after } = await renamed()
  const { records } = await admin.call(operLog.page, { query: { size: 1 } })
  const { lane: chain, seq, id } = records[0]!
  await tamper(
    fixture.server,
    `create table kept as select * from oper_log where id = '${id}'; update oper_log set user_name = 'nobody' where id = '${id}'`,
  )
  try {
    const page = await fixture.visitAs('1', LOG, { dark: true })
    await page.getByRole('button', { name: '校验完整性', exact: true }).click()
    await press(page, '开始校验')
    await expect.poll(() => fact(page, '结果').textContent()).toBe('不完整')
    await dialog(page).getByText(`链 ${chain} 序号 ${seq}`).waitFor()
    await picture(page, 'audit-fault-dark')
    await expectAccessible(page)
    await press(page, '查看该记录')
    await dialog(page).getByText('与内容不符，内容被修改过').waitFor()
    await dialog(page).getByText(after).first().waitFor()
    await picture(page, 'audit-record-dark')
    await expectAccessible(page)
  } finally {
    await tamper(fixture.server, `delete from oper_log where id = '${id}'; insert into oper_log select * from kept; drop table kept`)
  }
})

test('operations are chosen from a searchable list, grouped by module and filtered by the chosen module', async () => {
  await renamed()
  const page = await fixture.show(LOG, 1440)
  await page.getByRole('button', { name: '展开' }).click()
  const operations = page.getByRole('combobox', { name: '操作类型' })
  const offered = page.getByRole('listbox', { name: '可选项' })
  const groups = () => offered.getByRole('group').evaluateAll(all => all.map(group => group.ariaLabel))
  await quiet(page)
  await operations.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('修改密码策略')
  await expect.poll(groups).toEqual(['基础设置', '系统配置'])
  expect(await offered.getByRole('option').allInnerTexts()).toEqual(['修改密码策略', '修改密码策略'])
  await checkAccessibility(page, 'audit-operations')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => operations.innerText()).toBe('修改密码策略')
  expect(await hasFocus(operations)).toBe(true)
  const module = page.getByLabel('模块', { exact: true })
  await expect
    .poll(() => module.evaluate(field => (field instanceof HTMLSelectElement ? field.selectedOptions[0]!.label : field.textContent)))
    .toBe('系统配置')
  await choose(module, '机构')
  await operations.click()
  await expect.poll(groups).toEqual(['通用'])
  await page.keyboard.press('Escape')
  await choose(operations, '修改')
  await page.getByRole('button', { name: '查询' }).click()
  await page.waitForURL(/operateType=update/)
  expect(new URL(page.url()).searchParams.get('module')).toBe('org')
  await lines(page).first().waitFor()
  await expectAccessible(page)
})
