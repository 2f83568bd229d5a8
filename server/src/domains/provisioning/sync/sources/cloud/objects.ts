import { type LinkedOrgs, type NamedObject, type ObjectsRead, type ObjectType, type RawBatch, type RawRow } from '../source.ts'
import { VendorError } from './client.ts'
import type { CloudTree, SingleCalls } from './tree.ts'

const AT_ONCE = 8
/** More levels than any vendor allows. */
const LEVELS_MAX = 50

/** The vendor's reply does not say where an object belongs. */
class UnclearReply extends Error {}
/** The vendor replied, but its reply leaves open whether or where an object exists. Any other error ends the read. */
const leavesObjectUnclear = (error: unknown): boolean => error instanceof VendorError || error instanceof UnclearReply

/** Reads departments and users by one request each. */
export async function readObjects(
  tree: CloudTree,
  objectType: ObjectType | 'all',
  objects: readonly NamedObject[],
  linkedOrgs: LinkedOrgs,
): Promise<ObjectsRead> {
  if (!tree.single) return { is: 'unclear' }
  try {
    return await new ObjectReader(tree, tree.single, objectType, linkedOrgs).read(objects)
  } catch (error) {
    if (leavesObjectUnclear(error)) return { is: 'unclear' }
    throw error
  }
}

class ObjectReader {
  readonly #tree: CloudTree
  readonly #single: SingleCalls
  readonly #objectType: ObjectType | 'all'
  readonly #linkedOrgs: LinkedOrgs
  readonly #departments = new Map<string, Promise<RawRow | undefined>>()
  readonly #isLinked = new Map<string, boolean>()

  constructor(tree: CloudTree, single: SingleCalls, objectType: ObjectType | 'all', linkedOrgs: LinkedOrgs) {
    this.#tree = tree
    this.#single = single
    this.#objectType = objectType
    this.#linkedOrgs = linkedOrgs
  }

  async read(objects: readonly NamedObject[]): Promise<ObjectsRead> {
    const [orgIds, userIds] = [this.#named(objects, 'org'), this.#named(objects, 'user')]
    const orgs = await each(orgIds, async id => this.#department(id))
    const users = await each(userIds, async id => this.#single.user(id))
    await this.#learnLinked([...orgs.flatMap(org => [idOf(org), parentOf(org) ?? []].flat()), ...users.flatMap(departmentsOf)])
    const orgRows = new Map<string, RawRow>()
    for (const org of orgs) {
      const parent = parentOf(org)
      const above = parent === null ? [] : await this.#unknownFrom(parent)
      if (!above) continue
      if (!this.#isLinked.get(idOf(org)) && (await this.#hasOthers(idOf(org), new Set(orgIds), new Set(userIds))))
        return { is: 'newBranch' }
      for (const row of [org, ...above]) orgRows.set(idOf(row), row)
    }
    const userRows = new Map<string, RawRow>()
    for (const user of users) {
      const above = await this.#unknownOf(user)
      if (!above) continue
      userRows.set(idOf(user), user)
      for (const row of above) orgRows.set(idOf(row), row)
    }
    const batches: RawBatch[] = []
    if (orgRows.size > 0 && this.#objectType !== 'user') batches.push({ objectType: 'org', rows: [...orgRows.values()] })
    if (userRows.size > 0) batches.push({ objectType: 'user', rows: [...userRows.values()] })
    return { is: 'read', batches }
  }

  #named(objects: readonly NamedObject[], kind: ObjectType): string[] {
    if (this.#objectType !== 'all' && this.#objectType !== kind) return []
    return [...new Set(objects.filter(({ objectType }) => objectType === kind).map(({ originId }) => originId))]
  }

  async #department(id: string): Promise<RawRow | undefined> {
    const request = this.#departments.get(id) ?? this.#single.department(id)
    this.#departments.set(id, request)
    return request
  }

  async #learnLinked(ids: readonly string[]): Promise<void> {
    const open = [...new Set(ids)].filter(id => !this.#isLinked.has(id))
    if (open.length === 0) return
    const linked = await this.#linkedOrgs(open)
    for (const id of open) this.#isLinked.set(id, linked.has(id))
  }

  /** This department and its ancestors, up to the first linked one or the top; undefined if the source does not read it. */
  async #unknownFrom(id: string): Promise<RawRow[] | undefined> {
    const rows: RawRow[] = []
    for (let at: string | null = id; at !== null;) {
      await this.#learnLinked([at])
      if (this.#isLinked.get(at)) return rows
      const row = await this.#department(at)
      if (!row || rows.length === LEVELS_MAX) return this.#outside()
      rows.push(row)
      // A task of users alone only needs to know that the vendor shows it the department.
      if (this.#objectType === 'user' && !this.#single.isPart) return rows
      at = parentOf(row)
    }
    return rows
  }

  /**
   * A department without a path to the top lies outside a source that reads one part of the tenant. If the source reads all of
   * it, the place of the department's members is unclear.
   */
  #outside(): undefined {
    if (!this.#single.isPart) throw new UnclearReply()
    return undefined
  }

  /** The unlinked departments of a user and their unlinked ancestors; undefined if the source reads no department of theirs. */
  async #unknownOf(user: RawRow): Promise<RawRow[] | undefined> {
    if (!Array.isArray(user.departments)) throw new UnclearReply()
    const ids = departmentsOf(user)
    if (ids.length === 0) return []
    const rows: RawRow[] = []
    let [isRead, isUnclear] = [false, false]
    for (const id of ids)
      try {
        const above = await this.#unknownFrom(id)
        isRead ||= above !== undefined
        rows.push(...(above ?? []))
      } catch (error) {
        if (!leavesObjectUnclear(error)) throw error
        isUnclear = true
      }
    if (isRead) return rows
    if (isUnclear) throw new UnclearReply()
    return undefined
  }

  /** Whether the department contains unlinked departments or users that are not among the objects asked for. */
  async #hasOthers(id: string, orgIds: ReadonlySet<string>, userIds: ReadonlySet<string>): Promise<boolean> {
    const below = (await this.#single.below(id)).map(idOf)
    await this.#learnLinked(below)
    if (below.some(one => !orgIds.has(one) && !this.#isLinked.get(one))) return true
    return this.#objectType === 'all' && (await this.#tree.users(id)).some(user => !userIds.has(idOf(user)))
  }
}

const idOf = ({ id }: RawRow): string => String(id)
const parentOf = ({ parentId }: RawRow): string | null => (typeof parentId === 'string' ? parentId : null)
const departmentsOf = ({ departments }: RawRow): string[] => (Array.isArray(departments) ? departments.map(String) : [])

/** The rows of those that exist, with at most `AT_ONCE` requests at a time. */
async function each(ids: readonly string[], ask: (id: string) => Promise<RawRow | undefined>): Promise<RawRow[]> {
  const found: RawRow[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE)
    for (const row of await Promise.all(ids.slice(at, at + AT_ONCE).map(ask))) if (row) found.push(row)
  return found
}
