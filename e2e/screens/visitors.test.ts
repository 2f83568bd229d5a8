import { readFileSync } from 'node:fs'
import { isDevops, screens } from '@hufu/contract/screens'
import { test } from 'vitest'
import { shippedMenus } from '../../server/src/domains/permission/menu/menu-seed.ts'
import { PASSWORD } from '../../server/test/given.ts'
import { fillSignIn } from '../sign-in-page.ts'
import { checkAccessibility } from '../browser.ts'
import { dialog, DELEGATION, list, checkScreens, words, type ScreenCheck } from './walk.ts'
import { ids } from './world.ts'

/** The addresses of screens that need a record. */
const addresses: Readonly<Record<string, () => string>> = {
  '/organiz/user/:id': () => `/organiz/user/${ids.person}`,
  '/organiz/detail': () => `/organiz/detail?id=${ids.person}`,
  '/organiz/orgDetail': () => `/organiz/orgDetail?id=${ids.org}`,
  '/organiz/grade-admin': () => DELEGATION(),
  '/system/authSystemRole': () => `/system/authSystemRole?id=${ids.role}`,
}

const registered = readFileSync(new URL('../../console/src/screens.tsx', import.meta.url), 'utf8')
/** Every screen that can be granted to a delegated administrator, including screens added later. */
const isForDelegatedAdmins = (path: string) => shippedMenus.some(node => node.menuUri === path && node.hsaAuthGradeShow === 1)
const grantable: readonly ScreenCheck[] = screens
  .filter(({ path }) => registered.includes(`'${path}': () => import(`) && !isDevops(path))
  .filter(({ path, type, parents }) => (type === 'menu' ? isForDelegatedAdmins(path) : parents.some(isForDelegatedAdmins)))
  .map(({ path }) => ({ name: `grade${path.replaceAll(/[/:]+/g, '-')}`, path: addresses[path] ?? path }))

const fixture = checkScreens({
  nobody: [
    { name: 'login', path: '/login' },
    { name: 'retrieve', path: '/retrieve' },
    { name: 'log', path: '/log' },
    { name: 'unauth', path: '/unauth' },
    { name: 'not-found', path: '/404' },
  ],
  changing: [{ name: 'forced-change', path: '/wel/index', open: [[page => page.keyboard.press('Escape'), dialog('确认密码')]] }],
  poor: [{ name: 'no-menus', path: '/' }],
  ordinary: [
    { name: 'welcome-ordinary', path: '/wel/index', open: [['文档下载', page => page.getByRole('list', { name: '文档列表' })]] },
    { name: 'settings', path: '/account/settings' },
    { name: 'settings-security', path: '/account/settings?tab=security', open: [['修改密码', dialog('旧密码')]] },
    { name: 'settings-bindings', path: '/account/settings?tab=bindings', see: words('没有可绑定的登录方式') },
    { name: 'users-ordinary', path: list },
  ],
  delegation: [
    ...grantable,
    { name: 'grade-grants-add', path: () => `${DELEGATION()}&grade=new`, see: page => page.getByRole('list', { name: '菜单与按钮' }) },
    { name: 'grade-grants-own', path: () => `/system/gradeAdmins?grade=${ids.grant}`, see: words('不能修改自己的授权') },
  ],
})

test('a user who signed in as super administrator can read the page of the calls, in the light and the dark theme', async () => {
  const { given, kernel } = fixture().server
  const id = await given.user({ userName: 'reader' })
  await kernel.db.insertInto('userRole').values({ userId: id, roleId: 'super_admin' }).execute()
  const page = await fixture().visit('/login')
  await fillSignIn(page, 'reader', PASSWORD)
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: '登录' }).waitFor()
  // A link, authenticated by the link cookie (D-18).
  await page.goto('/api/docs')
  await page.locator('summary').first().click()
  await checkAccessibility(page, 'docs')
})
