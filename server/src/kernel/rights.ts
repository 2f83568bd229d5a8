import type { Kysely } from 'kysely'
import type { PagePermit, Permit } from '@hufu/contract/call'
import { buttonsOf, isDevops, SUPER_ADMIN } from '@hufu/contract/screens'
import type { Tables } from '../../migrations/tables.ts'
import type { Config } from './config.ts'
import { everything, type Scope } from './scope.ts'

export interface MenuRow {
  id: string
  parentId: string
  name: string
  menuUri: string
  menuIcon: string | null
  type: 'menu' | 'button'
  mark: string | null
  status: number
  hsaAuthGradeShow: number
  sortNum: number
  version: number
}

/** Pages and, on each, button codes. */
class Grants {
  readonly #buttons = new Map<string, Set<string>>()

  constructor(nodes: readonly MenuRow[], byId: ReadonlyMap<string, MenuRow>) {
    for (const node of nodes) if (node.type === 'menu' && node.menuUri) this.#buttons.set(node.menuUri, new Set())
    for (const node of nodes) {
      const page = byId.get(node.parentId)
      if (node.type === 'button' && page && node.mark) this.#buttons.get(page.menuUri)?.add(node.mark)
    }
  }

  get any(): boolean {
    return this.#buttons.size > 0
  }

  /** D-33: a named page whose seed has none of the named buttons passes by the page alone. */
  allow(permit: PagePermit): boolean {
    if (permit.pages === '*') return this.any
    return permit.pages.some(page => {
      const held = this.#buttons.get(page)
      if (!held) return false
      const seeded = buttonsOf(page)
      const asked = permit.buttons.filter(code => seeded.includes(code))
      return asked.length === 0 || asked.some(code => held.has(code))
    })
  }
}

interface GradeRow {
  orgId: string
  hasIncludeChild: number
  grants: Grants
}

/** What one user may do, read at one moment. */
export interface Rights {
  isAdmin: boolean
  isGradeAdmin: boolean
  /** Every node granted and enabled, with the directories above it, by sortNum. */
  nodes: readonly MenuRow[]
  /** Undefined: not permitted. Otherwise the rows the call may reach. */
  scopeOf(permit: Permit): Scope | undefined
}

/** Enabled nodes only; a disabled one hides what is below it (D-37). */
function enabledNodes(all: readonly MenuRow[]): MenuRow[] {
  const byId = new Map(all.map(node => [node.id, node]))
  const shown = (node: MenuRow | undefined, depth = 0): boolean =>
    node !== undefined && depth < 20 && node.status === 1 && (node.parentId === '0' || shown(byId.get(node.parentId), depth + 1))
  return all.filter(node => shown(node))
}

/** The nodes with these ids and the menus above them. */
function withParents(ids: ReadonlySet<string>, nodes: readonly MenuRow[]): MenuRow[] {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const wanted = new Set<string>()
  for (const id of ids) for (let node = byId.get(id); node && !wanted.has(node.id); node = byId.get(node.parentId)) wanted.add(node.id)
  return nodes.filter(node => wanted.has(node.id))
}

const GRADE_ONLY_PAGE = '/system/gradeAdmins'
const GRADE_ONLY_BUTTON = 'grade-auth'

/** What was read while the watched version stood at one number; a late reader writes into the one it began with. */
interface Snapshot {
  version: number
  menus: readonly MenuRow[]
  kept: Map<string, Rights>
}

/** Reads rights and keeps them until the watched version moves. */
export class RightsReader {
  readonly #db: Kysely<Tables>
  readonly #config: Config
  #snapshot: Snapshot = { version: -1, menus: [], kept: new Map() }

  constructor(db: Kysely<Tables>, config: Config) {
    this.#db = db
    this.#config = config
  }

  /** `version` comes with the session, at most a second old (T29). */
  async of(userId: string, version: number): Promise<Rights> {
    const { menus, kept } = await this.#at(version)
    const gradeOpen = this.#config.values.openGradeAdmin
    const key = `${userId}:${gradeOpen}`
    const known = kept.get(key)
    if (known) return known
    const rights = await this.#read(userId, menus, gradeOpen)
    kept.set(key, rights)
    return rights
  }

  async #at(version: number): Promise<Snapshot> {
    if (version === this.#snapshot.version) return this.#snapshot
    const rows = await this.#db.selectFrom('menu').selectAll().orderBy('sortNum').orderBy('id').execute()
    const fresh: Snapshot = { version, menus: enabledNodes(rows), kept: new Map() }
    // Whoever read the same version meanwhile has the same answers.
    if (this.#snapshot.version !== version) this.#snapshot = fresh
    return this.#snapshot
  }

  async #read(userId: string, menus: readonly MenuRow[], gradeOpen: boolean): Promise<Rights> {
    const roles = await this.#db
      .selectFrom('userRole')
      .innerJoin('role', 'role.id', 'userRole.roleId')
      .select(['role.id', 'role.code'])
      .where('userRole.userId', '=', userId)
      .where('userRole.status', '=', 1)
      .where('role.status', '=', 1)
      .execute()
    const isAdmin = roles.some(role => role.code === SUPER_ADMIN)
    const grades = gradeOpen && !isAdmin ? await this.#gradeRows(userId, menus) : []
    const granted = isAdmin ? menus : await this.#nodesOf(roles.map(role => role.id), menus) // prettier-ignore
    const roleNodes = gradeOpen ? granted : granted.filter(node => node.menuUri !== GRADE_ONLY_PAGE && node.mark !== GRADE_ONLY_BUTTON)
    const nodes = [...new Set([...roleNodes, ...grades.flatMap(grade => grade.nodes)])]
    const byId = new Map(menus.map(node => [node.id, node]))
    return rightsFrom(
      isAdmin,
      nodes.sort((a, b) => a.sortNum - b.sortNum || (a.id < b.id ? -1 : 1)),
      new Grants(roleNodes, byId),
      grades,
    )
  }

  async #nodesOf(roleIds: string[], menus: readonly MenuRow[]): Promise<MenuRow[]> {
    if (roleIds.length === 0) return []
    const rows = await this.#db.selectFrom('roleMenu').select('menuId').where('roleId', 'in', roleIds).execute()
    return withParents(new Set(rows.map(row => row.menuId)), menus).filter(node => !isDevops(node.menuUri))
  }

  async #gradeRows(userId: string, menus: readonly MenuRow[]): Promise<(GradeRow & { nodes: MenuRow[] })[]> {
    const rows = await this.#db
      .selectFrom('gradeAdmin')
      .leftJoin('gradeAdminMenu', 'gradeAdminMenu.gradeAdminId', 'gradeAdmin.id')
      .select(['gradeAdmin.id', 'gradeAdmin.orgId', 'gradeAdmin.hasIncludeChild', 'gradeAdminMenu.menuId'])
      .where('gradeAdmin.userId', '=', userId)
      .where('gradeAdmin.status', '=', 1)
      .execute()
    const byId = new Map(menus.map(node => [node.id, node]))
    return [...Map.groupBy(rows, row => row.id).values()].map(group => {
      const ids = new Set(group.map(row => row.menuId).filter(id => id !== null))
      const nodes = withParents(ids, menus).filter(node => node.hsaAuthGradeShow === 1 && !isDevops(node.menuUri))
      return { orgId: group[0]!.orgId, hasIncludeChild: group[0]!.hasIncludeChild, nodes, grants: new Grants(nodes, byId) }
    })
  }
}

function rightsFrom(isAdmin: boolean, nodes: MenuRow[], roleGrants: Grants, grades: readonly GradeRow[]): Rights {
  return {
    isAdmin,
    isGradeAdmin: grades.length > 0,
    nodes,
    scopeOf(permit) {
      if (isAdmin || permit === 'anyone' || permit === 'signedIn') return everything
      if (permit === 'superAdmin') return undefined
      if (roleGrants.allow(permit)) return everything
      const roots = grades
        .filter(grade => grade.grants.allow(permit))
        .map(({ orgId, hasIncludeChild }) => ({ orgId, below: hasIncludeChild === 1 }))
      return roots.length > 0 ? { all: false, roots } : undefined
    },
  }
}
