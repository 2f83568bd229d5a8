import { app } from '@hufu/contract/apps/app'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { otherLanguage } from '../../platform/language.ts'
import { switchLanguage } from '../../platform/switch-language.ts'
import { chooseTheme, type ThemeChoice } from '../../platform/theme.ts'
import { lockScreen } from '../../platform/sign-in/lock.ts'
import { signOut } from '../../ui/form/sign-out.ts'
import { passwordDialog } from '../change-password-state.ts'
import { openAppearance } from '../theme-switch.tsx'
import { showShortcuts } from './palette-opener.tsx'
import type { Rights } from './found.ts'
import { isFound } from './pages.ts'
import { text } from './text.ts'

/** Operations on a user who is chosen next. */
export type UserOperation = 'reset' | 'status'

/** A command: runs at once, leads to an address, or asks for a user first. */
export interface Command {
  key: string
  name: string
  run?: () => void
  path?: string
  userOperation?: UserOperation
}
interface RegisteredCommand extends Command {
  spelling: string
  isInUserMenu?: true
  /** Who may run it; absent: everybody. */
  isFor?: (rights: Rights) => boolean
}

const theme = (choice: ThemeChoice): Command => ({ key: choice, name: text.theme[choice], run: () => chooseTheme(choice) })
const commands: readonly RegisteredCommand[] = [
  { ...theme('light'), spelling: 'waiguan wg qianse qs zhuti zt' },
  { ...theme('dark'), spelling: 'waiguan wg shense ss anse zhuti zt' },
  { ...theme('system'), spelling: 'waiguan wg gensuixitong gsxt zhuti zt' },
  { key: 'language', name: otherLanguage.name, run: switchLanguage, spelling: 'yuyan yy yingwen yw language' },
  { key: 'appearance', name: text.appearance, run: openAppearance, spelling: 'waiguan wg zhutise zts zihao zh biaoqianye bqy seruo sr' },
  {
    key: 'password',
    name: text.password,
    run: () => passwordDialog.set({ isOpen: true }),
    spelling: 'xiugaimima xgmm',
    isInUserMenu: true,
  },
  { key: 'keys', name: text.keys, run: showShortcuts, spelling: 'jianpankuaijiejian jpkjj kuaijiejian kjj bangzhu bz' },
  { key: 'lock', name: text.lock, run: lockScreen, spelling: 'suoping sp', isInUserMenu: true },
  { key: 'signOut', name: text.signOut, run: () => void signOut(), spelling: 'tuichudenglu tcdl zhuxiao zx', isInUserMenu: true },
  {
    key: 'reset',
    name: text.acts.reset,
    userOperation: 'reset',
    isFor: ({ may }) => may(user.byId) && may(user.resetPassword),
    spelling: 'chongzhimima czmm',
  },
  {
    key: 'status',
    name: text.acts.userStatus,
    userOperation: 'status',
    isFor: ({ may }) => may(user.byId) && may(user.setStatus),
    spelling: 'tingyong ty qiyong qy',
  },
  {
    key: 'addOrg',
    name: text.commands.addOrg,
    path: '/organiz/org-list?act=add',
    isFor: ({ may, mayOpen }) => mayOpen('/organiz/org-list') && may(org.save),
    spelling: 'xinzengjigou xzjg tianjiajigou tjjg',
  },
  {
    key: 'addApp',
    name: text.commands.addApp,
    path: '/app/list?act=add',
    isFor: ({ may, mayOpen }) => mayOpen('/app/list') && may(app.save),
    spelling: 'xinzengyingyong xzyy tianjiayingyong tjyy',
  },
  {
    key: 'importUsers',
    name: text.commands.importUsers,
    path: '/organiz/batch-add-user?tab=sheet',
    isFor: ({ may, mayOpen }) => mayOpen('/organiz/batch-add-user') && may(user.importInsert),
    spelling: 'daoruyonghu dryh',
  },
  {
    key: 'importOrgs',
    name: text.commands.importOrgs,
    path: '/organiz/batch-add-org?tab=sheet',
    isFor: ({ may, mayOpen }) => mayOpen('/organiz/batch-add-org') && may(org.importInsert),
    spelling: 'daorujigou drjg',
  },
]

/** The commands this user may run, found by name or pinyin; none for an empty search. */
export function commandsFor(typed: string, hasUserMenu: boolean, rights: Rights): Command[] {
  const sought = typed.toLowerCase().replaceAll(/\s/g, '')
  if (sought === '') return []
  return commands.filter(
    ({ key, name, spelling, isInUserMenu, isFor }) =>
      (hasUserMenu || !isInUserMenu) && (isFor?.(rights) ?? true) && isFound(sought, name, spelling, text.commandSynonyms[key]),
  )
}
