import { illegalField } from '@hufu/contract/shapes'
import { OrgDraft, OrgEdit } from '@hufu/contract/directory/org'
import { newId } from '../../../../platform/database/ids.ts'
import { makeInnerCall } from '../../../../platform/http/inner-call.ts'
import { parse } from '../../../../platform/http/input.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { makeChange } from '../../../directory/index.ts'
import { countRemoval } from '../limits/brake.sql.ts'
import type { WriteContext } from '../limits/change.ts'
import { freeName, keepExtra, setExternalId } from '../limits/link.sql.ts'
import { lockOrg, readOrg, type OrgRow } from './org.sql.ts'
import { orgResource } from './org-list.sql.ts'
import { invalid, missing, problem } from '../protocol/problem.ts'
import { readerOf } from '../reader.ts'
import { isObject, lineOf, type Resource } from '../protocol/resource.ts'
import { text } from '../text.ts'
import { refuseChanged } from '../users/user-write.ts'

async function read({ db, caller }: WriteContext, id: string): Promise<OrgRow> {
  return (await readOrg(db, readerOf(caller), id)) ?? missing()
}

const parentOf = ({ parent }: Resource): string | null => (isObject(parent) ? lineOf(parent.value) : null)

const details = (resource: Resource) => ({
  name: lineOf(resource.name) ?? invalid(text.required('name')),
  shortName: lineOf(resource.shortName),
  orgType: lineOf(resource.type),
  leader: lineOf(resource.leader),
  phone: lineOf(resource.phone),
  address: lineOf(resource.address),
  ...(typeof resource.order === 'number' && { sortNum: resource.order }),
})

function refuseIllegal(draft: unknown): void {
  const field = illegalField(draft)
  if (field !== undefined) refuse('illegalText', { field })
}

export async function createOrg(ctx: WriteContext, resource: Resource): Promise<Resource> {
  const { caller, db } = ctx
  const { client, base } = caller
  const code = lineOf(resource.code) ?? newId()
  const draft = { ...details(resource), code, parentId: parentOf(resource) ?? client.rootOrg, status: resource.active === false ? 0 : 1 }
  refuseIllegal(draft)
  const id = await makeChange(ctx, { objectType: 'org', operateType: 'insert', draft: parse(OrgDraft, draft) as OrgDraft })
  ctx.auditTarget(id)
  await keepExtra(db, client.id, 'Organization', id, { attributes: {} })
  const externalId = lineOf(resource.externalId)
  if (externalId !== null) await setExternalId(db, client.id, 'Organization', id, externalId)
  return orgResource(await read(ctx, id), base)
}

export async function changeOrg(
  ctx: WriteContext,
  id: string,
  { make, ifMatch }: { make: (before: Resource) => Resource; ifMatch: string | undefined },
): Promise<Resource> {
  const { caller, db, scope } = ctx
  ctx.auditTarget(id)
  const look = async () => {
    const row = await read(ctx, id)
    const before = orgResource(row, caller.base)
    refuseChanged(ifMatch, before)
    return { row, before, after: make(before) }
  }
  const foreseen = await look()
  if (!(await lockOrg(db, { scope }, id, newParentOf(foreseen) !== null))) missing()
  const { row, before, after } = await look()
  const written = [
    await edit(ctx, row, before, after),
    await move(ctx, row, after),
    await setStatus(ctx, row, after),
    await relink(ctx, row, after),
  ]
  if (written.includes(true)) return orgResource(await read(ctx, id), caller.base)
  ctx.unchanged()
  return before
}

async function edit(ctx: WriteContext, row: OrgRow, before: Resource, after: Resource): Promise<boolean> {
  const code = lineOf(after.code) ?? row.code
  const next = { ...details(after), code }
  if (JSON.stringify(next) === JSON.stringify({ ...details(before), code: row.code })) return false
  refuseIllegal(next)
  await makeChange(ctx, { objectType: 'org', operateType: 'update', edit: parse(OrgEdit, { id: row.id, ...next }) as OrgEdit })
  return true
}

const newParentOf = ({ row, after }: { row: OrgRow; after: Resource }): string | null => {
  const parentId = parentOf(after)
  return parentId === row.parentId ? null : parentId
}

/** Moves the organisation through the console's call; a move counts for the brake. */
async function move(ctx: WriteContext, row: OrgRow, after: Resource): Promise<boolean> {
  const targetParentId = newParentOf({ row, after })
  if (targetParentId === null) return false
  if (row.id === ctx.caller.client.rootOrg) problem(403, text.ownRoot)
  await countRemoval(ctx.db, ctx.caller, 'org', row.id)
  await makeInnerCall(ctx, { name: 'org.move', body: { ids: [row.id], targetParentId } })
  return true
}

async function setStatus(ctx: WriteContext, row: OrgRow, { active }: Resource): Promise<boolean> {
  const status = active === false ? 0 : active === true ? 1 : row.status
  if (status === row.status) return false
  await makeInnerCall(ctx, { name: 'org.setStatus', query: { status: String(status) }, body: { ids: [row.id] } })
  return true
}

async function relink(ctx: WriteContext, row: OrgRow, after: Resource): Promise<boolean> {
  const externalId = lineOf(after.externalId)
  if (externalId === row.externalId) return false
  await setExternalId(ctx.db, ctx.caller.client.id, 'Organization', row.id, externalId)
  return true
}

export async function deleteOrg(ctx: WriteContext, id: string, ifMatch: string | undefined): Promise<void> {
  ctx.auditTarget(id)
  refuseChanged(ifMatch, orgResource(await read(ctx, id), ctx.caller.base))
  if (id === ctx.caller.client.rootOrg) problem(403, text.ownRoot)
  await countRemoval(ctx.db, ctx.caller, 'org', id)
  await makeChange(ctx, { objectType: 'org', operateType: 'delete', id })
  await freeName(ctx.db, ctx.caller.client.id, 'Organization', id)
}
