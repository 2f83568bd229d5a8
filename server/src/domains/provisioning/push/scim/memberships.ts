import type { Db } from '../../../../platform/database/db.ts'
import type { Resource, ScimClient } from './client.ts'
import { allRemoteGroups, groupsWithMembers } from './groups.sql.ts'

/** Who is in which group of a SCIM server, as far as its groups stand for our organisations. */
export class Memberships {
  readonly #client: ScimClient
  /** Groups by the organisation they stand for: as we made them, and those of them that are still there. */
  readonly #remoteGroups: ReadonlyMap<string, string>
  readonly #there = new Map<string, string>()
  readonly #orgOfGroup: ReadonlyMap<string, string>
  readonly #withMembers: ReadonlySet<string>
  /** Groups by user, all by their ids over there. */
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

  /** A group as it came in a list; one that should have members and came without is asked for alone, as some lists leave them out. */
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

  /** The groups a user is in, where these are not those of the organisations. */
  otherThan(userId: string, orgIds: readonly string[]): readonly string[] | undefined {
    const is = this.#groups.get(userId) ?? []
    const groups = orgIds.filter(orgId => this.#remoteGroups.has(orgId))
    const isSame = groups.length === is.length && groups.every(orgId => is.includes(this.#there.get(orgId) ?? ''))
    return isSame ? undefined : is
  }
}
