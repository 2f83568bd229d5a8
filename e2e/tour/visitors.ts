import { isDevops, screens } from '@hufu/contract/screens'
import { shippedMenus } from '../../server/src/domains/permission/menu/menu-seed.ts'
import { addressOf } from './addresses.ts'
import { dialog, DELEGATION, list, words, type Stop, type Stops } from './stops.ts'
import { ids } from './world.ts'

/** Every screen that can be granted to a delegated administrator, including screens added later. */
const isForDelegatedAdmins = (path: string) => shippedMenus.some(node => node.menuUri === path && node.hsaAuthGradeShow === 1)
const grantable: readonly Stop[] = screens
  .filter(({ path }) => !isDevops(path))
  .filter(({ path, type, parents }) => (type === 'menu' ? isForDelegatedAdmins(path) : parents.some(isForDelegatedAdmins)))
  .map(({ path }) => ({ name: `grade${path.replaceAll(/[/:]+/g, '-')}`, path: () => addressOf(path) }))

export const visitorStops: Stops = {
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
    {
      name: 'users-children',
      path: () => `/organiz/index?orgId=${ids.org}&tab=children`,
      see: page => page.getByRole('tab', { name: '下级机构', selected: true }),
    },
  ],
  delegation: [
    ...grantable,
    { name: 'grade-grants-add', path: () => `${DELEGATION()}&grade=new`, see: page => page.getByRole('list', { name: '菜单与按钮' }) },
    { name: 'grade-grants-own', path: () => `/system/gradeAdmins?grade=${ids.grant}`, see: words('不能修改自己的授权') },
  ],
}
