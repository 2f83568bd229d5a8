import type { Bindings } from '@hufu/contract/credentials/scan'
import type { Submission } from '@hufu/contract/shapes'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../../platform/http/context.ts'
import type { Db } from '../../../platform/database/db.ts'
import { port } from '../../../platform/port.ts'
import type { Change } from '../change/change-kinds.ts'

/** The unique values, by the name under which a pending request holds them. */
export type HeldKind = 'userName' | 'phone' | 'idCard' | 'originUserId' | 'employeeNumber' | 'orgCode' | 'originOrgId' | 'orgName'

/** What the directory asks of domains below it; `app.ts` connects them at start. */
export interface DirectoryPort {
  /** The state of the delegation in row `g` of grade_admin; `live` selects the ids of those in force. */
  delegationState(live: RawBuilder<unknown>): RawBuilder<unknown>
  /** Passes the delegations that deleted users made to administrators above them, and ends the delegations made to them. */
  endDelegations(db: Db, userIds: readonly string[]): Promise<void>
  /** The user's external sign-in identities; undefined where there is no such user. */
  bindingsOf(db: Db, userId: string): Promise<Bindings | undefined>
  /** The applications a user may open, with roles and access paths in words, and the user's permission groups. */
  rightsOf(
    db: Db,
    userId: string,
  ): Promise<{
    apps: { appId: string; appName: string; roles: string[]; source: string }[]
    groups: { id: string; name: string }[]
  }>
  /** Stores the change for its review; returns the id of the request. */
  submitChange(ctx: Context, change: Change, submission: Submission): Promise<string>
  /** The fields of an object that a sync source writes, with the source's name. */
  ownedFields(db: Db, objectType: 'user' | 'org', id: string): Promise<ReadonlyMap<string, string>>
  /** Whether a pending request holds this unique value; telephone and ID card are given as blind index. */
  isHeld(db: Db, kind: HeldKind, value: string): Promise<boolean>
}

export const directoryPort = port<DirectoryPort>('the directory')
