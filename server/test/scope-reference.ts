import type { AnyCall } from '@hufu/contract/call'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import { permits, type Holdings } from './permits.ts'

/** Rows as the database stores them; the data history of each call keeps them up to date. */
export interface Org { id: string; parent_id: string | null; name: string; code: string; deleted_at: string | null } // prettier-ignore
export interface Person { id: string; user_name: string; real_name: string; status: number; deleted_at: string | null; deleted_jobs: Job[] | null } // prettier-ignore
export interface Job { id: string; user_id: string; org_id: string; job_type: number; sort_num: number } // prettier-ignore
export interface Grant { id: string; user_id: string; org_id: string; has_include_child: number; has_hand_on: number; status: number; source_id: string | null; granted_by: string | null } // prettier-ignore
interface Node { id: string; grade_admin_id: string; menu_id: string } // prettier-ignore
export interface Change { table_name: string; before: { id: string } | null; after: { id: string } | null } // prettier-ignore
export type Reaches = (orgId: string | null | undefined) => boolean

export const MIRRORED_TABLES = ['org', 'users', 'job', 'grade_admin', 'grade_admin_menu'] as const
const nodeById = new Map(shippedMenus.map(node => [node.id, node]))

/** An independent implementation of who may reach what, in some thirty lines (D-33, D-34, docs/decisions/rights.md, 0014). */
export class Reference {
  readonly org = new Map<string, Org>()
  readonly users = new Map<string, Person>()
  readonly job = new Map<string, Job>()
  readonly grade_admin = new Map<string, Grant>()
  readonly grade_admin_menu = new Map<string, Node>()

  isBelow(orgId: string | null, root: string): boolean {
    for (let at = orgId; at !== null; at = this.org.get(at)?.parent_id ?? null) if (at === root) return true
    return false
  }
  covers = (grant: Grant, orgId: string): boolean =>
    orgId === grant.org_id || (grant.has_include_child === 1 && this.isBelow(orgId, grant.org_id))
  /** Whether a delegation is in force: its source must be in force, allow handing on and cover it. */
  isLive(grant: Grant): boolean {
    if (grant.status === 0 || grant.source_id === null) return grant.status === 1
    const source = this.grade_admin.get(grant.source_id)
    if (!source || source.has_hand_on === 0 || grant.has_include_child > source.has_include_child) return false
    return this.covers(source, grant.org_id) && this.isLive(source)
  }
  /** The menus and buttons of a grant, with the menus above them. */
  nodes(grant: Grant): Set<string> {
    const whole = new Set<string>()
    for (const { grade_admin_id, menu_id } of this.grade_admin_menu.values())
      for (let at = grade_admin_id === grant.id ? menu_id : '0'; at !== '0'; at = nodeById.get(at)!.parentId) whole.add(at)
    return whole
  }
  holdings(grant: Grant): Holdings {
    const nodes = [...this.nodes(grant)].map(id => nodeById.get(id)!)
    const marks = (pageId: string) => nodes.flatMap(node => (node.parentId === pageId && node.mark ? [node.mark] : []))
    return Object.fromEntries(nodes.filter(node => node.type === 'menu').map(page => [page.menuUri, marks(page.id)]))
  }
  grantsOf = (userId: string, call?: AnyCall): Grant[] =>
    [...this.grade_admin.values()].filter(
      grant => grant.user_id === userId && this.isLive(grant) && (call === undefined || permits(call, this.holdings(grant))),
    )
  /** The nodes a delegation has beyond its source; there must be none. */
  beyondSource(grant: Grant): string[] {
    const source = grant.source_id === null ? undefined : this.grade_admin.get(grant.source_id)
    if (!source || !this.isLive(grant)) return []
    return [...this.nodes(grant).difference(this.nodes(source))]
  }
  /**
   * Whether the user ranks above the actor: they hold something the actor does not, or granted what the actor holds
   * (docs/decisions/rights.md, 0012).
   */
  standsAbove(userId: string, actorId: string): boolean {
    const own = this.grantsOf(actorId).map(grant => ({ grant, nodes: this.nodes(grant) }))
    const isHeld = (theirs: Grant, node: string) =>
      own.some(({ grant, nodes }) => nodes.has(node) && this.covers(grant, theirs.org_id) && grant.has_include_child >= (grant.org_id === theirs.org_id ? theirs.has_include_child : 1)) // prettier-ignore
    if (this.#granters(this.#grantsEver(actorId)).has(userId) && userId !== actorId) return true
    return (
      userId !== actorId &&
      [...this.grade_admin.values()].some(
        theirs => theirs.user_id === userId && ![...this.nodes(theirs)].every(node => isHeld(theirs, node)),
      )
    )
  }
  #grantsEver = (userId: string): Grant[] => [...this.grade_admin.values()].filter(grant => grant.user_id === userId)
  #granters(grants: readonly Grant[]): Set<string> {
    const above = grants.flatMap(({ source_id }) => (source_id === null ? [] : (this.grade_admin.get(source_id) ?? [])))
    return above.length === 0 ? new Set() : new Set(above.map(grant => grant.user_id)).union(this.#granters(above))
  }

  // Only look-ups and updates of the rows follow; no decisions.
  jobsOf = (userId: string): Job[] => [...this.job.values()].filter(job => job.user_id === userId)
  formerOrg = (person: Person | undefined) => person?.deleted_jobs?.find(job => job.job_type === 1)?.org_id
  people = (isWanted: (job: Job) => boolean): Set<string> => new Set([...this.job.values()].filter(isWanted).map(job => job.user_id))
  apply({ table_name, before, after }: Change): void {
    const rows = this[table_name as (typeof MIRRORED_TABLES)[number]] as Map<string, { id: string }> | undefined
    if (!(rows instanceof Map)) return
    if (after) rows.set(after.id, after)
    else rows.delete(before!.id)
  }
}
