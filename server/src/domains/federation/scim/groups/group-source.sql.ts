import { sql, type RawBuilder } from 'kysely'
import type { ScimGroups } from '@hufu/contract/federation/api-client'
import { everyone, inScope, type Scope } from '../../../../platform/access/scope.ts'

/** The tables of a client's groups. */
export interface GroupSource {
  /** Rows with id, name, version and times; queries alias it as `g`. */
  table: RawBuilder<unknown>
  /** Pairs of `group_id` and `user_id`. */
  members: RawBuilder<unknown>
  /** Which of the groups `g` a client sees. */
  seen(scope: Scope): RawBuilder<unknown>
  /** A digest of the members of `g`; null where a change of members already changes the version. */
  memberDigest: RawBuilder<unknown>
}

export const groupSources: Readonly<Record<ScimGroups, GroupSource>> = {
  workGroup: {
    table: sql`work_group`,
    members: sql`work_group_member`,
    // A work group without an organisation is visible only to a client whose scope is everything.
    seen: scope => inScope(scope, sql.ref('g.org_id')),
    memberDigest: sql`null::text`,
  },
  label: {
    table: sql`user_label`,
    members: sql`(select label_id as group_id, user_id from user_label_member)`,
    // All clients see all labels, and of the members each client sees those in its scope.
    seen: () => sql`true`,
    memberDigest: sql`null::text`,
  },
  org: {
    table: sql`live_org`,
    members: everyone('the queries that read these tables narrow them', sql`(select org_id as group_id, user_id from job)`),
    seen: scope => inScope(scope, sql.ref('g.id')),
    memberDigest: everyone(
      'the queries that read these tables narrow them',
      sql`(select sum(hashtextextended(j.user_id, 0))::text from job j where j.org_id = g.id)`,
    ),
  },
}
