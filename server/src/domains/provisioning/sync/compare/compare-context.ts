import type { SyncProblem } from '@hufu/contract/provisioning/sync'
import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../../../migrations/tables.ts'
import { noRights } from '../../../../platform/access/granted-rights.ts'
import { higherAmong, type Acting } from '../../../../platform/access/seniority.ts'
import type { Scope } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import type { StoredSync } from '../config.sql.ts'
import { otherSources, type Owner } from './links.sql.ts'
import type { FieldValues } from '../mapping/mapping.ts'
import type { ComparedRow } from './rows.sql.ts'
import type { ObjectType } from '../sources/source.ts'

/** What a plan is made with. `who` stands for the source itself and ranks below every administrator. */
export interface CompareContext {
  kernel: Kernel
  db: Kysely<Tables>
  sync: StoredSync
  runId: string
  scope: Scope
  who: Acting
}

export interface Staged {
  originId: string
  hash: string
  name: string
  values: FieldValues
}

/** The actor for a source: it has no rights, so every administrator ranks above it. */
export const actingSource = (userId: string): Acting => ({
  userId,
  rights: noRights,
})

/** Users that a source must not change: administrators, the built-in account, and the user who last saved the task. */
export async function protectedUsers(
  db: Db,
  { who, sync }: Pick<CompareContext, 'who' | 'sync'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const higher = new Set(await higherAmong(db, { ...who, userId: '' }, ids))
  for (const id of ids) if (id === BUILT_IN_ACCOUNT || id === sync.editedBy) higher.add(id)
  return higher
}

export async function ownersOf(db: Db, syncId: string, objectType: ObjectType, ids: readonly string[]): Promise<Map<string, Owner[]>> {
  return Map.groupBy(await otherSources(db, syncId, objectType, ids), owner => owner.objectId)
}

const nothing = {
  act: null,
  orgId: null,
  targetId: null,
  targetVersion: null,
  isOwner: null,
  changes: [],
  problems: [],
  meaning: null,
  batchNo: null,
} as const

export const verdictOf = (
  originId: string,
  verdict: ComparedRow['verdict'],
  more: Partial<Omit<ComparedRow, 'originId' | 'verdict'>> = {},
): ComparedRow => ({ originId, verdict, ...nothing, changes: [...(more.changes ?? [])], ...more, problems: [...(more.problems ?? [])] })

export const problem = (label: string, message: string): SyncProblem => ({ label, message })
export const asProblems = (problems: readonly { column: string; message: string }[]): SyncProblem[] =>
  problems.map(({ column, message }) => ({ label: column, message }))
