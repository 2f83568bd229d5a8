import { refusalIn } from '@hufu/contract/refusals-in'
import { refusedFrom } from '../../../../platform/http/errors.ts'
import { currentLanguage } from '../../../../platform/http/language.ts'
import { sentenceOf, type Refused } from '../../../../platform/http/refuse.ts'
import { text, type Sentence } from '../text.ts'

export const ERROR_URN = 'urn:ietf:params:scim:api:messages:2.0:Error'
/** The `scimType` values of RFC 7644 section 3.12 and RFC 9865 section 2.1. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'
  | 'sensitive'
  | 'invalidCursor'
  | 'expiredCursor'
  | 'invalidCount'

/** An error response of SCIM (RFC 7644 section 3.12). */
export class ScimProblem extends Error {
  readonly status: number
  /** Its message in English. */
  readonly english: string
  readonly scimType: ScimType | undefined
  readonly retryAfter: number | undefined
  constructor(status: number, { zh, en }: Sentence, scimType?: ScimType, retryAfter?: number) {
    super(zh)
    this.status = status
    this.english = en
    this.scimType = scimType
    this.retryAfter = retryAfter
  }
}

export function problem(status: number, detail: Sentence, scimType?: ScimType): never {
  throw new ScimProblem(status, detail, scimType)
}
export const invalid = (detail: Sentence, scimType: ScimType = 'invalidValue'): never => problem(400, detail, scimType)
export const missing = (): never => problem(404, text.missing)

const statuses: Readonly<Record<string, number>> = { stale: 412, builtInAccount: 403, rootOrg: 403, tooOften: 429, accessTokenWrong: 401 }
const readOnly = new Set(['workGroupByRule', 'labelByRule', 'mainJobStays', 'orgNotEmpty', 'orgCircle', 'otherJobsOff'])

/** Converts a refusal to a SCIM error (RFC 7644 §3.12). */
function problemOf(refused: Refused): ScimProblem {
  const { refusal, detail, reason } = refused
  const chinese = sentenceOf(refusal, detail)
  const sentence = { zh: chinese, en: refusalIn('en', reason, detail) ?? chinese }
  const status = statuses[reason] ?? refusal.http
  if (status !== undefined) return new ScimProblem(status, sentence, status === 400 ? 'invalidSyntax' : undefined, retryAfter(detail))
  if (refusal.code === '4403') return new ScimProblem(403, sentence)
  if (reason.endsWith('Taken')) return new ScimProblem(409, sentence, 'uniqueness')
  return new ScimProblem(400, sentence, readOnly.has(reason) ? 'mutability' : 'invalidValue')
}
const retryAfter = ({ seconds }: Record<string, unknown>) => (typeof seconds === 'number' ? seconds : undefined)

/** Returns undefined for an unexpected error, which is a defect. */
export function problemFrom(error: unknown): ScimProblem | undefined {
  if (error instanceof ScimProblem) return error
  const refused = refusedFrom(error)
  return refused && problemOf(refused)
}

/** In the language of the request. */
export const errorBody = ({ status, scimType, message, english }: ScimProblem) => ({
  schemas: [ERROR_URN],
  status: String(status),
  ...(scimType && { scimType }),
  detail: currentLanguage() === 'en' ? english : message,
})
