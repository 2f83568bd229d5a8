import { isDeepStrictEqual } from 'node:util'
import { illegalField } from '@hufu/contract/shapes'
import { UserDraft, UserEdit } from '@hufu/contract/directory/user'
import { userFields } from '@hufu/contract/fields/user-fields'
import { plainWith } from '@hufu/contract/fields/field'
import { makeInnerCall } from '../../../../platform/http/inner-call.ts'
import { parse } from '../../../../platform/http/input.ts'
import { refuse, Refused } from '../../../../platform/http/refuse.ts'
import { lockUser, makeChange, writeResets } from '../../../directory/index.ts'
import { countRemoval } from '../limits/brake.sql.ts'
import type { WriteContext } from '../limits/change.ts'
import { findRemoved, freeExternalId, freeName, keepExtra, markGone, setExternalId } from '../limits/link.sql.ts'
import { missing, problem } from '../protocol/problem.ts'
import { readerOf } from '../reader.ts'
import { isObject, type Resource } from '../protocol/resource.ts'
import { ENTERPRISE, HUFU_USER } from '../protocol/schema.ts'
import { text } from '../text.ts'
import { jobsWanted } from './user-jobs.ts'
import { readUser, type UserExtra, type UserRow } from './user.sql.ts'
import { userResource, wholeUser } from './user-resource.ts'
import { wantedUser, type Account, type UserBefore } from './user-wanted.ts'

/** The hash of the sent password, made before the transaction because hashing is slow; undefined if none was sent. */
export type PasswordHash = string | undefined
const PASSWORD_GIVEN = 3
const RANDOM = 2

async function read(ctx: WriteContext, id: string): Promise<UserRow> {
  return (await readUser(ctx.db, readerOf(ctx.caller), id)) ?? missing()
}

const responseOf = ({ caller }: WriteContext, row: UserRow): Resource =>
  userResource(row, { base: caller.base, keys: caller.kernel.keys, isSensitive: caller.holds('readSensitive') })

/** The identity card number, known only if this request sent it, because resources never contain it. */
function idCardOf(resource: Resource): { idCard?: string } {
  const own = resource[HUFU_USER]
  return isObject(own) && typeof own.idCard === 'string' ? { idCard: own.idCard } : {}
}

/** Refuses the same characters as the console. */
function refuseIllegal(draft: unknown): void {
  const field = illegalField(draft)
  if (field !== undefined) refuse('illegalText', { field })
}

/** The sent names of the main job's organisation, which are returned as sent while the main job stays there. */
function sentPlace(after: Resource, orgId: string): Pick<UserExtra, 'org'> {
  const { department, organization, division } = (after[ENTERPRISE] ?? {}) as Resource
  const sent = Object.entries({ department, organization, division }).filter(([, value]) => value !== undefined)
  return sent.length > 0 ? { org: { orgId, enterprise: Object.fromEntries(sent) } } : {}
}

export async function createUser(ctx: WriteContext, resource: Resource, passwordHash: PasswordHash): Promise<Resource> {
  const { caller, db } = ctx
  const { client, kernel } = caller
  const wanted = wantedUser(resource, undefined, kernel.keys)
  const { account, externalId } = wanted
  const removed = client.adopts === 1 ? await findRemoved(db, client.id, { externalId, userName: account.userName }) : undefined
  if (removed) return adoptUser(ctx, removed, resource, passwordHash)
  if (externalId !== null) await freeExternalId(db, client.id, externalId)
  const { drafts: jobs, mainOrgId } = await jobsWanted(ctx, wanted, undefined)
  const passwordType = passwordHash === undefined ? RANDOM : PASSWORD_GIVEN
  const draft = { ...account, ...idCardOf(resource), jobs, status: wanted.active ? 1 : 0, passwordType }
  refuseIllegal(draft)
  const id = await makeChange(ctx, {
    objectType: 'user',
    operateType: 'insert',
    draft: parse(UserDraft, draft) as UserDraft,
    secret: { passwordHash: passwordHash ?? null, passwordType },
  })
  ctx.auditTarget(id)
  await keepExtra(db, client.id, 'User', id, { ...wanted.extra, ...sentPlace(resource, mainOrgId) })
  if (externalId !== null) await setExternalId(db, client.id, 'User', id, externalId)
  return responseOf(ctx, await read(ctx, id))
}

/** Restores a removed user as the same user, with the data that still exists, and applies the sent resource to them. */
async function adoptUser(ctx: WriteContext, { id, isDeleted }: { id: string; isDeleted: boolean }, resource: Resource, hash: PasswordHash) {
  if (isDeleted) await makeInnerCall(ctx, { name: 'user.recover', query: { userId: id }, body: {} })
  await keepExtra(ctx.db, ctx.caller.client.id, 'User', id, { attributes: {} })
  return changeUser(ctx, id, { make: before => replaced({ active: true, ...resource }, before, true), hash })
}

/** Locks the user until the transaction ends; refuses a user who ranks above every client. */
async function lock(ctx: WriteContext, id: string): Promise<void> {
  await lockUser(ctx, id).catch((error: unknown) => {
    if (error instanceof Refused && error.reason === 'userMissing') missing()
    throw error
  })
}

export interface ChangeOptions {
  make: (before: UserBefore) => Resource
  hash?: PasswordHash
  ifMatch?: string | undefined
}

export function refuseChanged(ifMatch: string | undefined, resource: Resource): void {
  if (ifMatch === undefined || ifMatch === '*') return
  const { version } = resource.meta as { version: string }
  const bare = (tag: string) => tag.trim().replace(/^W\//i, '')
  if (!ifMatch.split(',').some(tag => bare(tag) === bare(version))) problem(412, text.changed)
}

export async function changeUser(ctx: WriteContext, id: string, { make, hash, ifMatch }: ChangeOptions): Promise<Resource> {
  const { caller, db } = ctx
  const { keys } = caller.kernel
  ctx.auditTarget(id)
  await lock(ctx, id)
  const row = await read(ctx, id)
  const before = { row, whole: wholeUser(row, { base: caller.base, keys }) }
  const resource = responseOf(ctx, row)
  refuseChanged(ifMatch, resource)
  const after = make(before)
  if (hash === undefined && isDeepStrictEqual(after, before.whole)) {
    ctx.unchanged()
    return resource
  }
  const written = [await writeAccount(ctx, before, after), await writeLinks(ctx, before, after), await writeState(ctx, before, after)]
  if (hash !== undefined) await writeResets(db, [{ id, hash }], PASSWORD_GIVEN)
  if (hash !== undefined || written.includes(true)) return responseOf(ctx, await read(ctx, id))
  ctx.unchanged()
  return resource
}

const accountOf = ({ row }: UserBefore, { caller }: WriteContext): Account => ({
  ...(Object.fromEntries(plainWith(userFields, 'scim').map(key => [key, row[key]])) as Omit<Account, 'phone'>),
  phone: row.phoneCipher === null ? null : caller.kernel.keys.openField(row.phoneCipher),
})

/** Writes what the console's form would send: the changed fields and the jobs. */
async function writeAccount(ctx: WriteContext, before: UserBefore, after: Resource): Promise<boolean> {
  const wanted = wantedUser(after, before, ctx.caller.kernel.keys)
  const was = accountOf(before, ctx)
  const changed = Object.fromEntries(Object.entries(wanted.account).filter(([name, value]) => value !== was[name as keyof Account]))
  const { drafts: jobs, isChanged, mainOrgId } = await jobsWanted(ctx, wanted, before.row)
  const extra = { ...wanted.extra, ...(wanted.orgNames !== undefined && sentPlace(after, mainOrgId)) }
  const isExtra = !isDeepStrictEqual(extra, before.row.extra)
  if (isExtra) await keepExtra(ctx.db, ctx.caller.client.id, 'User', before.row.id, extra)
  const idCard = idCardOf(after)
  if (Object.keys(changed).length === 0 && !isChanged && idCard.idCard === undefined) return isExtra
  const edit = { id: before.row.id, realName: wanted.account.realName, ...changed, ...idCard, jobs }
  refuseIllegal(edit)
  await makeChange(ctx, { objectType: 'user', operateType: 'update', edit: parse(UserEdit, edit) as UserEdit })
  return true
}

async function writeLinks(ctx: WriteContext, { row }: UserBefore, after: Resource): Promise<boolean> {
  const externalId = typeof after.externalId === 'string' ? after.externalId : null
  if (externalId === row.externalId) return false
  await setExternalId(ctx.db, ctx.caller.client.id, 'User', row.id, externalId)
  return true
}

async function writeState(ctx: WriteContext, { row }: UserBefore, { active }: Resource): Promise<boolean> {
  const status = active === false ? 0 : active === true ? 1 : row.status
  if (status === row.status) return false
  if (status === 0) await countRemoval(ctx.db, ctx.caller, 'disable', row.id)
  await makeInnerCall(ctx, { name: 'user.setStatus', query: { status: String(status) }, body: { ids: [row.id] } })
  return true
}

/**
 * PUT empties attributes that were not sent, but keeps extensions that were not named, `active`, `externalId` and what the client
 * cannot see (RFC 7644 section 3.5.1).
 */
export function replaced(resource: Resource, { whole }: UserBefore, isSensitive: boolean): Resource {
  const keptAttributes = [ENTERPRISE, HUFU_USER, ...(isSensitive ? [] : ['phoneNumbers']), 'active', 'externalId']
  const stays = Object.fromEntries(keptAttributes.filter(name => name in whole && !(name in resource)).map(name => [name, whole[name]]))
  return { ...stays, ...resource }
}

export async function deleteUser(ctx: WriteContext, id: string, ifMatch: string | undefined): Promise<void> {
  ctx.auditTarget(id)
  await lock(ctx, id)
  const row = await read(ctx, id)
  refuseChanged(ifMatch, responseOf(ctx, row))
  await countRemoval(ctx.db, ctx.caller, 'delete', id)
  if (ctx.caller.client.onDelete === 'delete') await makeInnerCall(ctx, { name: 'user.remove', body: { ids: [id] } })
  else if (row.status === 1) await makeInnerCall(ctx, { name: 'user.setStatus', query: { status: '0' }, body: { ids: [id] } })
  if (ctx.caller.client.adopts === 0) await freeName(ctx.db, ctx.caller.client.id, 'User', id)
  await markGone(ctx.db, ctx.caller.client.id, 'User', id)
}
