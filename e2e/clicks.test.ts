import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { app, appGroup } from '@hufu/contract/apps/app'
import { authorize } from '@hufu/contract/apps/authorize'
import { user } from '@hufu/contract/directory/user'
import { lockOut, userNameOf } from '../server/test/attempts.ts'
import { writeTable } from '../server/src/sheets/xlsx/index.ts'
import { samplePerson } from '../tools/sample/people.ts'
import { type Fixture, openFixture, quiet } from './browser.ts'

interface Effort {
  clicks: number
  /** Different fields something was typed into. */
  fields: number
}
interface Tally {
  clicks: number
  fields: string[]
}
declare global {
  interface Window {
    tally: () => Tally
  }
}

/** Runs in every page: counts presses of the pointer, and fields that are typed into. */
function countClicksAndFields(): void {
  const key = 'efforts'
  const read = (): Tally => JSON.parse(sessionStorage.getItem(key) ?? '{"clicks":0,"fields":[]}') as Tally
  const write = (tally: Tally) => sessionStorage.setItem(key, JSON.stringify(tally))
  window.tally = read
  addEventListener(
    'pointerdown',
    ({ isTrusted }) => {
      const tally = read()
      if (isTrusted) write({ ...tally, clicks: tally.clicks + 1 })
    },
    { capture: true },
  )
  addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
      if (['checkbox', 'radio', 'file'].includes((target as HTMLInputElement).type)) return
      const tally = read()
      const name = target.id || target.name || target.getAttribute('aria-label') || target.className
      write({ ...tally, fields: [...new Set([...tally.fields, name])] })
    },
    { capture: true },
  )
}

const DAY = 86_400_000
let fixture: Fixture
let person: string
let org: string
beforeAll(async () => {
  fixture = await openFixture()
  const { given, admin } = fixture.server
  org = await given.org({ name: '市局办公室', code: 'OFFICE' })
  person = await given.user({ org, realName: '刘爱涵', phone: '13900019628' })
  await given.app({ name: '公文系统', redirectUris: ['https://oa.example/back'] })
  await admin.call(appGroup.save, { body: { name: '办公' } })
})
afterAll(() => fixture.close())

/** Starts at the welcome page. */
async function begin(now?: number): Promise<Page> {
  const page = await fixture.visitAs('1', '/config.json', { width: 1440 })
  if (now !== undefined) await page.clock.setFixedTime(now)
  await page.addInitScript(countClicksAndFields)
  await page.goto('/wel/index')
  await page.getByRole('navigation', { name: '菜单' }).or(page.locator('.side-nav')).first().waitFor()
  await quiet(page)
  return page
}
const effortSoFar = async (page: Page): Promise<Effort> => {
  const { clicks, fields } = await page.evaluate(() => window.tally())
  return { clicks, fields: fields.length }
}
/** Clicks once nothing moves, so that no click is retried and counted twice. */
const click = async (page: Page, place: Locator) => {
  await quiet(page)
  await place.click()
}
const menu = async (page: Page, branch: string, entry: string) => {
  await click(page, page.locator('.side-nav').getByRole('button', { name: branch, exact: true }))
  await click(page, page.locator('.side-nav').getByRole('link', { name: entry, exact: true }))
}
async function palette(page: Page, sought: string) {
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog').last()
  await dialog.getByRole('combobox').waitFor()
  await page.keyboard.type(sought)
  await dialog.getByRole('option').filter({ hasText: '刘爱涵' }).first().waitFor()
  await quiet(page)
}

test('a user is found by the last digits of their phone number without a click', async () => {
  const page = await begin()
  await palette(page, '9628')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/organiz/detail?id=${person}**`)
  await page.getByRole('heading', { name: '刘爱涵' }).waitFor()
  expect(await effortSoFar(page)).toEqual({ clicks: 0, fields: 1 })
})

test('a password is reset with two clicks', async () => {
  const page = await begin()
  await palette(page, '刘爱涵')
  await page.keyboard.press('ArrowRight')
  const acts = page.getByRole('option', { name: '重置密码' })
  await acts.waitFor()
  while ((await acts.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await click(page, page.getByRole('dialog').getByRole('button', { name: '重置', exact: true }))
  await page.getByRole('dialog', { name: '新密码' }).waitFor()
  await click(page, page.getByRole('button', { name: '我已保存' }))
  expect(await effortSoFar(page)).toEqual({ clicks: 2, fields: 1 })
})

test('yesterday’s changes of a user are shown with two clicks', async () => {
  const { admin } = fixture.server
  for (const status of ['0', '1']) await admin.call(user.setStatus, { query: { status }, body: { ids: [person] } })
  // A change of today is looked up tomorrow.
  const page = await begin(Date.now() + DAY)
  await palette(page, '刘爱涵')
  await page.keyboard.press('Enter')
  await click(page, page.getByRole('tab', { name: '时间线' }))
  await click(page, page.getByRole('button', { name: '昨天' }))
  await expect.poll(() => page.getByRole('button', { name: '昨天' }).getAttribute('aria-pressed')).toBe('true')
  await page
    .getByRole('region', { name: '时间线' })
    .getByText(/启用或停用/)
    .first()
    .waitFor()
  expect(await effortSoFar(page)).toEqual({ clicks: 2, fields: 1 })
})

test('an account is unlocked with one click', async () => {
  await lockOut(fixture.server, await userNameOf(fixture.server, person))
  const page = await begin()
  await click(page, page.getByRole('listitem').filter({ hasText: '刘爱涵的账号被锁定' }).getByRole('button', { name: '解锁' }))
  await page.getByText('已解锁', { exact: true }).first().waitFor()
  expect(await effortSoFar(page)).toEqual({ clicks: 1, fields: 0 })
})

test('an application is granted to an organisation with five clicks', async () => {
  const page = await begin()
  await menu(page, '应用管理', '应用列表')
  const grant = page.getByRole('link', { name: '授权 公文系统' }).or(page.getByRole('button', { name: '授权 公文系统' }))
  await click(page, grant)
  const dialog = page.getByRole('dialog', { name: '授权给机构' })
  await click(page, dialog.getByRole('treeitem').filter({ hasText: '市局办公室' }).last())
  await click(page, dialog.getByRole('button', { name: '授权', exact: true }))
  await page.getByText('授权成功，已立即生效').waitFor()
  expect(await effortSoFar(page)).toEqual({ clicks: 5, fields: 0 })
  const { records } = await fixture.server.admin.call(authorize.page, { query: { targetType: 'org', searchKey: '市局办公室' } })
  expect(records.map(({ appName, targetId }) => [appName, targetId])).toEqual([['公文系统', org]])
})

test('an OpenID Connect application is connected with four clicks and three fields', async () => {
  const page = await begin()
  await menu(page, '应用管理', '应用列表')
  await click(page, page.getByRole('button', { name: '新增应用' }).first())
  const dialog = page.getByRole('dialog', { name: '新增应用' })
  // Goes from field to field by the Tab key, as users do.
  await dialog.getByLabel('应用名称').focus()
  await page.keyboard.type('知识库')
  await dialog.getByLabel('应用编码').focus()
  await page.keyboard.type('wiki')
  await dialog.getByLabel('回调地址').focus()
  await page.keyboard.type('https://wiki.example.com/callback')
  await click(page, dialog.getByRole('button', { name: '确定' }))
  const config = page.getByRole('region', { name: '通用配置项' }).locator('pre')
  await config.waitFor()
  expect(await effortSoFar(page)).toEqual({ clicks: 4, fields: 3 })
  const { records } = await fixture.server.admin.call(app.page, { query: { name: '知识库' } })
  expect(await config.innerText()).toContain(`OIDC_CLIENT_ID=${records[0]!.clientId}`)
  expect(await config.innerText()).toMatch(/OIDC_CLIENT_SECRET=[\w-]{43}\n/)
})

const TITLES = ['用户名', '姓名', '手机号', '身份证号', '机构编码', '性别', '邮箱', '有效期至']
const ROWS = 1000
/** Common typing errors, each in its column. */
const typingMistakes: readonly (readonly [column: number, typingMistake: (right: string) => string])[] = [
  [3, id => id.slice(0, -1) + (id.endsWith('1') ? '2' : '1')],
  [4, () => 'OFICE'],
  [4, () => '市局办公室'],
  [5, () => '男性'],
  [6, email => email.replace('.com', '。com')],
]
const FAULTY_ROWS = 17

async function workbook(): Promise<Buffer> {
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const { userName, realName, phone, idCard } = samplePerson(n)
    const right = [userName, realName, phone, idCard, 'OFFICE', '男', `${userName}@example.com`, '2099-12-31']
    const nth = n % 58 === 0 ? n / 58 : FAULTY_ROWS
    const [column, typingMistake] = typingMistakes[nth % typingMistakes.length]!
    return nth < FAULTY_ROWS ? right.with(column, typingMistake(right[column]!)) : right
  })
  async function* batches() {
    yield rows
  }
  const parts: Uint8Array[] = []
  for await (const part of writeTable(TITLES.map(title => ({ title })), batches())) parts.push(part) // prettier-ignore
  return Buffer.concat(parts)
}

test('a thousand users with seventeen faulty rows are all imported with six clicks', async () => {
  const page = await begin()
  await menu(page, '组织机构管理', '组织机构')
  const batch = page.getByRole('button', { name: '批量新增' }).or(page.getByRole('link', { name: '批量新增' }))
  await click(page, batch.first())
  await click(page, page.getByText('表格导入', { exact: true }))
  const file = { name: 'people.xlsx', mimeType: 'application/octet-stream', buffer: await workbook() }
  await page.locator('input[type=file]').filter({ visible: true }).setInputFiles(file)
  await page.getByRole('button', { name: `有误 ${FAULTY_ROWS}` }).waitFor()
  await click(page, page.getByRole('button', { name: '采用建议并重新校验' }))
  await click(page, page.getByRole('button', { name: `导入 ${ROWS} 行` }))
  // Only clicks are counted, so the import may take its time.
  await page.getByText(`成功${ROWS}条，失败0条`).filter({ visible: true }).first().waitFor({ timeout: 90_000 })
  expect(await effortSoFar(page)).toEqual({ clicks: 6, fields: 0 })
  expect((await fixture.server.admin.call(user.page, { query: { orgId: org } })).total).toBe(ROWS + 1)
})
