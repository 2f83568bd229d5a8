import { HIDDEN_VALUE, SyncPolicy, reportsChanges, type SyncDraft, type SyncEdit, type Transform } from '@hufu/contract/provisioning/sync'
import type { Db } from '../../../platform/database/db.ts'
import type { Context } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { checkCron, nextTime } from '../../../platform/jobs/cron.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { presentOrgs } from '../../../sheets/index.ts'
import { refuseAddress } from './sources/address.ts'
import {
  HEADER, hasApp, insertSync, linkedKinds, lockSyncs, refuseUnreachable, replaceSecrets, setNextTimes, updateSync, type StoredSync, type SyncColumns,
} from './config.sql.ts' // prettier-ignore
import { refuseForeignFiles } from './sources/files.ts'
import { fieldOf, objectsOf } from './mapping/fields.ts'
import { identityPath, linesOf, refuseFormats, refuseMapping, type Line } from './mapping/mapping.ts'
import { readOptions } from './sources/sources.ts'
import type { Connection } from './sources/source.ts'

type Draft = Omit<SyncDraft, 'status'>
const trimmed = (value: string | null | undefined) => value?.trim() || null

/** Fills in defaults; a wrong value is refused with the name of its field. */
export function readPolicy(input: unknown): SyncPolicy {
  const parsed = SyncPolicy.safeParse(input)
  return parsed.success ? parsed.data : refuse('syncOptionProblem', { field: ['policy', ...parsed.error.issues[0]!.path].join('.') })
}

type Editing = Pick<Context, 'db' | 'kernel' | 'who' | 'scope'>

/** Checks the fields of a draft and returns the columns to store. */
async function checkedColumns({ db, kernel, who: { userId }, scope }: Editing, draft: Draft, present?: StoredSync): Promise<SyncColumns> {
  const { direction, objectType, type = 'http' } = draft
  const url = trimmed(draft.url)
  const appId = trimmed(draft.appId)
  const mapping = linesOf(objectType, draft.mapping)
  const policy = readPolicy(draft.policy ?? {})
  const cron = trimmed(draft.cron)
  if (cron !== null) firstTime(kernel, cron)
  if (appId !== null && !(await hasApp(db, appId))) refuse('appMissing')
  if (direction === 'out') {
    if (type !== 'http') refuse('syncTypeMissing')
    if (appId === null && url === null) refuse('syncTargetMissing')
    refuseOutMapping(mapping)
  } else {
    refuseMapping(objectType, mapping)
    // The task writes at and below its root on behalf of the user who saves it, so the root must lie within their scope.
    if (!(await presentOrgs(db, scope, [policy.rootOrgId])).has(policy.rootOrgId)) refuse('orgMissing')
  }
  const options = direction === 'in' ? readOptions(type, draft.options) : {}
  if (policy.deltaMinutes !== undefined) {
    if (direction === 'out' || !reportsChanges(type, objectType, options)) refuse('syncNoDelta')
    if (cron === null) refuse('syncDeltaAlone')
  }
  for (const address of addressesIn({ type, url, options })) refuseAddress(kernel, address)
  await refuseForeignFiles(db, userId, { type, options }, present?.options)
  return {
    name: draft.name.trim(),
    direction,
    objectType,
    type,
    appId,
    url,
    method: draft.method ?? 'GET',
    mapping,
    options,
    policy,
    cron,
    remark: trimmed(draft.remark),
    editedBy: userId,
  }
}

/** Transforms of values that only sources have; an outward mapping may not use them. */
const INBOUND_ONLY = new Set<Transform['kind']>(['lookup', 'dnPart', 'bit', 'fileTime', 'guid'])

function refuseOutMapping(lines: readonly Line[]): void {
  for (const { to, from } of lines)
    if (from && !fieldOf('user', from) && !fieldOf('org', from)) refuse('syncFieldUnknown', { field: from || to })
  for (const { to, transform = [] } of lines) {
    if (transform.some(({ kind }) => INBOUND_ONLY.has(kind))) refuse('syncTransformProblem', { label: to })
    refuseFormats(transform, to)
  }
}

const schemeOf: Partial<Record<StoredSync['type'], RegExp>> = {
  ldap: /^ldaps?:/i,
  ad: /^ldaps?:/i,
  database: /^(?:postgresql|mysql):/i,
}

/** The addresses that a task sends requests to. */
const addressesIn = ({ type, url, options }: Pick<StoredSync, 'type' | 'url' | 'options'>): string[] => {
  const { orgUrl, auth } = options as { orgUrl?: string; auth?: { tokenUrl?: string } }
  // The address of a directory or database is checked like a web address, because the check is about the host.
  return [url?.replace(schemeOf[type] ?? /^$/, 'http:'), orgUrl, auth?.tokenUrl].flatMap(address => address || []) // prettier-ignore
}

const firstTime = (kernel: Kernel, cron: string): Date => {
  const check = checkCron(cron, kernel.now())
  return 'refusal' in check ? refuse(check.refusal) : check.times[0]!
}

type Secrets = Pick<Draft, 'headers' | 'secret'>
const isKept = (value: string | null | undefined) => !value || value === HIDDEN_VALUE

/** The encrypted secrets to store. An empty or hidden value keeps the stored one; a header missing from a given list is dropped. */
export function sealedSecrets(
  kernel: Kernel,
  { headers, secret }: Secrets,
  present: Readonly<Record<string, string>>,
): Record<string, string> {
  const sealed: Record<string, string> = {}
  const put = (name: string, value: string | null | undefined) => {
    if (!isKept(value)) sealed[name] = kernel.keys.sealField(value!)
    else if (present[name] !== undefined) sealed[name] = present[name]
  }
  put('secret', secret)
  const names = headers
    ? Object.keys(headers)
    : Object.keys(present).flatMap(name => (name.startsWith(HEADER) ? name.slice(HEADER.length) : []))
  for (const name of names) put(HEADER + name, headers?.[name])
  return sealed
}

/** Refuses to send a stored secret to another host: a caller who changes the host must give the secret again. */
export function refuseElsewhere(
  next: Pick<StoredSync, 'type' | 'url' | 'options' | 'sealed'>,
  present: Pick<StoredSync, 'type' | 'url' | 'options' | 'sealed'>,
): void {
  const isAnyKept = Object.entries(next.sealed).some(([name, sealed]) => present.sealed[name] === sealed)
  const origins = new Set(originsOf(present))
  if (isAnyKept && originsOf(next).some(origin => !origins.has(origin))) refuse('syncSecretAgain')
}

const originsOf = ({ url, options }: Pick<StoredSync, 'url' | 'options'>): string[] =>
  [url, ...Object.values(options), ...Object.values((options.auth as object | undefined) ?? {})].flatMap(value =>
    typeof value === 'string' && /^[a-z]+:\/\//i.test(value) && URL.canParse(value)
      ? `${new URL(value).protocol}//${new URL(value).host}`
      : [],
  )

export async function saveSync(ctx: Editing, draft: SyncDraft): Promise<string> {
  const { db, kernel } = ctx
  const columns = await checkedColumns(ctx, draft)
  const status = draft.status ?? 1
  const id = await insertSync(db, columns, status)
  await replaceSecrets(db, id, sealedSecrets(kernel, draft, {}))
  await plan(db, kernel, { ...columns, id, status })
  return id
}

export async function changeSync(ctx: Editing, edit: SyncEdit): Promise<void> {
  const { db, kernel } = ctx
  await refuseUnreachable(db, ctx, [edit.id])
  const [present] = await lockSyncs(db, [edit.id])
  const { direction, type, status } = present!
  if (edit.direction !== direction || (edit.type ?? type) !== type) refuse('syncDirectionFixed')
  const draft = { ...edit, type, options: edit.options ?? present!.options, policy: edit.policy ?? present!.policy }
  const columns = await checkedColumns(ctx, draft, present)
  const linked = await linkedKinds(db, edit.id)
  for (const object of objectsOf(columns.objectType))
    if (linked.has(object) && identityPath(columns.mapping, object) !== identityPath(present!.mapping, object)) refuse('syncIdentityLocked')
  const sealed = sealedSecrets(kernel, edit, present!.sealed)
  refuseElsewhere({ ...columns, sealed }, present!)
  await updateSync(db, edit.id, columns, edit.version)
  await replaceSecrets(db, edit.id, sealed)
  await plan(db, kernel, { ...columns, id: edit.id, status })
}

/** Sets the next scheduled times; a task that is disabled or has no schedule has none. */
export const plan = (db: Db, kernel: Kernel, { id, cron, status, policy }: Pick<StoredSync, 'id' | 'cron' | 'status' | 'policy'>) => {
  const isTimed = cron !== null && status === 1
  const { deltaMinutes } = policy
  return setNextTimes(db, id, {
    full: isTimed ? nextTime(cron, kernel.now()) : null,
    delta: isTimed && deltaMinutes !== undefined ? new Date(kernel.now().getTime() + deltaMinutes * 60_000) : null,
  })
}

/** Decrypts the secrets, so the result must be neither stored nor shown. */
export function connectionOf(
  kernel: Kernel,
  stored: Omit<StoredSync, 'id' | 'name' | 'direction' | 'cron' | 'status' | 'version' | 'editedBy' | 'policy' | 'appId'>,
): Connection {
  const { objectType, type, url, method, options, mapping, sealed } = stored
  const open = (name: string) => kernel.keys.openField(sealed[name]!)
  const headers = Object.keys(sealed).flatMap(name => (name.startsWith(HEADER) ? [[name.slice(HEADER.length), open(name)] as const] : []))
  return {
    objectType,
    type,
    url,
    method,
    headers: Object.fromEntries(headers),
    secret: sealed.secret === undefined ? '' : open('secret'),
    options,
    paths: [...new Set(mapping.flatMap(({ from, transform = [] }) => [from ?? '', ...transform.flatMap(pathsIn)]))].filter(
      path => path !== '',
    ),
  }
}

/** Paths that a template reads from the row, besides the `from` of its line. */
const pathsIn = (transform: Transform): string[] =>
  transform.kind === 'template' ? [...transform.text.matchAll(/\{\{([^{}]{1,100})\}\}/g)].map(([, path]) => path!.trim()) : []
