import { parseJson } from '../../../../platform/text/json.ts'
import type { DatabaseOptions, FileOptions, LdapOptions } from '@hufu/contract/provisioning/sync-options'
import { maskPhone } from '@hufu/contract/text-rules'
import { fieldOf } from '../mapping/fields.ts'
import type { Line } from '../mapping/mapping.ts'
import { masked, maskedText } from './masked.ts'
import { at } from '../mapping/path.ts'
import type { Connection, Exchange, ObjectType, RawRow } from './source.ts'

const ANSWER_MAX = 4096
const HIDDEN = '***'
/** Finds secrets by their names in a reply that is not JSON. */
const NAMED_SECRET = /((?:pass|pwd|secret|token|key)\w*["']?\s*[:=]\s*["']?)[^"'&\s,}<]+/gi
const SECRET_NAME = /pass|pwd|secret|token|key|sign|auth/i

/** A URL for the log. Parameters of the task's configured address are hidden as possible secrets; those of paging are shown. */
export function loggedAddress(method: string, address: URL, configuredUrls: readonly (string | null | undefined)[]): string {
  const parameters = new Set(configuredUrls.flatMap(url => (url && URL.canParse(url) ? [...new URL(url).searchParams.keys()] : [])))
  const query = [...address.searchParams].map(([name, value]) => {
    const isHidden = parameters.has(name) || SECRET_NAME.test(name)
    return `${encodeURIComponent(name)}=${isHidden ? HIDDEN : encodeURIComponent(value)}`
  })
  return `${method} ${address.origin}${address.pathname}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Describes for the log how all objects of a kind were requested, for sources that do not name each request. */
export function askedFor({ type, url, method, options }: Connection, objectType: ObjectType): string {
  const isOrg = objectType === 'org'
  const server = url !== null && URL.canParse(url) ? loggedAddress(method, new URL(url), [url]) : type
  if (type === 'ldap' || type === 'ad') {
    const { orgBase, orgFilter, userBase, userFilter } = options as LdapOptions
    return `SEARCH ${url ?? ''} ${isOrg ? orgBase : userBase} ${isOrg ? orgFilter : userFilter}`
  }
  if (type === 'database') {
    const { orgTable, userTable } = options as DatabaseOptions
    return `SELECT ${url ?? ''} ${(isOrg ? orgTable : userTable) ?? ''}`
  }
  if (type === 'file') {
    const { orgFile, userFile } = options as FileOptions
    return `FILE ${(isOrg ? orgFile : userFile) ?? ''}`
  }
  return server
}

/** Paths of values that must be masked, such as phone and ID numbers. */
export const sensitivePaths = (lines: readonly Line[], objectType: ObjectType): string[] =>
  lines.flatMap(({ object, to, from }) => (object === objectType && from && fieldOf(object, to)?.sensitive ? [from] : []))

/** A source row for the log; sensitive values are masked wherever they occur, as text or as numbers. */
export function loggedRow(row: RawRow, sensitive: readonly string[]): string {
  const hidden = new Set(sensitive.flatMap(path => [at(row, path)].flat().map(String)))
  return JSON.stringify(masked(row), (_, value: unknown) =>
    (typeof value === 'string' || typeof value === 'number') && hidden.has(String(value)) ? maskPhone(String(value)) : value,
  )
}

/** The request and reply of a failed read for the log, without secrets. */
export function loggedExchange({ request, response }: Exchange, { secret, headers }: Connection): Exchange {
  if (response === undefined) return { request }
  const secrets = [secret, ...Object.values(headers).flatMap(value => [value, ...value.split(' ')])].filter(one => one.length >= 6)
  const cut = secrets.reduce((text, one) => text.replaceAll(one, HIDDEN), response.replaceAll('\u0000', ''))
  return { request, response: maskedAnswer(cut).slice(0, ANSWER_MAX) }
}

function maskedAnswer(answer: string): string {
  try {
    return JSON.stringify(masked(parseJson(answer)))
  } catch {
    return maskedText(answer.replaceAll(NAMED_SECRET, `$1${HIDDEN}`))
  }
}
