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
import { isForUser } from '../help/guide-of.ts'
import { text as shellText } from '../text.ts'
import { type Command, commandsFor } from './commands.ts'
import { type Act, actsOf, type PaletteHit, type UserOperation } from './found.ts'
import { type LabelHit, labelsFor } from './labels.ts'
import type { PaletteIndex } from './palette-index.ts'
import { isFound, pagesFor } from './pages.ts'
import { spokenAct } from './spoken.ts'
import type { Permissions } from '../../platform/permission.ts'
import { nameOf } from '../../platform/places.ts'
import { index } from 'virtual:palette-index'
import { recentlyFound } from './recent.ts'
import { text } from './text.ts'

const FEW = 6
/** The address of a guide, without its name. */
const GUIDE = '/account/guide#'

/** A row of the palette: a hit, a command that runs at once, or an address. */
export interface Hit extends Act {
  key: string
  about?: string | undefined
  run?: Command['run']
  userOperation?: UserOperation
  of?: PaletteHit
  acts?: readonly Act[]
  /** The label to be marked on the page that opens. */
  mark?: string
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
  const spoken = spokenAct(sought, rights, index.spelling)
  const whom = spoken?.whom ?? sought
  const users = useCall(user.pick, { query: { searchKey: whom, size: FEW }, ...query })
  const orgs = useCall(org.search, { query: { name: sought }, ...query })
  const apps = useCall(app.page, { query: { name: sought, size: FEW }, ...query, enabled: sought !== '' && seesApps })
  const isPaused = sought === ''
  const lists = text.groups
  const hitOf = (found: PaletteHit): Hit[] => {
    const acts = actsOf(found, rights)
    return acts[0] ? [{ ...acts[0], key: found.kind + found.id, name: found.name, about: found.about, of: found, acts }] : []
  }
  const group = (name: string, found: readonly PaletteHit[], all?: Hit | false): Group => {
    const hits = found.flatMap(hitOf)
    return { name, hits: all && hits.length > 0 ? [...hits, all] : hits }
  }
  const { records: people = [], total = 0 } = users.data ?? {}
  const places = orgs.data ?? []
  const pages = pagesFor(typed, permissions, own, index.spelling)
  const paths = diagnosisFor(typed, rights.may(diagnosis.explain), index.spelling)
  const commands = commandsFor(typed, hasUserMenu, rights, index.spelling).map(command => ({ path: '', ...command }))
  const ownPaths = new Set(own.map(({ path }) => path))
  const labels = labelsFor(typed, index.labels, { ...rights, mayOpen: path => ownPaths.has(path) || rights.mayOpen(path) })
    .filter(({ opens }) => !opens.startsWith(GUIDE) || isForUser(opens.slice(GUIDE.length), permissions))
    // The guide of a page is opened beside it.
    .filter(label => !pages.some(page => page.name === label.name))
    .map(label => ({
      ...label,
      key: `label ${label.name} ${label.path}`,
      path: label.opens,
      about: placeOf(label, permissions),
      mark: label.name,
    }))
  const labelled = { name: lists.label, hits: labels }
  return {
    isAsking: sought !== typed.trim() || users.isFetching || orgs.isFetching || apps.isFetching,
    groups: [
      group(lists.recent, typed === '' ? recentlyFound() : []),
      ...(spoken && !isPaused ? usersFor(spoken.operation, [group(lists.user, people.map(userFound))], text.acts[spoken.operation]) : []),
      group(lists.page, [...paths, ...pages.map(({ path, name }): PaletteHit => ({ kind: 'page', id: path, name }))]),
      { name: lists.act, hits: commands },
      ...(labels[0]?.isExact ? [labelled] : []),
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
          allOf('users', total, `/organiz/index?hasIncludeChild=true&searchKey=${encodeURIComponent(whom)}`),
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
      ...(labels[0]?.isExact ? [] : [labelled]),
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

/** The page a label is on; of the page of one record also the list that leads to it. */
function placeOf({ path, opens }: LabelHit, permissions: Permissions): string {
  const name = nameOf(path, permissions)
  return opens === path || opens.startsWith(`${path}?`) || opens.startsWith(`${path}#`) ? name : `${nameOf(opens, permissions)} › ${name}`
}

/** Only the users among the hits; choosing one leads to the action. */
export const usersFor = (operation: UserOperation, groups: readonly Group[], prefix = ''): Group[] =>
  groups
    .map(group => ({
      name: prefix === '' ? group.name : prefix,
      hits: group.hits.flatMap(hit => {
        const act = hit.acts?.find(one => one.operation === operation)
        return act
          ? [{ ...hit, key: `${operation} ${hit.key}`, name: prefix === '' ? hit.name : `${prefix} ${hit.name}`, path: act.path }]
          : []
      }),
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
function diagnosisFor(typed: string, isAllowed: boolean, spelling: PaletteIndex['spelling']): PaletteHit[] {
  const sought = typed.trim().toLowerCase()
  const isTrace = TRACE.test(sought)
  const name = text.acts.diagnosis
  if (!isAllowed || sought === '' || !(isTrace || isFound(sought, name, spelling['acts.diagnosis']))) return []
  return [{ kind: 'page', id: `/wel/index?trace=${isTrace ? sought : ''}`, name, about: isTrace ? sought : text.diagnosisAbout }]
}
