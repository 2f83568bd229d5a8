import type { Bindings } from '@hufu/contract/credentials/scan'
import type { Submission } from '@hufu/contract/shapes'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/http/context.ts'
import type { Db } from '../../../platform/database/db.ts'
import { port } from '../../../platform/port.ts'
import type { Change } from '../change/change-kinds.ts'

/** What is unique, and by what name a pending request holds it. */
export type HeldKind = 'userName' | 'phone' | 'idCard' | 'originUserId' | 'employeeNumber' | 'orgCode' | 'originOrgId' | 'orgName'

/** What the directory asks of domains below it; `app.ts` connects them at the start. */
export interface BelowDirectory {
  /** Whether the delegation in row `g` of grade_admin holds just now; `live` selects the ids of those that do. */
  delegationState(live: RawBuilder<unknown>): RawBuilder<unknown>
  /** What deleted users delegated goes to whoever stands above them; what they were delegated ends. */
  endDelegations(db: Db, userIds: readonly string[]): Promise<void>
  /** The identities a user signs in with elsewhere; undefined where there is no such user. */
  bindingsOf(db: Db, userId: string): Promise<Bindings | undefined>
  /** The applications a user may open, with their roles and the ways that lead to each in words, and their permission groups. */
  rightsOf(
    db: Db,
    userId: string,
  ): Promise<{
    apps: { appId: string; appName: string; roles: string[]; source: string }[]
    groups: { id: string; name: string }[]
  }>
  /** Stores the change for its review; answers the id of the request. */
  submitChange(ctx: Context, change: Change, submission: Submission): Promise<string>
  /** The fields of an object that a source writes, each with the name of the source. */
  ownedFields(db: Db, objectType: 'user' | 'org', id: string): Promise<ReadonlyMap<string, string>>
  /** Whether a pending request wants this unique value; telephone and ID card by their blind index. */
  isHeld(db: Db, kind: HeldKind, value: string): Promise<boolean>
}

export const below = port<BelowDirectory>('the directory')
