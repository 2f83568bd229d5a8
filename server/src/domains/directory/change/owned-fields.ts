import type { OrgEdit } from '@hufu/contract/directory/org'
import type { UserEdit } from '@hufu/contract/directory/user'
import { orgFields } from '@hufu/contract/fields/org-fields'
import { keysWith } from '@hufu/contract/fields/field'
import { refuse } from '../../../platform/http/refuse.ts'
import { orgsById } from '../org/update-sheet.sql.ts'
import { directoryPort } from '../user/directory-port.ts'
import { changedFields } from '../user/edit/changed-fields.ts'
import { findSynced } from '../user/synced/synced-people.sql.ts'
import type { ChangeContext } from './change.ts'

type Field = readonly [field: string, isChanged: boolean]
const trimmed = (value: string | null | undefined) => value?.trim() || null
/** undefined means the field is not changed. */
const differs = (sent: string | number | null | undefined, present: unknown) =>
  sent !== undefined && (typeof sent === 'string' ? trimmed(sent) : sent) !== (present ?? null)

/**
 * Refuses changes to fields that a sync source writes at every run. Super administrators may change them, but the next run
 * overwrites the change.
 */
export async function refuseOwnedUser(ctx: ChangeContext, edit: UserEdit): Promise<void> {
  const owned = await ownedOf(ctx, 'user', edit.id)
  if (owned.size === 0) return
  const present = (await findSynced(ctx.db, ctx.scope, [edit.id])).get(edit.id)
  if (!present) return
  const main = edit.jobs.find(job => job.jobType === 1)
  const others = edit.jobs.filter(job => job.jobType !== 1).map(job => job.orgId)
  const isSameOthers = new Set(others).symmetricDifference(new Set(present.otherOrgIds)).size === 0
  refuseFirstOwned(owned, [
    ...changedFields(ctx.kernel.keys, edit, { ...present, phone: present.phoneHash, idCard: present.idCardHash }).map(
      field => [field, true] as const,
    ),
    ['jobs', main?.orgId !== present.main.orgId || !isSameOthers],
    ['rank', differs(trimmed(main?.rankId), present.main.rankId)],
    ['title', differs(trimmed(main?.positionalTitlesId), present.main.titleId)],
    ['duty', differs(trimmed(main?.positionId), present.main.dutyId)],
    ['post', differs(trimmed(main?.stationId), present.main.postId)],
  ])
}

/** The same check for users whose other jobs are added or removed. */
export async function refuseOwnedJobs(ctx: ChangeContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) refuseFirstOwned(await ownedOf(ctx, 'user', id), [['jobs', true]])
}

export async function refuseOwnedOrg(ctx: ChangeContext, edit: OrgEdit): Promise<void> {
  const owned = await ownedOf(ctx, 'org', edit.id)
  if (owned.size === 0) return
  const present = (await orgsById(ctx.db, ctx.scope, [edit.id])).get(edit.id)
  if (!present) return
  const plain = keysWith(orgFields, 'sync').filter(key => key !== 'status')
  refuseFirstOwned(
    owned,
    plain.map(field => [field, differs(edit[field], present[field])] as const),
  )
}

const ownedOf = async ({ db, who }: ChangeContext, objectType: 'user' | 'org', id: string): Promise<ReadonlyMap<string, string>> =>
  who.rights.isAdmin ? new Map() : directoryPort.use().ownedFields(db, objectType, id)

function refuseFirstOwned(owned: ReadonlyMap<string, string>, fields: readonly Field[]): void {
  const name = fields.flatMap(([field, isChanged]) => (isChanged ? (owned.get(field) ?? []) : []))[0]
  if (name !== undefined) refuse('ownedBySource', { name })
}
