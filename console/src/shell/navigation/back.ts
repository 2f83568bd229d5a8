import { screenAt } from '../../platform/permission.ts'
import { MY_APPS, ACCOUNT_PAGES } from '../guards.ts'
import { parentOf } from '../../platform/places.ts'

/** Whether the page has a back button: as hideBack says, otherwise on pages that are in no menu (SHELL-19, -20, O-62). */
export function showsBack(path: string, search: URLSearchParams): boolean {
  const hideBack = search.get('hideBack')
  if (hideBack !== null) return hideBack === 'false' || hideBack === '0'
  return screenAt(path)?.type === 'button' || (path !== MY_APPS && (ACCOUNT_PAGES as readonly string[]).includes(path))
}

const GROUP = ['appGroupId', 'appGroupName'] as const

/** The target of back: the application list with its group, else one step back (SHELL-21, -22, O-17). */
export function backTarget(path: string, search: URLSearchParams, lastListSearch: string): string | undefined {
  if (parentOf(path, search) !== '/app/list') return undefined
  const parameters = new URLSearchParams()
  const last = new URLSearchParams(lastListSearch)
  for (const key of GROUP) {
    const value = search.get(key) ?? last.get(key)
    if (value !== null) parameters.set(key, value)
  }
  return `/app/list${parameters.size > 0 ? `?${parameters.toString()}` : ''}`
}

export const isPure = (search: URLSearchParams): boolean => search.get('layout') === 'pure'
