import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { newId } from '../database/ids.ts'
import type { Principal } from '../access/sessions.ts'

const CHAINS = 8
const PARAMS_MAX = 4000

export interface AuditEntry {
  who: Pick<Principal, 'userId' | 'userName' | 'sessionId'> | undefined
  ip: string
  traceId: string
  module: string
  operateType: string
  method: string
  path: string
  params: unknown
  code: string
  message: string
  cost: number
  target?: string | undefined
  /** Objects the data history may not name, because none of their rows was written. */
  targets?: readonly AuditTarget[] | undefined
}

const SENSITIVE_FIELD = /^(phone|telephone|idCard|card)$/i

/** RSA ciphertext of 2048 bit or more hides a secret, whatever field it stands in (a configValue may be one). */
const CIPHERTEXT = /^[A-Za-z0-9+/]{340,}={0,2}$/
const SENSITIVE_NUMBER = /(?<!\w)(?:1[3-9]\d{9}|\d{17}[\dXx])(?!\w)/g

/** Masks phone and identity numbers also in search keys and in filters written as text. */
const masked = (value: string): string =>
  CIPHERTEXT.test(value) ? '***' : value.replace(SENSITIVE_NUMBER, number => `***${number.slice(-4)}`)

/** Sensitive fields keep their last four characters (D-60, D-71). Secrets the contract marks are already masked here. */
function cleaned(value: unknown, depth = 0): unknown {
  if (depth > 8) return '…'
  if (Array.isArray(value))
    return value.length > 20
      ? [...value.slice(0, 20).map(item => cleaned(item, depth + 1)), `… ${value.length}`]
      : value.map(item => cleaned(item, depth + 1))
  if (typeof value === 'string') return masked(value)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (SENSITIVE_FIELD.test(key) && typeof inner === 'string' && inner) return [key, `***${inner.slice(-4)}`]
      return [key, cleaned(inner, depth + 1)]
    }),
  )
}

/** NUL and halves of surrogate pairs cannot be stored as jsonb; they have no place in a record either. */
const storable = (_key: string, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value)

/** A CR or LF in a name must not look like a second record; JSON escapes them. */
const paramsText = (params: unknown): string => (JSON.stringify(cleaned(params)) ?? '{}').slice(0, PARAMS_MAX)

/**
 * Writes one record into the chain. For a change `db` is its transaction, and this is its last statement:
 * no record, no change.
 */
export async function writeAudit(db: Db, entry: AuditEntry): Promise<void> {
  const { who, params, target, targets, ...rest } = entry
  const row = {
    lane: randomInt(CHAINS),
    id: newId(),
    user_id: who?.userId ?? null,
    user_name: who?.userName ?? null,
    session_id: who?.sessionId ?? null,
    ip: rest.ip,
    trace_id: rest.traceId,
    module: rest.module,
    operate_type: rest.operateType,
    method: rest.method,
    path: rest.path,
    params: paramsText(params),
    code: rest.code,
    message: rest.message,
    cost: rest.cost,
    target: target ?? null,
    targets: targets ?? [],
  }
  await sql`select write_audit(${JSON.stringify(row, storable)}::jsonb)`.execute(db)
}

/** An object that a recorded act concerned. */
export interface AuditTarget {
  type: string
  id: string
}

/** Audit object types by feature; other features use their own name. */
const TYPES: Readonly<Record<string, string>> = {
  appSetting: 'app',
  ownApp: 'app',
  appUser: 'app',
  push: 'app',
  oidcClient: 'app',
  resourceServer: 'app',
  certificate: 'user',
  scan: 'user',
  factor: 'user',
  identityLink: 'user',
  viewing: 'user',
  admin: 'user',
}
/** Features with which users change what is their own. */
const OWN: ReadonlySet<string> = new Set(
  'self signIn ownEmail ownPhone ownSession ownDevice ownApp ownConsent appRequest ownSetting scan certificate passkey totp face'.split(
    ' ',
  ),
)
const FIELDS: Readonly<Record<string, string>> = {
  userId: 'user',
  userIds: 'user',
  orgExaminerIds: 'user',
  userExaminerIds: 'user',
  orgId: 'org',
  orgIds: 'org',
  appId: 'app',
  agentId: 'app',
  appIds: 'app',
  labelId: 'userLabel',
  labelIds: 'userLabel',
  stripeId: 'stripe',
  taskId: 'task',
}
/** Features whose `id` and `ids` fields name objects of their own type. */
const OBJECTS: ReadonlySet<string> = new Set(
  'user org role app menu userLabel stripe workGroup rank title duty post authGroup appRole appResource apiClient gradeAdmin admin identityProvider'.split(
    ' ',
  ),
)
/** Features whose roles are system roles; in all others a role is one of an application. */
const ROLES: ReadonlySet<string> = new Set(['role', 'admin'])

const textsIn = (value: unknown): string[] => [value].flat().filter((one): one is string => typeof one === 'string' && one !== '')
type Sent = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Sent => value !== null && typeof value === 'object' && !Array.isArray(value)

function typesOf(module: string, { targetType }: Sent): Record<string, string> {
  const roleType = ROLES.has(module) ? 'role' : 'appRole'
  const subject = targetType === 'label' ? 'userLabel' : targetType
  return {
    ...FIELDS,
    roleId: roleType,
    roleIds: roleType,
    ...(OBJECTS.has(module) && { id: module, ids: module }),
    ...(typeof subject === 'string' && { targetId: subject, targetIds: subject }),
  }
}

/** The objects named in the request, including those the call left unchanged. */
function namedIn(module: string, sent: unknown): AuditTarget[] {
  if (Array.isArray(sent)) return OBJECTS.has(module) ? textsIn(sent).map(id => ({ type: module, id })) : []
  if (!isObject(sent)) return []
  const own = Object.entries(typesOf(module, sent)).flatMap(([field, type]) => textsIn(sent[field]).map(id => ({ type, id })))
  const apps = Array.isArray(sent.apps) ? sent.apps.flatMap(one => namedIn(module, one)) : []
  return [...own, ...apps]
}

const TARGETS_MAX = 5000

/** Every object of one operation except those found in the data history. */
export function targetsOf(
  module: string,
  { query, body }: { query?: unknown; body?: unknown },
  named: readonly AuditTarget[],
  userId: string | undefined,
): AuditTarget[] {
  const own = OWN.has(module) && userId !== undefined ? [{ type: 'user', id: userId }] : []
  const all = [...named, ...namedIn(module, query), ...namedIn(module, body), ...own].map(({ type, id }) => ({
    // A field of the request may have the name of a member of Object.prototype.
    type: Object.hasOwn(TYPES, type) ? TYPES[type]! : type,
    id,
  }))
  return [...new Map(all.map(one => [`${one.type}:${one.id}`, one])).values()].slice(0, TARGETS_MAX)
}
