import { sql } from 'kysely'
import { SUPER_ADMIN } from '@hufu/contract/screens'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import type { Db } from '../src/platform/database/db.ts'
import { Reference } from './scope-reference.ts'

type Row = Record<string, string | number | boolean | null> & { id: string }
interface Rule { match: 'all' | 'any'; conditions: { field: string; ids?: string[]; value?: number; orgIds?: string[] }[] } // prettier-ignore

const TABLES = [
  'org', 'users', 'job', 'user_label', 'user_label_member', 'work_group', 'work_group_member', 'standing', 'stripe', 'stripe_org',
  'app', 'app_role', 'app_account', 'auth_group', 'app_grant', 'role', 'role_menu', 'user_role', 'grade_admin', 'grade_admin_menu',
] as const // prettier-ignore

export type State = Record<(typeof TABLES)[number], Row[]>

/** All rows of the model in an order independent of their storage, so that a seed draws the same again. */
export async function readState(db: Db): Promise<State> {
  const parts = TABLES.map(
    table => sql`${sql.lit(table)}, (select coalesce(json_agg(t order by t::text), '[]') from ${sql.table(table)} t)`,
  )
  const { rows } = await sql<{ state: State }>`select json_build_object(${sql.join(parts)}) as state`.execute(db)
  return rows[0]!.state
}

export interface Holdings {
  /** `application` and `application/role`, for each user. */
  rights: Map<string, Set<string>>
  /** `node@organisation` for each delegated administrator, `node@everywhere` for everybody with a system role. */
  administered: Map<string, Set<string>>
}

const EVERYWHERE = 'everywhere'
const parentOf = new Map(shippedMenus.map(node => [node.id, node.parentId]))

/** Who holds what, computed from each grant to its users and independently of the product (D-62, D-34, N-02). */
export function holdingsOf(state: State): Holdings {
  return { rights: rightsOf(state), administered: reachOf(state) }
}

const isOn = (row: Row | undefined) => row?.status === 1
const isNow = ({ begin_time, end_time }: Row) =>
  (begin_time === null || new Date(String(begin_time)) <= new Date()) && (end_time === null || new Date(String(end_time)) > new Date())

function rightsOf(state: State, counts: (grant: Row) => boolean = () => true): Map<string, Set<string>> {
  const find = (table: keyof State) => new Map(state[table].map(row => [row.id, row]))
  const [apps, roles, groups] = [find('app'), find('app_role'), find('auth_group')]
  const shut = new Set(state.app_account.filter(row => row.status === 0).map(row => `${row.app_id}:${row.user_id}`))
  const rights = new Map<string, Set<string>>()
  const give = ({ app_id, role_id }: Row, people: Iterable<string>) => {
    if (!isOn(apps.get(String(app_id))) || (role_id !== null && !isOn(roles.get(String(role_id))))) return
    for (const person of people) {
      if (shut.has(`${app_id}:${person}`)) continue
      const personRights = rights.get(person) ?? rights.set(person, new Set()).get(person)!
      personRights.add(String(app_id))
      if (role_id !== null) personRights.add(`${app_id}/${role_id}`)
    }
  }
  const peopleOf = peopleBySubject(state)
  for (const grant of state.app_grant.filter(row => row.subject_type !== 'authGroup' && isNow(row) && counts(row))) {
    const people = peopleOf(grant)
    if (grant.app_id !== null) give(grant, people)
    else if (isOn(groups.get(String(grant.group_id))))
      for (const inner of state.app_grant)
        if (inner.subject_type === 'authGroup' && inner.subject_id === grant.group_id && isNow(inner)) give(inner, people)
  }
  return rights
}

/** The users a grant applies to; none if its subject is disabled. */
function peopleBySubject(state: State): (grant: Row) => string[] {
  const parent = new Map(state.org.map(row => [row.id, row.parent_id as string | null]))
  const isBelow = (org: string | null, root: string): boolean => org !== null && (org === root || isBelow(parent.get(org) ?? null, root))
  const alive = state.users.filter(row => row.deleted_at === null)
  const jobsOf = (test: (job: Row) => boolean) => state.job.filter(test).map(job => String(job.user_id))
  const byRule = (owner: Row, members: string[]) =>
    owner.rule === null
      ? members
      : alive.filter(person => matchesRule(owner.rule as unknown as Rule, person, state.job, isBelow)).map(({ id }) => id)
  return ({ subject_type, subject_id, below }) => {
    const id = String(subject_id)
    const subject = (table: keyof State) => state[table].find(row => row.id === id && isOn(row))
    if (subject_type === 'user') return alive.some(person => person.id === id) ? [id] : []
    if (subject_type === 'org')
      return subject('org') ? jobsOf(job => job.org_id === id || (below === true && isBelow(String(job.org_id), id))) : []
    if (subject_type === 'post') return subject('standing') ? jobsOf(job => job.post_id === id) : []
    if (subject_type === 'stripe') {
      const orgs = new Set(state.stripe_org.filter(row => row.stripe_id === id).map(row => row.org_id))
      return subject('stripe') ? jobsOf(job => orgs.has(job.org_id)) : []
    }
    const owner = subject(subject_type === 'label' ? 'user_label' : 'work_group')
    if (!owner || (owner.valid_end_time && new Date(String(owner.valid_end_time)) <= new Date())) return []
    const [members, column] = subject_type === 'label' ? [state.user_label_member, 'label_id'] : [state.work_group_member, 'group_id']
    return byRule(owner, members.filter(row => row[column] === id).map(row => String(row.user_id))) // prettier-ignore
  }
}

type IsBelow = (org: string | null, root: string) => boolean

function matchesRule({ match, conditions }: Rule, person: Row, jobs: readonly Row[], isBelow: IsBelow): boolean {
  const own = jobs.filter(job => job.user_id === person.id)
  const one = ({ field, ids, value, orgIds }: Rule['conditions'][number]) => {
    if (field === 'rank') return own.some(job => ids!.includes(String(job.rank_id)))
    if (field === 'org') return own.some(job => orgIds!.some(root => isBelow(String(job.org_id), root)))
    if (field === 'jobType') return own.some(job => job.job_type === value)
    return person[field] === value
  }
  return match === 'all' ? conditions.every(one) : conditions.some(one)
}

function reachOf(state: State): Map<string, Set<string>> {
  const reference = new Reference()
  for (const table_name of ['org', 'grade_admin', 'grade_admin_menu'] as const)
    for (const row of state[table_name]) reference.apply({ table_name, before: null, after: row })
  const administered = new Map<string, Set<string>>()
  const add = (person: string, what: string) => (administered.get(person) ?? administered.set(person, new Set()).get(person)!).add(what)
  for (const grant of reference.grade_admin.values()) {
    if (!reference.isLive(grant)) continue
    const nodes = reference.nodes(grant)
    for (const { id } of state.org) if (reference.covers(grant, id)) for (const node of nodes) add(grant.user_id, `${node}@${id}`)
  }
  const nodes = nodesByRole(state)
  for (const { user_id, role_id, status } of state.user_role)
    if (status === 1) for (const node of nodes.get(String(role_id)) ?? []) add(String(user_id), `${node}@${EVERYWHERE}`)
  return administered
}

/** What each enabled role grants: its nodes with the menus above them. */
function nodesByRole(state: State): Map<string, Set<string>> {
  const isHeld = new Set(state.user_role.map(row => row.role_id))
  return new Map(
    state.role.filter(row => isOn(row) && isHeld.has(row.id)).map(({ id, code }) => {
      const whole = new Set(code === SUPER_ADMIN ? [SUPER_ADMIN] : [])
      for (const { role_id, menu_id } of state.role_menu)
        for (let at = role_id === id ? String(menu_id) : '0'; at !== '0'; at = parentOf.get(at) ?? '0') whole.add(at)
      return [id, whole]
    }),
  ) // prettier-ignore
}

/** How the acts of one actor are limited (N-02). */
export interface Giver {
  id: string
  /**
   * `held`: the actor may give what they hold. `roles`: who administers everybody by a system role is limited for menus and scopes,
   * but for applications only towards themselves (decision 0039). `client`: as its opener, and administrators get nothing.
   */
  gives: 'held' | 'roles' | 'client'
  opener?: Opener
}

/** Who opened the calls of a client, and what others may get that the opener does not hold (decision 0113). */
export interface Opener {
  id: string
  others: 'everything' | 'byPlace' | 'nothing'
}

/** Users who gained what neither they nor the actor had before; for the actor themselves, everything new. */
export function gainedBeyond(before: State, after: State, giver: Giver): string[] {
  const [had, now] = [holdingsOf(before), holdingsOf(after)]
  const movedOrgs = orgsElsewhere(before, after, giver)
  return [
    ...(giver.opener ? gainedByClient(before, after, giver.opener) : gainedRights(had.rights, now.rights, giver)),
    ...beyond(now.administered, had.administered, giver.id, what => movedOrgs.has(what.split('@')[1] ?? '')),
  ]
}

const gainedRights = (had: Holdings['rights'], now: Holdings['rights'], { id, gives }: Giver): string[] =>
  beyond(new Map([...now].filter(([person]) => gives === 'held' || person === id)), had, id)

function beyond(now: Holdings['rights'], had: Holdings['rights'], giverId: string, isFree: (what: string) => boolean = () => false) {
  return [...now].flatMap(([person, rights]) => {
    const own = person === giverId ? new Set<string>() : (had.get(giverId) ?? new Set())
    const isNew = (what: string) => !has(had.get(person) ?? new Set(), what) && !has(own, what) && !isFree(what)
    return [...rights].filter(isNew).slice(0, 3).map(what => `${person} gains ${what}`) // prettier-ignore
  })
}

/** What a client gave to administrators, and to others beyond what its opener may give; and administrators whom it moved. */
function gainedByClient(before: State, after: State, { id, others }: Opener): string[] {
  const administrators = new Set([...before.user_role, ...before.grade_admin].map(row => String(row.user_id)))
  const had = rightsOf(before)
  const toAdministrators = [...rightsOf(after)].filter(([person]) => administrators.has(person))
  const limited = rightsOf(
    after,
    grant => others === 'nothing' || (others === 'byPlace' && !['org', 'stripe'].includes(String(grant.subject_type))),
  )
  return [...beyond(new Map(toAdministrators), had, ''), ...beyond(limited, had, id), ...movedAmong(administrators, before, after)]
}

/** Administrators whose jobs, labels or work groups differ; members by rule follow the rule. */
function movedAmong(administrators: ReadonlySet<string>, before: State, after: State): string[] {
  const ruled = new Set([...before.user_label, ...before.work_group, ...after.user_label, ...after.work_group].filter(row => row.rule !== null).map(row => row.id)) // prettier-ignore
  const places = (state: State) =>
    new Set(
      [
        ...state.job.map(row => [row.user_id, 'job', row.org_id, row.job_type, row.post_id, row.rank_id] as const),
        ...state.user_label_member.map(row => [row.user_id, 'label', row.label_id] as const),
        ...state.work_group_member.map(row => [row.user_id, 'group', row.group_id] as const),
      ]
        .filter(([person, , where]) => administrators.has(String(person)) && !ruled.has(String(where)))
        .map(row => row.join()),
    )
  return [...places(before).symmetricDifference(places(after))].map(place => `an administrator is moved: ${place}`)
}

const has = (personRights: ReadonlySet<string>, what: string) =>
  personRights.has(what) || personRights.has(`${what.split('@')[0]}@${EVERYWHERE}`)

/** New organisations, and moved ones if the actor administers all organisations. */
function orgsElsewhere(before: State, after: State, { gives }: Giver): Set<string> {
  const pathsIn = (state: State) => {
    const parent = new Map(state.org.map(row => [row.id, row.parent_id as string | null]))
    const path = (id: string | null): string => (id === null ? '' : `${path(parent.get(id) ?? null)}/${id}`)
    return new Map(state.org.map(row => [row.id, path(row.id)]))
  }
  const [old, now] = [pathsIn(before), pathsIn(after)]
  return new Set([...now].flatMap(([id, path]) => (!old.has(id) || (gives !== 'held' && old.get(id) !== path) ? [id] : [])))
}
