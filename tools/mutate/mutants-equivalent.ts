import type { Place } from './mutate-places.ts'

export interface Equivalent {
  path: string
  /** The function or constant that contains it. */
  inside: string
  /** The text that is taken out; with `after`, only if this replaces it. */
  before: string
  after?: string
  reason: string
}

const GROUP_RIGHTS_DELETE = `create trigger group_rights_delete after delete on work_group_member referencing old table as stale
  for each statement execute function member_rights_changed('workGroup', 'group_id');`

/** Mutants without any observable effect, reviewed, each with the reason. */
export const equivalents: readonly Equivalent[] = [
  {
    path: 'server/src/domains/apps/giving/giving.sql.ts',
    inside: 'ruled',
    before: "${notOver('g')}",
    reason: 'a grant that is over is looked at in vain: `subject_grant` leaves it out of what is compared',
  },
  {
    path: 'server/src/domains/apps/giving/giving.sql.ts',
    inside: 'writeMembers',
    before: 'if (userIds.length === 0)',
    after: 'if (false)',
    reason: 'for no users the statement inserts no row',
  },
  {
    path: 'server/migrations/0041-given-rights.sql',
    inside: 'member_rights_changed',
    before: GROUP_RIGHTS_DELETE,
    reason: 'no call takes somebody out of a work group and puts them under anything else in one transaction',
  },
  {
    path: 'server/src/platform/http/limits.ts',
    inside: 'AddressLimits',
    before: 'if (this.#markedAt.size >= MARKED_MAX)',
    reason: 'it bounds the memory of a node; what is forgotten is written down again, and no answer depends on it',
  },
  {
    path: 'server/src/platform/http/limits.ts',
    inside: 'Limits',
    before: 'if (this.#full.size < KEPT_MAX)',
    reason: 'it bounds the memory of a node; what is forgotten is refused by the database',
  },
  {
    path: 'server/src/platform/http/limits.ts',
    inside: 'Limits',
    before: 'if (asksAgain <= now)',
    reason: 'it bounds the memory of a node; what is forgotten is refused by the database',
  },
  {
    path: 'server/src/domains/federation/scim/users/user-fields.sql.ts',
    inside: 'userFields',
    before: "personInScope(scope, 'w.user_id')",
    reason: 'it is a condition of a list of users in scope, who are returned with all their jobs',
  },
  {
    path: 'server/src/domains/apps/app-user/app-user.sql.ts',
    inside: 'entitledBy',
    before: "inScope(scope, sql.ref('way.org_id'))",
    reason: 'the organisation of the job is in scope by a condition beside it',
  },
  {
    path: 'server/src/domains/directory/user/list/user-read.sql.ts',
    inside: 'usersByOrg',
    before: "inScope(scope, sql.ref('way.org_id'))",
    reason: 'the organisation of the job is in scope by a condition beside it',
  },
  {
    path: 'server/src/domains/messages/sms/sms-list.sql.ts',
    inside: 'smsRows',
    before: "personInScope(scope, 's.user_id')",
    reason: 'an export reads the rows of ids that it has just found in the same scope',
  },
  {
    path: 'server/src/domains/directory/org/org-export.sql.ts',
    inside: 'exportRows',
    before: "inScope(scope, sql.ref('o.id'))",
    reason: 'an export reads the rows of ids that it has just found in the same scope',
  },
  {
    path: 'server/src/domains/apps/access/people.sql.ts',
    inside: 'countOfEntitledInScope',
    before: "inScope(scope, sql.ref('j.org_id'))",
    reason: 'the organisation of the job is one of those of the scope by a condition beside it',
  },
  {
    path: 'server/src/domains/directory/position-attribute/position-attribute.sql.ts',
    inside: 'withPeople',
    before: "inScope(scope, sql.ref('j.org_id'))",
    reason: 'this statement is built for an unlimited scope only',
  },
  {
    path: 'server/src/domains/federation/scim/limits/settings.sql.ts',
    inside: 'saveScimSettings',
    before: "inScope(scope, sql.ref('a.org_id'))",
    reason: 'lockOrgs has refused an organisation out of scope before',
  },
  {
    path: 'server/src/domains/provisioning/sync/run/gone.sql.ts',
    inside: 'occupied',
    before: "inScope(scope, sql.ref('o.id'))",
    reason: 'what ends organisations refuses one out of scope too, so the row is refused either way',
  },
  {
    path: 'server/src/platform/files/files.ts',
    inside: 'chunked',
    before: 'if (length >= CHUNK)',
    reason: 'it bounds the size of the rows an upload is kept in; what is read back is the same',
  },
]

export const findEquivalent = (place: Place, all: readonly Equivalent[] = equivalents): Equivalent | undefined =>
  all.find(
    ({ path, inside, before, after }) =>
      path === place.path && inside === place.inside && before === place.before && (after === undefined || after === place.after),
  )
