/**
 * The user of this tab, kept across reloads, because the browser's tabs
 * share one token, which another tab may have replaced.
 */
export interface TabUser {
  id: string
  realName: string
  userName: string
}

const KEY = 'hufu-tab-user'

export function tabUser(): TabUser | undefined {
  const stored = globalThis.sessionStorage?.getItem(KEY)
  return stored ? (JSON.parse(stored) as TabUser) : undefined
}

export function keepTabUser({ id, realName, userName }: TabUser): void {
  globalThis.sessionStorage?.setItem(KEY, JSON.stringify({ id, realName, userName }))
}

export const dropTabUser = (): void => globalThis.sessionStorage?.removeItem(KEY)
