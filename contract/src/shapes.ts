import { cleanName, endOfDay, isCellError, plainTime, withoutMarks } from './written.ts'
import { z } from 'zod'
import { secret } from './secret.ts'
import { PARAMETER_PROBLEM } from './field-text.ts'
import { illegalCharacters, isOnlySpaces } from './text-rules.ts'
import { named, problems } from './text.ts'
import type { Schema } from './schema.ts'

/** The sentence for any problem without one of its own, so that zod's English never reaches a user. */
z.config({ customError: () => PARAMETER_PROBLEM })

const INPUT_MAX = 50
export const REMARK_MAX = 200
export const URI_MAX = 500

/** Opaque, at most 32 characters (D-09). */
export const id = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/)
/** An id the caller makes: task numbers, captcha ids (D-26, D-49). */
export const callerId = z.string().regex(/^[A-Za-z0-9-]{8,64}$/)
export const ids = z.array(id).max(500, '一次最多选择500条数据')
/** yyyy-MM-dd HH:mm:ss, Asia/Shanghai (D-09). */
export const time = z.string()
export const isFilled = (value: unknown) => value !== undefined && value !== ''

const tooLong = named.tooLong
const noControl = (value: string) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(value)

/** A name or another line of text a user types; `<` and `>` are refused before the schema is applied (D-14). */
export const text = (label: string, max = INPUT_MAX) =>
  z
    .string({ error: named.missing(label) })
    .overwrite(cleanName)
    .max(max, tooLong(max))
    .refine(value => value.trim() !== '' && !isOnlySpaces(value), named.missing(label))
    .refine(value => noControl(value) && !isCellError(value), named.wrongForm(label))
/** The same, but not required: '' and null clear the field, and an absent field stays as it is. */
export const optionalText = (max = INPUT_MAX, label = '') =>
  z
    .string()
    .max(max, tooLong(max))
    .refine(noControl, label ? named.wrongForm(label) : PARAMETER_PROBLEM)
    .nullish()
/** The same for one line, such as a number, a code or the name of somebody: cleaned like `text`. */
export const optionalLine = (max = INPUT_MAX, label = '') =>
  z
    .string()
    .overwrite(cleanName)
    .max(max, tooLong(max))
    .refine(noControl, label ? named.wrongForm(label) : PARAMETER_PROBLEM)
    .nullish()
/** A word of fixed form, such as a user name or a code, in which a mark that shows nothing cannot be meant. */
export const word = (missing: string) => z.string({ error: missing }).overwrite(value => withoutMarks(value).trim())

export type Flag = 0 | 1
const flagOf = (isOn: boolean): Flag => (isOn ? 1 : 0)
/** A switch: 1 or 0; callers may also send true and false (D-09). */
export const flag = z.union([z.literal(1), z.literal(0), z.boolean().transform(flagOf)])
export const sortNum = z.int().min(1, problems.sortNumWrong).max(999999, problems.sortNumWrong)

/** '' counts as not given in every query (D-07). */
const blankToUndefined = (value: unknown) => (value === '' ? undefined : value)
export const inQuery = <T extends Schema>(schema: T) => z.preprocess(blankToUndefined, z.optional(schema))

export const search = inQuery(z.string().overwrite(cleanName).max(INPUT_MAX, tooLong(INPUT_MAX)))
export const queryId = inQuery(id)
/** true/false and 1/0 are both read in a query string (D-09). */
export const queryBoolean = inQuery(
  z.union([z.boolean(), z.enum(['true', 'false', '1', '0']).transform(value => value === 'true' || value === '1')]),
)
export const requiredQueryFlag = z.union([
  flag,
  z.enum(['true', 'false', '1', '0']).transform(value => flagOf(value === 'true' || value === '1')),
])
export const queryFlag = inQuery(requiredQueryFlag)
export const queryNumber = <T extends Schema<number>>(schema: T) =>
  z.preprocess(value => (typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value), schema)
export const querySortNum = queryNumber(sortNum)
/** Comma-separated (D-07); at most 500 (O-37). */
export const queryIds = inQuery(
  z
    .string()
    .transform(list => list.split(',').filter(part => part !== ''))
    .pipe(ids),
)

const DATE_PROBLEM = '日期范围不正确'
function isRealTime(value: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/.exec(value)
  if (!parts) return false
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts.slice(1).map(part => Number(part ?? 0))
  const date = new Date(Date.UTC(year!, month! - 1, day))
  return year! >= 1900 && date.getUTCMonth() === month! - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
}
/** A time that must be given. */
export const moment = z.string().refine(isRealTime, DATE_PROBLEM)
export const queryTime = inQuery(moment)
/** The end of a period: a day means its last second. */
export const endMoment = z.string().overwrite(endOfDay).refine(isRealTime, DATE_PROBLEM)
const OPTIONAL_DATE_PROBLEM = '日期格式不正确'
export const optionalTime = z.union([z.literal(''), z.string().refine(isRealTime, OPTIONAL_DATE_PROBLEM)]).nullish()
export const optionalEndTime = z.union([z.literal(''), z.string().overwrite(endOfDay).refine(isRealTime, OPTIONAL_DATE_PROBLEM)]).nullish()
/** The same, however people and spreadsheets write it. */
export const writtenEndTime = z.preprocess(value => (typeof value === 'string' ? plainTime(value) : value), optionalEndTime)

const PAGE_PROBLEM = '分页参数不正确'
export const MAX_PAGE = 500
const positiveInteger = (fallback: number) =>
  z.preprocess(
    value =>
      value === undefined || value === '' ? fallback : typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
    z.int(PAGE_PROBLEM).min(1, PAGE_PROBLEM),
  )
/** current and size of D-06; a size above 500 counts as 500. */
export const paging = z.object({ current: positiveInteger(1), size: positiveInteger(10).transform(size => Math.min(size, MAX_PAGE)) })
/** For a search whose answer is a bare list: only the page number; each page has FOUND_MAX entries. */
export const nextFound = z.object({ current: positiveInteger(1) })
export const FOUND_MAX = 20
export const sorting = z.object({ orderBy: inQuery(z.string().max(INPUT_MAX)), asc: queryBoolean })
export const timeRange = z.object({ beginTime: queryTime, endTime: inQuery(endMoment) })
/** For the refinement of queries that hold a time range. */
export const rangeInOrder = [
  (query: { beginTime?: string | undefined; endTime?: string | undefined }) =>
    !query.beginTime || !query.endTime || query.beginTime <= query.endTime,
  DATE_PROBLEM,
] as const

export type Paging = z.infer<typeof paging>
export const paged = <T extends Schema>(record: T) =>
  z.object({ current: z.number(), size: z.number(), total: z.number(), pages: z.number(), records: z.array(record) })
export interface Page<T> {
  current: number
  size: number
  total: number
  pages: number
  records: T[]
}

export const done = z.literal(true)
export const count = z.number()
export const saved = z.object({ id: z.string() })
export const byId = z.object({ id })
/** The reply of a change that is not made yet, because it waits for its review. */
export const submitted = z.object({ examineId: z.string() })
/** The details of a request that will be reviewed; ignored if no review is needed. */
export const submission = z
  .strictObject({
    /** The request that is submitted again. */
    fromId: id.optional(),
    /** The approvers the applicant chose, for each node that lets them choose. */
    pick: z.record(id, ids).optional(),
  })
  .optional()
export type Submission = z.infer<typeof submission>
export const maybe = <T extends Schema>(schema: T) => z.nullable(schema)
/** An absent version is not checked (D-76). */
export const version = z.int32().optional()
/** The filters of a list whose rows a batch takes instead of named rows. */
export const filters = z.record(z.string().max(INPUT_MAX), z.unknown()).nullish()
/**
 * How many rows the caller expects the filters to find; a bulk operation by filters is refused without it, or if it differs (N-09).
 */
export const expected = z.int().min(0).max(999_999_999).nullish()

/** Fields whose text the `<` `>` check leaves alone, and why. */
export const uncheckedFields: Readonly<Record<string, string>> = {
  password: 'passwords may hold them',
  oldPassword: 'a password',
  pwd: 'a password',
  secret: 'a password that is given as proof',
  defaultPassword: 'a password',
  passwordBlacklist: 'passwords nobody may choose',
  configValue: 'each configuration item has a rule of its own, and some are passwords',
  data: 'any text is encrypted or decrypted, and none is stored',
  mapping: 'expressions of a synchronisation',
  headers: 'headers that are sent to a system outside',
  params: 'parameters of a job or of a system outside',
  options: 'where and how a source is read, with filters of its own language',
  nodes: 'steps of a workflow with their conditions',
  edges: 'ways between the steps of a workflow',
  cert: 'a certificate',
  sign: 'a signature',
  image: 'a picture as text',
  metadata: 'XML of another system, read strictly',
  query: 'filters are compared and not stored, as those of a GET',
  queryStr: 'filters, as query',
}

/** The name of the first field of a body, at any depth, that holds `<` or `>`. */
export function illegalField(body: unknown, name = ''): string | undefined {
  if (typeof body === 'string') return illegalCharacters(body) ? name : undefined
  if (Array.isArray(body)) return firstOf(body, item => illegalField(item, name))
  if (body && typeof body === 'object')
    return firstOf(Object.entries(body), ([key, value]) => (Object.hasOwn(uncheckedFields, key) ? undefined : illegalField(value, key)))
  return undefined
}

function firstOf<T>(list: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of list) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** RSA ciphertext of at most 2048 bit, base64. */
export const cipher = secret(z.string().max(1024))
