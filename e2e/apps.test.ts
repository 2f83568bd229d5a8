import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { app, appGroup } from '@hufu/contract/apps/app'
import { appSetting } from '@hufu/contract/apps/app-setting'
import type { Page } from 'playwright-core'
import { choose, expectAccessible, openFixture, picture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
let groupId: string
let target: Server
const pushed: string[] = []
beforeAll(async () => {
  fixture = await openFixture({ settings: { HUFU_ALLOW_LOOPBACK: '1' } })
  target = createServer((request, response) => {
    pushed.push(String(request.headers['x-hufu-sign']))
    response.end('ok')
  })
  await new Promise<void>(done => target.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  await new Promise(done => target?.close(done))
  await fixture?.close()
})

const createApp = async (parts: Record<string, unknown>) =>
  (await fixture.server.admin.call(app.save, { body: { appGroupId: groupId, protocol: 'oauth2', ...parts } })).id
const find = (id: string) => fixture.server.admin.call(app.byId, { query: { id } })
const looked = async (page: Page, name: string) => {
  await quiet(page)
  await picture(page, name)
  await expectAccessible(page)
}

test('ENT-04, X-APP-04, X-APPGROUP-02 the first application is added with its group; its secret is shown only once', async () => {
  const page = await fixture.visitAs('1', '/app/list')
  await page.getByText('接入第一个应用').waitFor()
  await looked(page, 'apps-none')
  await page.getByRole('button', { name: '新增应用' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新增应用' })
  await dialog.getByLabel('应用名称').fill('公文系统')
  await dialog.getByLabel('应用编码').fill('OA')
  await dialog.getByLabel('分组名称').fill('办公')
  const addresses = dialog.getByLabel('回调地址')
  await addresses.fill('http://oa.example/cb')
  await addresses.blur()
  await dialog.getByText('http:// 仅限本机和内网地址').waitFor()
  await addresses.fill('https://oa.example/cb\n\nhttps://oa.example/cb ')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.waitForURL(/\/app\/detail\?id=\w+&tab=connect$/)
  const secretNote = page.getByRole('note').filter({ hasText: '密钥只显示这一次' })
  const secret = await secretNote.locator('code').innerText()
  expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
  const config = await page.getByRole('region', { name: '通用配置项' }).locator('pre').innerText()
  expect(config).toContain(`OIDC_CLIENT_SECRET=${secret}\n`)
  const clientId = /OIDC_CLIENT_ID=(\w+)/.exec(config)![1]
  await looked(page, 'apps-secret')
  await secretNote.getByRole('button', { name: '我已保存' }).click()
  const id = new URL(page.url()).searchParams.get('id')!
  const stored = await find(id)
  expect(stored).toMatchObject({ name: '公文系统', code: 'OA', clientId, appGroupName: '办公', redirectUris: ['https://oa.example/cb'] })
  groupId = stored.appGroupId
  await page.getByRole('heading', { name: '公文系统' }).waitFor()
  expect(await page.content()).not.toContain(secret)
})

test('ROUTE-13, SHELL-21 the list shows the group in its address, and back from the details returns to it', async () => {
  const other = (await fixture.server.admin.call(appGroup.save, { body: { name: '研发' } })).id
  await createApp({ appGroupId: other, name: '代码仓库', code: 'git' })
  const page = await fixture.visitAs('1', `/app/list?appGroupId=${other}&appGroupName=研发`)
  await page.getByRole('heading', { name: '代码仓库' }).waitFor()
  expect(await page.getByRole('button', { name: '研发' }).getAttribute('aria-current')).toBe('true')
  expect(await page.getByRole('heading', { name: '公文系统' }).count()).toBe(0)
  await page.getByRole('link', { name: '代码仓库' }).click()
  await page.waitForURL('**/app/detail?**')
  await page.getByRole('button', { name: '返回' }).click()
  await page.waitForURL(url => url.pathname === '/app/list' && url.searchParams.get('appGroupId') === other)
  await page.getByRole('button', { name: '全部应用' }).click()
  await page.getByRole('heading', { name: '公文系统' }).waitFor()
  await page.getByRole('link', { name: '公文系统' }).click()
  await page.getByRole('navigation', { name: '列表中的前后' }).getByText('/ 2').waitFor()
  await page.getByRole('button', { name: '返回' }).click()
  await page.getByRole('heading', { name: '公文系统' }).waitFor()
  await page.getByRole('button', { name: '表格' }).click()
  await page.getByRole('row', { name: /代码仓库/ }).waitFor()
  await looked(page, 'apps-table')
})

test('ROUTE-15 to ROUTE-18, ROUTE-23 the menu opens the list, edit-c opens the details, and without them neither opens', async () => {
  const { given } = fixture.server
  const id = await createApp({ name: '门户', code: 'portal' })
  const [lister, editor, stranger] = [await given.user(), await given.user(), await given.user()]
  await given.role(lister, '/app/list')
  await given.role(editor, '/app/list#edit-c', '/app/appSetting')
  await given.role(stranger, '/organiz/index')
  const list = await fixture.visitAs(lister, '/app')
  await list.waitForURL('**/app/list')
  await list.getByRole('heading', { name: '门户' }).waitFor()
  expect(await list.getByRole('button', { name: '新增应用' }).count()).toBe(0)
  expect(await list.getByRole('link', { name: '门户' }).count()).toBe(0)
  const refused = await fixture.visitAs(lister, `/app/detail?id=${id}`)
  await refused.waitForURL(url => url.pathname !== '/app/detail')
  const page = await fixture.visitAs(editor, `/app/detail?id=${id}`)
  expect(await page.getByLabel('应用名称').inputValue()).toBe('门户')
  const setting = await fixture.visitAs(editor, `/app/appSetting?appId=${id}`)
  await setting.getByLabel('令牌有效期').waitFor()
  for (const path of ['/app/list', '/app/appSetting']) {
    const away = await fixture.visitAs(stranger, path)
    await away.waitForURL(url => url.pathname !== path)
  }
})

test('X-APP-05 an address is checked while it is typed, and removing one must be confirmed', async () => {
  const id = await createApp({ name: '档案', code: 'arc', redirectUris: ['https://a.example/1', 'https://a.example/2'] })
  const page = await fixture.show(`/app/detail?id=${id}&tab=addresses`)
  const field = page.getByLabel('回调地址')
  await field.fill('https://a.example/1\nhttps://*.example/3')
  await field.blur()
  await page.getByText('地址不能包含通配符').waitFor()
  await field.fill('https://a.example/1\ncom.example.app:/cb')
  await page.getByRole('button', { name: '保存' }).click()
  const question = page.getByRole('dialog')
  await question.getByText('https://a.example/2').waitFor()
  await picture(page, 'apps-address-gone')
  expect((await find(id)).redirectUris).toEqual(['https://a.example/1', 'https://a.example/2'])
  await question.getByRole('button', { name: '移除并保存' }).click()
  await page.getByText('保存成功').waitFor()
  expect((await find(id)).redirectUris).toEqual(['https://a.example/1', 'com.example.app:/cb'])
})

test('X-APP-05 the attributes of a user that an application receives are composed by name and source', async () => {
  const id = await createApp({ name: '督办', code: 'duban' })
  const page = await fixture.show(`/app/detail?id=${id}&tab=account`)
  await page.getByRole('button', { name: '添加属性' }).click()
  await page.getByLabel('第1行的属性名').fill('sub')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('属性名已被协议占用').waitFor()
  await page.getByLabel('第1行的属性名').fill('dept')
  await choose(page.getByLabel('第1行的来源'), '机构路径')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('保存成功').waitFor()
  expect((await find(id)).claims).toEqual([{ claim: 'dept', from: 'orgPath' }])
  await page.getByLabel('应用内账号取自').selectOption('employeeNumber')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('button', { name: '更改并保存' }).click()
  await expect.poll(async () => (await find(id)).accountFrom).toBe('employeeNumber')
})

test('X-APP-10 a secret is replaced; the former one stays valid for a day or ends at once', async () => {
  const id = await createApp({ name: '财务', code: 'fin' })
  const page = await fixture.visitAs('1', `/app/detail?id=${id}&tab=keys`)
  await page.getByText('只保存摘要').waitFor()
  const rotate = async (choice: string) => {
    await page.getByRole('button', { name: '更换密钥' }).click()
    const dialog = page.getByRole('dialog', { name: '更换客户端密钥' })
    await dialog.getByRole('radio', { name: choice }).check()
    await dialog.getByRole('button', { name: '更换' }).click()
    await page.getByRole('button', { name: '我已保存' }).click()
  }
  await rotate('旧密钥继续有效')
  await page.getByText(/旧密钥，.* 失效/).waitFor()
  expect((await find(id)).secrets.length).toBe(2)
  await looked(page, 'apps-secrets')
  await rotate('旧密钥立即失效')
  await expect.poll(async () => (await find(id)).secrets.length).toBe(1)
})

test('X-APP-06, X-APP-07 before an application is disabled its users are shown; a granted one cannot be deleted', async () => {
  const { given } = fixture.server
  const orgId = await given.org()
  await given.user({ org: orgId })
  const theirs = await given.user({ org: orgId })
  await fixture.server.as(theirs)
  const id = await createApp({ name: '视频会议', code: 'meet' })
  await given.grant({ subjectType: 'org', subjectId: orgId, appId: id })
  const page = await fixture.visitAs('1', '/app/list')
  const more = page.getByRole('button', { name: '更多操作 视频会议' })
  // Scrolling closes a menu.
  await more.scrollIntoViewIfNeeded()
  await quiet(page)
  await more.click()
  await page.getByRole('menuitem', { name: '停用' }).click()
  await page.getByText('2 人现在可以打开它，其中 1 人正在线').waitFor()
  await picture(page, 'apps-disable')
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
  await expect.poll(async () => (await find(id)).status).toBe(0)
  const remove = async () => {
    await more.click()
    await page.getByRole('menuitem', { name: '启用' }).waitFor()
    await page.getByRole('menuitem', { name: '删除' }).click()
  }
  await remove()
  await page.getByText('该应用还有 1 项授权').waitFor()
  await page.getByRole('dialog').getByRole('button').last().click()
  await fixture.server.kernel.db.deleteFrom('appGrant').where('appId', '=', id).execute()
  await remove()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await page.getByText('删除成功').waitFor()
  await fixture.server.admin.refused('appMissing', app.byId, { query: { id } })
})

test('X-APPGROUP-02 to X-APPGROUP-06 groups are managed beside the list', async () => {
  const page = await fixture.visitAs('1', '/app/list')
  await page.getByRole('button', { name: '管理分组' }).click()
  const dialog = page.getByRole('dialog', { name: '管理分组' })
  await dialog.getByLabel('新增分组').fill('数据')
  await dialog.getByRole('button', { name: '新增分组' }).click()
  await dialog.getByRole('button', { name: '上移 数据' }).click()
  const names = async () => (await fixture.server.admin.call(appGroup.list)).map(group => group.name)
  await expect.poll(async () => (await names()).indexOf('数据')).toBe((await names()).length - 2)
  await dialog.getByRole('button', { name: '重命名 数据' }).click()
  await dialog.getByLabel('重命名 数据').fill('数据分析')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByRole('button', { name: '删除 数据分析' }).click()
  await page.getByRole('dialog', { name: '删除分组' }).getByRole('button', { name: '删除' }).click()
  await expect.poll(names).not.toContain('数据分析')
  await looked(page, 'apps-groups')
})

test('ROUTE-23, X-APPSET-01 to X-APPSET-03 a push is configured and tested from the settings of an application', async () => {
  const id = await createApp({ name: '推送目标', code: 'pushed' })
  const page = await fixture.visitAs('1', '/app/appSetting')
  await page.getByText('在上方选择一个应用').waitFor()
  await page.getByRole('combobox', { name: '应用' }).fill('pushed')
  await page.getByText('推送目标').last().click()
  await page.waitForURL(`**/app/appSetting?appId=${id}`)
  await page.getByRole('switch', { name: '推送组织与用户变更' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('请输入推送地址').waitFor()
  await page.getByLabel('推送地址').fill(`http://127.0.0.1:${(target.address() as AddressInfo).port}/push`)
  await page.getByLabel('推送对象').selectOption('all')
  await page.getByRole('button', { name: '生成' }).click()
  await page.getByText('有未保存的修改，保存后再测试').waitFor()
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('保存成功').waitFor()
  await page.getByRole('button', { name: '发送测试推送' }).click()
  await page.getByText('推送成功（HTTP 200）').waitFor()
  expect(pushed).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  expect(await fixture.server.admin.call(appSetting.get, { query: { appId: id } })).toMatchObject({ openPush: 1, pushObject: 'all', pushSecretSet: true }) // prettier-ignore
  await looked(page, 'apps-setting')
})

test('X-APP-01 an enabled application is shown in colour, a disabled one in grey; both show their remark', async () => {
  const [on, off] = ['在用的系统', '停用的系统']
  for (const [name, status] of [[on, 1], [off, 0]] as const) await createApp({ name, code: `shade${status}`, status, remark: `${name}的说明` }) // prettier-ignore
  const page = await fixture.show('/app/list')
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const filterOf = (name: string) => card(name).locator('.app-mark').evaluate(mark => getComputedStyle(mark).filter) // prettier-ignore
  await card(`${off}的说明`).waitFor()
  expect([await filterOf(on), await filterOf(off)]).toEqual(['none', 'grayscale(1)'])
  const remark = (name: string) => card(name).locator('.app-remark').evaluate(line => getComputedStyle(line).fontSize) // prettier-ignore
  expect([await remark(on), await remark(off)]).toEqual(['13px', '13px'])
})
