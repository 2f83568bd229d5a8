import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/given.ts'
import { configure, createUser as createUserIn, fillSignIn } from './sign-in-page.ts'
import { openFixture, quiet, type Fixture } from './browser.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

const createUser = (...grants: string[]) => createUserIn(fixture, ...grants)
const USER_PAGE = [
  '/wel/index',
  '/organiz/index',
  '/organiz/index#add-user',
  '/organiz/index#edit-user',
  '/organiz/index#user-detail',
  '/organiz/index#export-user',
]

/** The user's password was set by an administrator and must be changed. */
const mustChange = (id: string) =>
  fixture.server.kernel.db.updateTable('users').set({ passwordFrom: 'created', passwordType: 2 }).where('id', '=', id).execute()

/** Collects the messages of the browser's console from now on. */
function messagesOf(page: Page): string[] {
  const messages: string[] = []
  page.on('console', message => message.type() === 'error' && messages.push(message.text()))
  return messages
}

test('D-46 FORCE-02 the first sign-in shows exactly one dialog, and no call is refused before the password is changed', async () => {
  const { id, userName } = await createUser('/wel/index')
  await mustChange(id)
  const page = await fixture.visit('/login')
  const answers: Promise<{ code?: string }>[] = []
  page.on('response', response => {
    if (!response.url().includes('/api/')) return
    answers.push(response.json().catch(() => ({})) as Promise<{ code?: string }>)
  })
  await fillSignIn(page, userName, PASSWORD)
  await page.getByRole('dialog').first().waitFor()
  await quiet(page)
  expect(await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()).toBe(1)
  expect(await page.getByText('请先修改密码', { exact: true }).count()).toBe(0)
  expect((await Promise.all(answers)).map(answer => answer.code)).not.toContain('4403')
})

test('SHELL-01 ROUTE-12 a configured system name is the only one: on the sign-in page, in the top bar, in the browser tab', async () => {
  const { id } = await createUser('/wel/index')
  await configure(fixture, 'systemName', '浙江省认证平台')
  const signInPage = await fixture.visit('/login')
  await signInPage.getByText('浙江省认证平台', { exact: true }).waitFor()
  await quiet(signInPage)
  expect(await signInPage.title()).toBe('浙江省认证平台')
  expect(await signInPage.getByText('统一身份认证与访问管理平台').count()).toBe(0)
  const page = await fixture.visitAs(id, '/wel/index')
  await page.getByRole('banner').getByText('浙江省认证平台', { exact: true }).waitFor()
  await page.waitForFunction(() => document.title === '首页 - 浙江省认证平台')
  await configure(fixture, 'systemName', '统一身份认证与访问管理平台')
})

test('SHELL-15 to SHELL-20 layout=pure is kept by navigation, and hideBack or the page decides whether there is a back button', async () => {
  const { id } = await createUser(...USER_PAGE)
  const person = await createUser()
  const page = await fixture.visitAs(id, '/organiz/index?layout=pure')
  const back = page.getByRole('button', { name: '返回' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect([await page.getByRole('banner').count(), await back.count()]).toEqual([0, 0])
  await page.goto(`/organiz/index?layout=pure&searchKey=${person.userName}&hasIncludeChild=true`)
  await page.getByRole('row').getByText(person.realName).first().click()
  await page.waitForURL(/\/organiz\/detail\?.*layout=pure/)
  await back.waitFor()
  expect(await page.getByRole('banner').count()).toBe(0)
  await back.click()
  await page.waitForURL(/\/organiz\/index\?.*layout=pure/)
  const hidden = await fixture.visitAs(id, `/organiz/detail?id=${person.id}&layout=pure&hideBack=true`)
  await hidden.getByRole('heading', { level: 1 }).waitFor()
  expect(await hidden.getByRole('button', { name: '返回' }).count()).toBe(0)
})

test('D-39 an address with a trailing slash opens the same page', async () => {
  const { id } = await createUser(...USER_PAGE)
  const page = await fixture.visitAs(id, '/organiz/index/?searchKey=x')
  await page.waitForURL(/\/organiz\/index\?searchKey=x/)
  await page.getByRole('heading', { level: 1 }).waitFor()
})

test('N-13 O-20 typing the address of a menu page without permission shows both messages', async () => {
  const { id } = await createUser('/wel/index')
  const page = await fixture.visitAs(id, '/organiz/index')
  await page.getByText('您无该菜单权限，请联系管理员').first().waitFor()
  await page.getByText('访问失败，菜单权限不足，将自动跳转至有权访问的页面').first().waitFor()
  await page.waitForURL('**/wel/index')
})

test('LOGIN-21 ERR-08 a first entry after signing in, at a page that is not granted, shows exactly one message', async () => {
  const { userName } = await createUser('/wel/index')
  const page = await fixture.visit('/organiz/index')
  await page.waitForURL('**/login')
  await fillSignIn(page, userName, PASSWORD)
  await page.waitForURL('**/wel/index')
  await page.getByText('访问失败，菜单权限不足，将自动跳转至有权访问的页面', { exact: true }).first().waitFor()
  expect(await page.getByText('您无该菜单权限，请联系管理员').count()).toBe(0)
})

test.for(['/organiz/index', '/organiz/org-list', '/audit/loginLog', '/organiz/user-label', '/audit/getPage', '/devops/menu'])(
  'T1 %s does not violate the policy of the page',
  async path => {
    const page = await fixture.visitAs('1', '/config.json')
    const messages = messagesOf(page)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await quiet(page)
    expect(messages).toEqual([])
  },
)

test('without any application its users, roles and settings lead to adding the first one', async () => {
  for (const path of ['/app/user', '/app/authority', '/app/appSetting']) {
    const page = await fixture.visitAs('1', path)
    await page.getByText('还没有应用', { exact: true }).waitFor()
    await page.getByRole('button', { name: '新增应用' }).click()
    await page.waitForURL('**/app/list')
    await page.getByRole('dialog', { name: '新增应用' }).waitFor()
  }
})

test('the index of the user form does not tick a part that has an invalid field', async () => {
  const { id } = await createUser(...USER_PAGE)
  const page = await fixture.visitAs(id, '/organiz/user')
  const index = page.getByRole('navigation', { name: '填写情况' })
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByLabel('邮箱').fill('not-an-address')
  await page.getByLabel('邮箱').blur()
  await index.getByLabel('有 1 项填写有误').waitFor()
})

test('TASK-16 a reload during an export finds the task again', async () => {
  const { id } = await createUser(...USER_PAGE)
  const page = await fixture.visitAs(id, '/organiz/index')
  // The task must not be reported as finished before the page has been left.
  await page.route('**/v3/asyncTask/progress*', route =>
    route.fulfill({
      json: {
        code: 'success',
        message: '',
        data: {
          taskId: 'x',
          type: 'x',
          status: 'RUNNING',
          progress: 1,
          total: 9,
          percentage: 10,
          stage: '正在处理',
          message: '',
          fileId: null,
        },
      },
    }),
  )
  await page.getByRole('button', { name: '导出' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '导出' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /后台/ }).waitFor()
  await page.unroute('**/v3/asyncTask/progress*')
  await page.reload()
  await page.getByRole('button', { name: /任务/ }).first().waitFor()
})
