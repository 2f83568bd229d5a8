import { diagnosis } from '@hufu/contract/federation/diagnosis'
import { app } from '@hufu/contract/apps/app'
import { user } from '@hufu/contract/directory/user'
import { org } from '@hufu/contract/directory/org'
import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { useEffect, useState } from 'react'
import { useCall } from '../../platform/calls.ts'
import { debounce } from '../../platform/debounce.ts'
import { useSession, useSystem } from '../../platform/session.ts'
import { useMay, useMayOpen, usePermissions } from '../../ui/permitted.ts'
import { MY_APPS, ACCOUNT_SECURITY } from '../guards.ts'
import { text as shellText } from '../text.ts'
import { type UserOperation, type Command, commandsFor } from './commands.ts'
import { type Act, actAt, actsOf, type PaletteHit } from './found.ts'
import { pagesFor, isFound } from './pages.ts'
import { recentlyFound } from './recent.ts'
import { text } from './text.ts'

const FEW = 6

/** A row of the palette: a hit, a command that runs at once, or an address. */
export interface Hit extends Act {
  key: string
  about?: string | undefined
  run?: Command['run']
  userOperation?: UserOperation
  of?: PaletteHit
}
export interface Group {
  name: string
  hits: readonly Hit[]
}

/** Hits for `typed` in groups; the last chosen ones for an empty field. */
export function useFound(typed: string): { groups: Group[]; isAsking: boolean } {
  const [sought, setSought] = useState('')
  const [later] = useState(() => debounce(setSought))
  useEffect(() => later(typed.trim()), [later, typed])
  const permissions = usePermissions()
  const rights = { may: useMay(), mayOpen: useMayOpen() }
  const own = useAccountPages()
  const hasUserMenu = useSystem(value => value.clientConfig?.needShowUserDropDown ?? true)
  const query = { enabled: sought !== '', keepPrevious: true }
  const seesApps = rights.may(app.page)
  const users = useCall(user.pick, { query: { searchKey: sought, size: FEW }, ...query })
  const orgs = useCall(org.search, { query: { name: sought }, ...query })
  const apps = useCall(app.page, { query: { name: sought, size: FEW }, ...query, enabled: sought !== '' && seesApps })
  const isPaused = sought === ''
  const lists = text.groups
  const hitOf = (found: PaletteHit): Hit[] => {
    const first = actsOf(found, rights)[0]
    return first ? [{ ...first, key: found.kind + found.id, name: found.name, about: found.about, of: found }] : []
  }
  const group = (name: string, found: readonly PaletteHit[], all?: Hit | false): Group => {
    const hits = found.flatMap(hitOf)
    return { name, hits: all && hits.length > 0 ? [...hits, all] : hits }
  }
  const { records: people = [], total = 0 } = users.data ?? {}
  const places = orgs.data ?? []
  const pages = pagesFor(typed, permissions, own).map(({ path, name }): PaletteHit => ({ kind: 'page', id: path, name }))
  const paths = diagnosisFor(typed, rights.may(diagnosis.explain))
  const commands = commandsFor(typed, hasUserMenu, rights).map(command => ({ path: '', ...command }))
  return {
    isAsking: sought !== typed.trim() || users.isFetching || orgs.isFetching || apps.isFetching,
    groups: [
      group(lists.recent, typed === '' ? recentlyFound() : []),
      group(lists.page, [...paths, ...pages]),
      { name: lists.act, hits: commands },
      group(
        lists.app,
        isPaused ? [] : (apps.data?.records ?? []).map(({ id, name, code }) => ({ kind: 'app', id, name, about: code })),
        (apps.data?.total ?? 0) > FEW && allOf('apps', apps.data!.total, `/app/list?name=${encodeURIComponent(sought)}`),
      ),
      group(
        lists.user,
        isPaused ? [] : people.map(userFound),
        total > FEW &&
          rights.mayOpen('/organiz/index') &&
          allOf('users', total, `/organiz/index?hasIncludeChild=true&searchKey=${encodeURIComponent(sought)}`),
      ),
      group(
        lists.org,
        isPaused ? [] : places.slice(0, FEW).map(({ id, name, path }) => ({ kind: 'org', id, name, about: path })),
        places.length > FEW &&
          rights.mayOpen('/organiz/org-list') && {
            key: 'orgs',
            name: text.allOrgs,
            path: `/organiz/org-list?hasIncludeChild=true&name=${encodeURIComponent(sought)}`,
          },
      ),
    ].filter(({ hits }) => hits.length > 0),
  }
}

const allOf = (key: string, count: number, path: string): Hit => ({ key, name: text.all(count), path })
const userFound = ({
  id,
  realName,
  userName,
  orgName,
}: {
  id: string
  realName: string
  userName: string
  orgName: string | null
}): PaletteHit => ({
  kind: 'user',
  id,
  name: realName,
  userName,
  about: [userName, orgName].filter(Boolean).join(' · '),
})

/** Pages that are in no menu. */
function useAccountPages() {
  const isBuiltIn = useSession(person => person.id === BUILT_IN_ACCOUNT)
  const hasChangelog = useSystem(value => Boolean(value.clientConfig?.changelog))
  return [
    { path: MY_APPS, name: shellText.account.apps },
    isBuiltIn
      ? { path: ACCOUNT_SECURITY, name: shellText.account.security }
      : { path: '/account/settings', name: shellText.account.centre },
    { path: '/account/guide', name: shellText.account.guide },
    ...(hasChangelog ? [{ path: '/account/changelog', name: shellText.account.changelog }] : []),
  ]
}

/** Only the users among the hits; choosing one leads to the action. */
export const usersFor = (act: UserOperation, groups: readonly Group[]): Group[] =>
  groups
    .map(group => ({
      name: group.name,
      hits: group.hits.flatMap(hit => (hit.of?.kind === 'user' ? [{ ...hit, path: actAt(encodeURIComponent(hit.of.id), act) }] : [])),
    }))
    .filter(({ hits }) => hits.length > 0)

/** The actions on a hit. */
export function useActsOf(found: PaletteHit | undefined, typed: string): Hit[] {
  const rights = { may: useMay(), mayOpen: useMayOpen() }
  if (!found) return []
  const acts = actsOf(found, rights).filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
  return acts.map(act => ({ ...act, key: act.path, of: found }))
}

const TRACE = /^[0-9a-f]{32}$/

/** 访问诊断 of the welcome page: found by name, by pinyin, or by the trace number on a page of refusal. */
function diagnosisFor(typed: string, isAllowed: boolean): PaletteHit[] {
  const sought = typed.trim().toLowerCase()
  const isTrace = TRACE.test(sought)
  const name = text.acts.diagnosis
  if (!isAllowed || sought === '' || !(isTrace || isFound(sought, name, 'fangwenzhenduan fwzd'))) return []
  return [{ kind: 'page', id: `/wel/index?trace=${isTrace ? sought : ''}`, name, about: isTrace ? sought : text.diagnosisAbout }]
}
