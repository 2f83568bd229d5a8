import { createStore, useStore } from './store.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'
const KEY = 'hufu-theme'
const choices: ReadonlySet<string> = new Set(['light', 'dark', 'system'])

const theme = createStore<{ choice: ThemeChoice; isDark: boolean }>({ choice: 'system', isDark: false })
export const useTheme = (): { choice: ThemeChoice; isDark: boolean } => useStore(theme, value => value)

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(KEY, choice)
  show(choice)
}

/** At start, before the first paint; then follows the system's setting. */
export function startTheme(): void {
  const stored = () => localStorage.getItem(KEY) ?? ''
  const read = () => show(choices.has(stored()) ? (stored() as ThemeChoice) : 'system')
  read()
  darkSystem().addEventListener('change', read)
  addEventListener('storage', event => event.key === KEY && read())
}

const darkSystem = () => matchMedia('(prefers-color-scheme: dark)')

/** CSS reads the attribute, antd the store. */
function show(choice: ThemeChoice): void {
  const isDark = choice === 'dark' || (choice === 'system' && darkSystem().matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  theme.set({ choice, isDark })
}
