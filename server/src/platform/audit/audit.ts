import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { newId } from '../database/ids.ts'
import type { Principal } from '../access/sessions.ts'
import type { AuditTarget } from './targets.ts'

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
