import type { Kysely } from 'kysely'
import type { PagePermit, Permit } from '@hufu/contract/call'
import { buttonsOf, isDevops, SUPER_ADMIN } from '@hufu/contract/screens'
import type { Tables } from '../../migrations/tables.ts'
import type { Config } from './config.ts'
import { gradesOf, type Grade } from './grades.ts'
import { enabledNodes, withParents, type MenuRow } from './menu-nodes.ts'
import { everything, type Scope } from './scope.ts'

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

/** What one user may do, read at one moment. */
export interface Rights {
  isAdmin: boolean
  isGradeAdmin: boolean
  /** Every node granted and enabled, with the directories above it, by sortNum. */
  nodes: readonly MenuRow[]
  /** Those of his roles alone. */
  roleNodes: readonly MenuRow[]
  /** The grants that let him make a call; none where a role of his does. */
  gradesFor(permit: Permit): readonly Grade[]
  /** Undefined: not permitted. Otherwise the rows the call may reach. */
  scopeOf(permit: Permit): Scope | undefined
}

const GRADE_ONLY_PAGE = '/system/gradeAdmins'
const GRADE_ONLY_BUTTON = 'grade-auth'

/** What was read while the watched version stood at one number; a late reader writes into the one it began with. */
interface Snapshot {
  version: number
  menus: readonly MenuRow[]
  kept: Map<string, Kept>
}

interface Kept {
  rights: Rights
  /** Grants begin, end and rest without any row being written: whoever has some is read again then. */
  until: number
}
const GRADES_KEPT_MS = 1000

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
    if (known && known.until > performance.now()) return known.rights
    const readAt = performance.now()
    const { rights, hasGrades } = await this.#read(userId, menus, gradeOpen)
    kept.set(key, { rights, until: hasGrades ? readAt + GRADES_KEPT_MS : Number.POSITIVE_INFINITY })
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

  async #read(userId: string, menus: readonly MenuRow[], gradeOpen: boolean): Promise<{ rights: Rights; hasGrades: boolean }> {
    const roles = await this.#db
      .selectFrom('userRole')
      .innerJoin('role', 'role.id', 'userRole.roleId')
      .select(['role.id', 'role.code'])
      .where('userRole.userId', '=', userId)
      .where('userRole.status', '=', 1)
      .where('role.status', '=', 1)
      .execute()
    const isAdmin = roles.some(role => role.code === SUPER_ADMIN)
    const { grades, asked } = gradeOpen && !isAdmin ? await gradesOf(this.#db, userId, menus) : { grades: [], asked: false }
    const roleNodes = isAdmin ? menus : await this.#nodesOf(roles.map(role => role.id), menus) // prettier-ignore
    return { rights: rightsFrom({ isAdmin, menus, roleNodes, grades, gradeOpen }), hasGrades: asked }
  }

  async #nodesOf(roleIds: string[], menus: readonly MenuRow[]): Promise<MenuRow[]> {
    if (roleIds.length === 0) return []
    const rows = await this.#db.selectFrom('roleMenu').select('menuId').where('roleId', 'in', roleIds).execute()
    return withParents(new Set(rows.map(row => row.menuId)), menus).filter(node => !isDevops(node.menuUri))
  }
}

interface Sources {
  isAdmin: boolean
  menus: readonly MenuRow[]
  roleNodes: readonly MenuRow[]
  grades: readonly Grade[]
  gradeOpen: boolean
}

function rightsFrom({ isAdmin, menus, roleNodes, grades, gradeOpen }: Sources): Rights {
  const byId = new Map(menus.map(node => [node.id, node]))
  const ofRoles = new Grants(roleNodes, byId)
  const ofGrades = grades.map(grade => ({ grade, grants: new Grants(grade.nodes, byId) }))
  const gradesFor = (permit: Permit): Grade[] =>
    typeof permit !== 'object' || isAdmin || ofRoles.allow(permit)
      ? []
      : ofGrades.filter(({ grants }) => grants.allow(permit)).map(({ grade }) => grade)
  // While grade administration is off nobody is offered what belongs to it, and who asks nevertheless is told why (D-34).
  const isOffered = (node: MenuRow) => gradeOpen || (node.menuUri !== GRADE_ONLY_PAGE && node.mark !== GRADE_ONLY_BUTTON)
  return {
    isAdmin,
    isGradeAdmin: grades.length > 0,
    nodes: [...new Set([...roleNodes.filter(isOffered), ...grades.flatMap(grade => grade.nodes)])].sort(
      (a, b) => a.sortNum - b.sortNum || (a.id < b.id ? -1 : 1),
    ),
    roleNodes,
    gradesFor,
    scopeOf(permit) {
      if (isAdmin || permit === 'anyone' || permit === 'signedIn') return everything
      if (permit === 'superAdmin') return undefined
      if (ofRoles.allow(permit)) return everything
      const roots = gradesFor(permit).map(({ orgId, hasIncludeChild }) => ({ orgId, below: hasIncludeChild === 1 }))
      return roots.length > 0 ? { all: false, roots } : undefined
    },
  }
}
