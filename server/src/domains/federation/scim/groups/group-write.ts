import { cleanName } from '@hufu/contract/written'
import { illegalField } from '@hufu/contract/shapes'
import { refuse } from '../../../../platform/http/refuse.ts'
import { countRemoval } from '../limits/brake.sql.ts'
import type { WriteContext } from '../limits/change.ts'
import type { Filter } from '../protocol/filter.ts'
import { hasMembers, lockMembers, readGroup, unknownUsers, type GroupRow } from './group.sql.ts'
import { kindOf } from './group-kind.ts'
import { groupResource } from './group-list.sql.ts'
import { freeName, lockGroupKind, keepExtra, setExternalId } from '../limits/link.sql.ts'
import { withTargets, type Operation, type Target } from '../protocol/patch.ts'
import { invalid, missing } from '../protocol/problem.ts'
import { readerOf } from '../reader.ts'
import { isEmpty, member, valueFor, wholeValueFor, type Resource } from '../protocol/resource.ts'
import { groupType } from '../protocol/schema.ts'
import { text } from '../text.ts'
import { refuseChanged } from '../users/user-write.ts'

async function read(ctx: WriteContext, id: string, withMembers = false): Promise<GroupRow> {
  return (await readGroup(ctx.db, readerOf(ctx.caller), id, withMembers)) ?? missing()
}

const idsOf = (list: unknown): string[] => [
  ...new Set(
    ((list as Resource[] | undefined) ?? []).map(item =>
      typeof item.value === 'string' ? item.value : invalid(text.valueWrong('members')),
    ),
  ),
]

/** Refuses the whole list if any user is unknown, and names the unknown ids. */
async function existing(ctx: WriteContext, ids: readonly string[]): Promise<readonly string[]> {
  const unknown = await unknownUsers(ctx.db, ctx, ids)
  return unknown.length > 0 ? invalid(text.membersUnknown(unknown.slice(0, 20))) : ids
}

const nameOf = (value: unknown): string => {
  const name = (typeof value === 'string' && cleanName(value)) || invalid(text.required('displayName'))
  if (illegalField({ name }) !== undefined) refuse('illegalText', { field: 'displayName' })
  return name
}
const externalOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export async function createGroup(ctx: WriteContext, resource: Resource): Promise<Resource> {
  const { caller, db } = ctx
  const { client, base } = caller
  const members = await existing(ctx, idsOf(resource.members))
  await lockGroupKind(db, client)
  const id = await kindOf(ctx).create(ctx, nameOf(resource.displayName))
  ctx.auditTarget(id)
  if (members.length > 0) await kindOf(ctx).add(ctx, id, members)
  await keepExtra(db, client.id, 'Group', id, { attributes: {} })
  const externalId = externalOf(resource.externalId)
  if (externalId !== null) await setExternalId(db, client.id, 'Group', id, externalId)
  return groupResource(await read(ctx, id, true), base)
}

interface ChangeOptions {
  ifMatch: string | undefined
  withMembers: boolean
}

/** One step of a change; `run` returns whether it wrote anything. */
interface Step {
  /** The users it names. */
  named: readonly string[]
  /** Whether members that it does not name leave. */
  replaces?: boolean
  run(row: GroupRow): Promise<boolean>
}

/** Checks `ifMatch` against the present group, runs the steps and returns the group as it is afterwards. */
async function changed(ctx: WriteContext, id: string, { ifMatch, withMembers }: ChangeOptions, steps: readonly Step[]) {
  ctx.auditTarget(id)
  const replaces = steps.some(step => step.replaces)
  const named = steps.flatMap(step => step.named)
  // A single step locks its users itself.
  if (replaces || steps.length > 1) await lockMembers(ctx.db, readerOf(ctx.caller), named, replaces ? id : undefined)
  const row = await read(ctx, id)
  refuseChanged(ifMatch, groupResource(row, ctx.caller.base))
  const written: boolean[] = []
  for (const step of steps) written.push(await step.run(row))
  if (!written.includes(true)) ctx.unchanged()
  return groupResource(await read(ctx, id, withMembers), ctx.caller.base)
}

async function rename(ctx: WriteContext, row: GroupRow, value: unknown): Promise<boolean> {
  const name = nameOf(value)
  if (name === row.name) return false
  await kindOf(ctx).rename(ctx, row.id, name)
  return true
}

async function relink(ctx: WriteContext, row: GroupRow, value: unknown): Promise<boolean> {
  const externalId = externalOf(value)
  if (externalId === row.externalId) return false
  await lockGroupKind(ctx.db, ctx.caller.client)
  await setExternalId(ctx.db, ctx.caller.client.id, 'Group', row.id, externalId)
  return true
}

/** Replaces the members; emptying a group counts for the brake. */
async function setMembers(ctx: WriteContext, id: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) {
    if (!(await hasMembers(ctx.db, readerOf(ctx.caller), id))) return false
    await countRemoval(ctx.db, ctx.caller, 'members', id)
  }
  return (await kindOf(ctx).set(ctx, id, ids)) > 0
}

/** Removes members; unknown users are skipped, because they are in no group. */
async function leave(ctx: WriteContext, id: string, ids: readonly string[]): Promise<boolean> {
  const unknown = new Set(await unknownUsers(ctx.db, ctx, ids))
  const there = ids.filter(each => !unknown.has(each))
  return there.length > 0 && (await kindOf(ctx).leave(ctx, id, there)) > 0
}

export function replaceGroup(ctx: WriteContext, id: string, resource: Resource, body: unknown, how: ChangeOptions): Promise<Resource> {
  const steps: Step[] = [{ named: [], run: row => rename(ctx, row, resource.displayName) }]
  if (resource.externalId !== undefined) steps.push({ named: [], run: row => relink(ctx, row, resource.externalId) })
  // A request without members leaves them as they are.
  if (member(body, 'members') !== undefined) steps.push(replacing(ctx, idsOf(resource.members)))
  return changed(ctx, id, how, steps)
}

export const patchGroup = (ctx: WriteContext, id: string, operations: readonly Operation[], how: ChangeOptions): Promise<Resource> =>
  changed(
    ctx,
    id,
    how,
    [...withTargets(groupType, operations)].map(({ operation, target }) => stepOf(ctx, operation, target)),
  )

function stepOf(ctx: WriteContext, { op, value }: Operation, { attribute, filter, sub }: Target): Step {
  const single = valueFor({ ...attribute, multiValued: false }, attribute.multiValued ? undefined : value)
  if (attribute.name === 'displayName') return { named: [], run: row => rename(ctx, row, op === 'remove' ? undefined : single) }
  if (attribute.name === 'externalId') return { named: [], run: row => relink(ctx, row, op === 'remove' ? null : single) }
  if (filter) return op === 'remove' && !sub ? leaving(ctx, idsNamed(filter)) : invalid(text.patchTarget('members'), 'noTarget')
  if (op === 'add') return joining(ctx, idsOf(wholeValueFor(attribute, value)))
  if (op === 'replace') return replacing(ctx, idsOf(wholeValueFor(attribute, value)))
  // `remove` with a list of values, even an empty one, removes only those members; without a list it removes all.
  return isEmpty(value) ? replacing(ctx, []) : leaving(ctx, idsOf(valueFor(attribute, value)))
}

const joining = (ctx: WriteContext, named: readonly string[]): Step => ({
  named,
  run: async ({ id }) => {
    const ids = await existing(ctx, named)
    return ids.length > 0 && (await kindOf(ctx).add(ctx, id, ids)) > 0
  },
})
const leaving = (ctx: WriteContext, named: readonly string[]): Step => ({ named, run: ({ id }) => leave(ctx, id, named) })
const replacing = (ctx: WriteContext, named: readonly string[]): Step => ({
  named,
  replaces: true,
  run: async ({ id }) => setMembers(ctx, id, await existing(ctx, named)),
})

/** The ids in a filter of `value eq "…"` terms joined by `or`; any other filter of members is refused. */
function idsNamed(filter: Filter): string[] {
  if (filter.op === 'or') return filter.all.flatMap(idsNamed)
  if (filter.op === 'eq' && filter.path.toLowerCase() === 'value' && typeof filter.value === 'string') return [filter.value]
  return invalid(text.patchPath('members'), 'invalidFilter')
}

export async function deleteGroup(ctx: WriteContext, id: string, ifMatch: string | undefined): Promise<void> {
  ctx.auditTarget(id)
  refuseChanged(ifMatch, groupResource(await read(ctx, id), ctx.caller.base))
  await kindOf(ctx).remove(ctx, id)
  await freeName(ctx.db, ctx.caller.client.id, 'Group', id)
}
