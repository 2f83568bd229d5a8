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
import { mayOperate, type Rights, type UserOperation, userOperations } from './found.ts'
import type { PaletteIndex } from './palette-index.ts'
import { isFound } from './pages.ts'
import { text } from './text.ts'

/** A command: runs at once, leads to an address, or asks for a user first. */
export interface Command {
  key: string
  name: string
  run?: () => void
  path?: string
  userOperation?: UserOperation
}
interface RegisteredCommand extends Command {
  /** Where its name stands in the texts of the palette, by which its pinyin is found. */
  at: string
  isInUserMenu?: true
  /** Who may run it; absent: everybody. */
  isFor?: (rights: Rights) => boolean
}

const theme = (choice: ThemeChoice): RegisteredCommand => ({
  key: choice,
  at: `theme.${choice}`,
  name: text.theme[choice],
  run: () => chooseTheme(choice),
})
const commands: readonly RegisteredCommand[] = [
  theme('light'),
  theme('dark'),
  theme('system'),
  { key: 'language', at: 'language', name: otherLanguage.name, run: switchLanguage },
  { key: 'appearance', at: 'appearance', name: text.appearance, run: openAppearance },
  { key: 'password', at: 'password', name: text.password, run: () => passwordDialog.set({ isOpen: true }), isInUserMenu: true },
  { key: 'keys', at: 'keys', name: text.keys, run: showShortcuts },
  { key: 'lock', at: 'lock', name: text.lock, run: lockScreen, isInUserMenu: true },
  { key: 'signOut', at: 'signOut', name: text.signOut, run: () => void signOut(), isInUserMenu: true },
  ...userOperations.map((operation): RegisteredCommand => ({
    key: operation,
    at: `acts.${operation}`,
    name: text.acts[operation],
    userOperation: operation,
    isFor: rights => mayOperate(operation, rights),
  })),
  {
    key: 'addOrg',
    at: 'commands.addOrg',
    name: text.commands.addOrg,
    path: '/organiz/org-list?act=add',
    isFor: ({ may, mayOpen }) => mayOpen('/organiz/org-list') && may(org.save),
  },
  {
    key: 'addApp',
    at: 'commands.addApp',
    name: text.commands.addApp,
    path: '/app/list?act=add',
    isFor: ({ may, mayOpen }) => mayOpen('/app/list') && may(app.save),
  },
  {
    key: 'importUsers',
    at: 'commands.importUsers',
    name: text.commands.importUsers,
    path: '/organiz/batch-add-user?tab=sheet',
    isFor: ({ may, mayOpen }) => mayOpen('/organiz/batch-add-user') && may(user.importInsert),
  },
  {
    key: 'importOrgs',
    at: 'commands.importOrgs',
    name: text.commands.importOrgs,
    path: '/organiz/batch-add-org?tab=sheet',
    isFor: ({ may, mayOpen }) => mayOpen('/organiz/batch-add-org') && may(org.importInsert),
  },
]

/** The commands this user may run, found by name or pinyin; none for an empty search. */
export function commandsFor(typed: string, hasUserMenu: boolean, rights: Rights, spelling: PaletteIndex['spelling']): Command[] {
  const sought = typed.toLowerCase().replaceAll(/\s/g, '')
  if (sought === '') return []
  return commands.filter(
    ({ key, at, name, isInUserMenu, isFor }) =>
      (hasUserMenu || !isInUserMenu) && (isFor?.(rights) ?? true) && isFound(sought, name, spelling[at], text.commandSynonyms[key]),
  )
}
