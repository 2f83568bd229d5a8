import { otherLanguage } from '../../platform/language.ts'
import { switchLanguage } from '../../platform/switch-language.ts'
import { chooseTheme, type ThemeChoice } from '../../platform/theme.ts'
import { lockScreen } from '../../platform/lock.ts'
import { signOut } from '../../ui/form/sign-out.ts'
import { ownPassword } from '../own-password.ts'
import { openAppearance } from '../theme-switch.tsx'
import { showKeys } from '../palette-opener.tsx'
import { isFound } from './pages.ts'
import { text } from './text.ts'

export interface Command {
  key: string
  name: string
  run: () => void
}

const theme = (choice: ThemeChoice): Command => ({ key: choice, name: text.theme[choice], run: () => chooseTheme(choice) })
const commands: readonly (Command & { spelling: string; isInUserMenu?: true })[] = [
  { ...theme('light'), spelling: 'waiguan wg qianse qs zhuti zt' },
  { ...theme('dark'), spelling: 'waiguan wg shense ss anse zhuti zt' },
  { ...theme('system'), spelling: 'waiguan wg gensuixitong gsxt zhuti zt' },
  { key: 'language', name: otherLanguage.name, run: switchLanguage, spelling: 'yuyan yy yingwen yw language' },
  { key: 'appearance', name: text.appearance, run: openAppearance, spelling: 'waiguan wg zhutise zts zihao zh biaoqianye bqy seruo sr' },
  { key: 'password', name: text.password, run: () => ownPassword.set({ isOpen: true }), spelling: 'xiugaimima xgmm', isInUserMenu: true },
  { key: 'keys', name: text.keys, run: showKeys, spelling: 'jianpankuaijiejian jpkjj kuaijiejian kjj bangzhu bz' },
  { key: 'lock', name: text.lock, run: lockScreen, spelling: 'suoping sp', isInUserMenu: true },
  { key: 'signOut', name: text.signOut, run: () => void signOut(), spelling: 'tuichudenglu tcdl zhuxiao zx', isInUserMenu: true },
]

/** What runs at once, found by name or pinyin; nothing where nothing is typed. */
export function commandsFor(typed: string, hasUserMenu: boolean): Command[] {
  const sought = typed.toLowerCase().replaceAll(/\s/g, '')
  if (sought === '') return []
  return commands.filter(
    ({ key, name, spelling, isInUserMenu }) => (hasUserMenu || !isInUserMenu) && isFound(sought, name, spelling, text.commandSynonyms[key]),
  )
}
