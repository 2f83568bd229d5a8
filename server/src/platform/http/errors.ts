import type { FastifyError } from 'fastify'
import { refusals, type RefusalDetail, type RefusalName } from '@hufu/contract/refusals'
import { databaseCode } from '../database/db.ts'
import { Refused } from './refuse.ts'

const camel = (name: string) => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())

const wire: Record<string, RefusalName> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrongContentType',
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'unreadable',
  FST_ERR_CTP_INVALID_JSON_BODY: 'unreadable',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'unreadable',
  FST_ERR_BAD_URL: 'unknownPath',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'wrongContentType',
  FST_REQ_FILE_TOO_LARGE: 'fileTooLarge',
  ERR_STREAM_PREMATURE_CLOSE: 'unreadable',
  ENOSPC: 'storageFull',
}
/** Messages of the multipart parser for cut off or malformed bodies; its errors have no code. */
const MULTIPART = /^(?:Multipart: |Boundary |Malformed part|Unexpected end of |Part terminated early|File terminated early)/

/**
 * PostgreSQL and network error codes that mean the database is unavailable, not that a statement was wrong. 25006: it became
 * read-only, as a primary does that was demoted.
 */
const OUTAGE = /^(08|25006|57P0|53300|ECONN|ENOENT|EPIPE|ETIMEDOUT)/
/** Messages of the driver's errors that have no code. */
const LOST = /timeout exceeded when trying to connect|Connection terminated|is not queryable/
const STATEMENT_CANCELLED = '57014'
const LOCK_TIMEOUT = '55P03'
const DISK_FULL = '53100'

function fromDatabase(error: Error): RefusalName | undefined {
  const code = databaseCode(error)
  if (code === undefined) return LOST.test(error.message) ? 'outage' : undefined
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? camel(error.constraint) : ''
  if (constraint in refusals) return constraint as RefusalName
  if (code === DISK_FULL) return 'storageFull'
  if (code === STATEMENT_CANCELLED || code === LOCK_TIMEOUT || OUTAGE.test(code)) return 'outage'
  return undefined
}

/** The refusal for a Refused, a named database constraint or a malformed request; undefined means a bug. */
export function refusedFrom(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error
  if (!(error instanceof Error)) return undefined
  const name = fromDatabase(error) ?? refusalOfFastify(error as FastifyError)
  return name && new Refused(name, detailOf(error))
}

/** True if the connection is lost or useless, and not only this statement. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error && (OUTAGE.test(databaseCode(error) ?? '') || LOST.test(error.message))

/** True if PostgreSQL ended the statement at its time limit. */
export const isStatementTooSlow = (error: unknown): boolean => databaseCode(error) === STATEMENT_CANCELLED

/** True if the database was unavailable, locked or too slow: the same work may succeed later. */
export const isOutage = (error: unknown): boolean => refusedFrom(error)?.reason === 'outage'

/** Hufu's triggers put the parameters of their refusal into the detail as JSON; PostgreSQL's own details are plain text. */
function detailOf(error: Error): RefusalDetail {
  return 'detail' in error && typeof error.detail === 'string' && error.detail.startsWith('{')
    ? (JSON.parse(error.detail) as RefusalDetail)
    : {}
}

function refusalOfFastify(error: FastifyError): RefusalName | undefined {
  const mapped = wire[error.code]
  if (mapped) return mapped
  if (error.code === undefined && MULTIPART.test(error.message)) return 'unreadable'
  const status = error.statusCode ?? 500
  if (status === 413) return 'tooLarge'
  if (status === 415) return 'wrongContentType'
  return status >= 400 && status < 500 ? 'unreadable' : undefined
}
