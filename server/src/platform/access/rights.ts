import type { Kysely } from 'kysely'
import { isDevops, SUPER_ADMIN } from '@hufu/contract/screens'
import type { Tables } from '../../../migrations/tables.ts'
import { segregatedRoles, type SegregatedRole } from '@hufu/contract/permission/separation'
import { stronger, type Strength } from '@hufu/contract/sign-in/strength'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { delegationsOf } from './delegations.ts'
import { separated, combinedRights, type Rights } from './granted-rights.ts'
import { enabledNodes, withParents, type MenuRow } from './menu-nodes.ts'

export type { Rights } from './granted-rights.ts'

/**
 * Rights read at one watched version. A slow read stores its result in the snapshot it began with, so it never mixes two versions.
 */
interface Snapshot {
  version: number
  menus: readonly MenuRow[]
  isSeparated: boolean
  cachedRights: Map<string, CachedRights>
}

interface CachedRights {
  rights: Rights
  /**
   * Rights with delegations are read again after this time, because delegations begin, end and are suspended without a row being
   * written.
   */
  until: number
}
const DELEGATION_KEPT_MS = 1000

/** Reads rights and keeps them until the watched version moves. */
export class RightsReader {
  readonly #db: Kysely<Tables>
  readonly #config: Config
  readonly #clock: Clock
  #snapshot: Snapshot = { version: -1, menus: [], isSeparated: false, cachedRights: new Map() }

  constructor(db: Kysely<Tables>, config: Config, clock: Clock) {
    this.#db = db
    this.#config = config
    this.#clock = clock
  }

  /** `version` comes with the session, at most a second old. */
  async of(userId: string, version: number): Promise<Rights> {
    const { cachedRights, ...snapshot } = await this.#at(version)
    const delegationOpen = this.#config.values.openGradeAdmin
    const key = `${userId}:${delegationOpen}`
    const cached = cachedRights.get(key)
    if (cached && cached.until > this.#clock()) return cached.rights
    const readAt = this.#clock()
    const { rights, hasDelegations } = await this.#read(userId, snapshot, delegationOpen)
    cachedRights.set(key, { rights, until: hasDelegations ? readAt + DELEGATION_KEPT_MS : Number.POSITIVE_INFINITY })
    return rights
  }

  async #at(version: number): Promise<Snapshot> {
    if (version === this.#snapshot.version) return this.#snapshot
    const rows = await this.#db.selectFrom('menu').selectAll().orderBy('sortNum').orderBy('id').execute()
    const { isOn } = await this.#db.selectFrom('separation').select('isOn').executeTakeFirstOrThrow()
    const fresh: Snapshot = { version, menus: enabledNodes(rows), isSeparated: isOn, cachedRights: new Map() }
    // A snapshot of the same version read meanwhile holds the same answers.
    if (this.#snapshot.version !== version) this.#snapshot = fresh
    return this.#snapshot
  }

  async #read(
    userId: string,
    { menus, isSeparated }: Omit<Snapshot, 'cachedRights'>,
    delegationOpen: boolean,
  ): Promise<{ rights: Rights; hasDelegations: boolean }> {
    const roles = await this.#db
      .selectFrom('userRole')
      .innerJoin('role', 'role.id', 'userRole.roleId')
      .select(['role.id', 'role.code', 'role.secondFactor'])
      .where('userRole.userId', '=', userId)
      .where('userRole.status', '=', 1)
      .where('role.status', '=', 1)
      .execute()
    const segregated = await this.#db.selectFrom('dutyHolder').select('duty').where('userId', '=', userId).executeTakeFirst()
    const isSuper = roles.some(role => role.code === SUPER_ADMIN)
    const { delegations, hasAny } =
      delegationOpen && !isSuper ? await delegationsOf(this.#db, userId, menus) : { delegations: [], hasAny: false }
    const ofRoles = isSuper ? menus : await this.#nodesOf(roles.map(role => role.id), menus) // prettier-ignore
    const secondFactor = roles.reduce<Strength>((most, role) => stronger(most, role.secondFactor), '')
    const sources = { isSuper, segregatedRole: segregated?.duty, menus, ofRoles, delegations, delegationOpen, secondFactor }
    return { rights: isSeparated ? separated(sources) : combinedRights(sources), hasDelegations: hasAny }
  }

  /** What each enabled role and each of the three segregated roles grants on its own. */
  async ofEachRole(): Promise<{ name: string; segregatedRole: SegregatedRole | undefined; rights: Rights }[]> {
    const { version } = await this.#db.selectFrom('watchedVersion').select('version').where('name', '=', 'rights').executeTakeFirstOrThrow()
    const { menus, isSeparated } = await this.#at(version)
    const combine = isSeparated ? separated : combinedRights
    const { openGradeAdmin: delegationOpen } = this.#config.values
    const bare = {
      isSuper: false,
      segregatedRole: undefined,
      menus,
      ofRoles: [],
      delegations: [],
      delegationOpen,
      secondFactor: '' as const,
    }
    const roles = await this.#db
      .selectFrom('role')
      .select(['id', 'code', 'name'])
      .where('status', '=', 1)
      .orderBy('builtIn', 'desc')
      .orderBy('createTime')
      .orderBy('id')
      .execute()
    const ofRoles = roles.map(async ({ id, code, name }) => {
      const isSuper = code === SUPER_ADMIN
      const nodes = isSuper ? menus : await this.#nodesOf([id], menus)
      return { name, segregatedRole: undefined, rights: combine({ ...bare, isSuper, ofRoles: nodes }) }
    })
    return [
      ...(await Promise.all(ofRoles)),
      ...segregatedRoles.map(segregatedRole => ({
        name: segregatedRole,
        segregatedRole,
        rights: combine({ ...bare, segregatedRole }),
      })),
    ]
  }

  async #nodesOf(roleIds: string[], menus: readonly MenuRow[]): Promise<MenuRow[]> {
    if (roleIds.length === 0) return []
    const rows = await this.#db.selectFrom('roleMenu').select('menuId').where('roleId', 'in', roleIds).execute()
    return withParents(new Set(rows.map(row => row.menuId)), menus).filter(node => !isDevops(node.menuUri))
  }
}
