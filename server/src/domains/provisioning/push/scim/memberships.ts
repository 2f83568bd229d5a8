import type { Db } from '../../../../platform/database/db.ts'
import type { Resource, ScimClient } from './client.ts'
import { allRemoteGroups, groupsWithMembers } from './groups.sql.ts'

/** The memberships on a SCIM server, in groups that stand for organisations of Hufu. */
export class Memberships {
  readonly #client: ScimClient
  /** Group ids by organisation: as Hufu created them (#remoteGroups), and those that still exist (#there). */
  readonly #remoteGroups: ReadonlyMap<string, string>
  readonly #there = new Map<string, string>()
  readonly #orgOfGroup: ReadonlyMap<string, string>
  readonly #withMembers: ReadonlySet<string>
  /** Group ids by user id, both those of the server. */
  readonly #groups = new Map<string, string[]>()

  private constructor(client: ScimClient, remoteGroups: ReadonlyMap<string, string>, withMembers: ReadonlySet<string>) {
    this.#client = client
    this.#remoteGroups = remoteGroups
    this.#orgOfGroup = new Map([...remoteGroups].map(([orgId, id]) => [id, orgId]))
    this.#withMembers = withMembers
  }

  static of = async (db: Db, client: ScimClient, appId: string) =>
    new Memberships(client, await allRemoteGroups(db, appId), await groupsWithMembers(db, appId))

  get hasAny(): boolean {
    return this.#remoteGroups.size > 0
  }

  /** Adds a group of a list. If members are missing, the group is read alone, because some servers leave them out of lists. */
  async add(group: Resource): Promise<void> {
    const id = String(group.id)
    const orgId = this.#remoteGroups.has(String(group.externalId)) ? String(group.externalId) : this.#orgOfGroup.get(id)
    if (orgId === undefined) return
    this.#there.set(orgId, id)
    const isIncomplete = group.members === undefined && this.#withMembers.has(id)
    const { members } = (isIncomplete ? await this.#client.one('Groups', id) : undefined) ?? group
    for (const { value } of Array.isArray(members) ? (members as Resource[]) : []) {
      const user = String(value)
      this.#groups.set(user, [...(this.#groups.get(user) ?? []), id])
    }
  }

  /** The groups a user is in, if they differ from those of the organisations; undefined if they are the same. */
  otherThan(userId: string, orgIds: readonly string[]): readonly string[] | undefined {
    const is = this.#groups.get(userId) ?? []
    const groups = orgIds.filter(orgId => this.#remoteGroups.has(orgId))
    const isSame = groups.length === is.length && groups.every(orgId => is.includes(this.#there.get(orgId) ?? ''))
    return isSame ? undefined : is
  }
}
