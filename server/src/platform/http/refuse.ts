import type { IncomingHttpHeaders } from 'node:http'
import { preferredLanguage, refusalIn, type Language } from '@hufu/contract/refusals-in'
import { refusals, type Refusal, type RefusalDetail, type RefusalName } from '@hufu/contract/refusals'

/** Thrown by refuse(); one handler turns it into the envelope. */
export class Refused extends Error {
  readonly refusal: Refusal
  readonly detail: RefusalDetail
  readonly reason: RefusalName
  constructor(reason: RefusalName, detail: RefusalDetail) {
    super(reason)
    this.reason = reason
    this.refusal = refusals[reason]
    this.detail = detail
  }
}

/** Refuses the call (rule 9). */
export function refuse(name: RefusalName, detail: RefusalDetail = {}): never {
  throw new Refused(name, detail)
}

export const sentenceOf = (refusal: Refusal, detail: RefusalDetail): string =>
  typeof refusal.message === 'string' ? refusal.message : refusal.message(detail)

export interface Envelope {
  code: string
  message: string
  data: unknown
  status?: false
  traceId?: string
}

/** The language by Accept-Language; if it names none that Hufu has, that of HUFU_LANGUAGE (Chinese unless set). */
export const languageFor = (headers: IncomingHttpHeaders, fallback: Language = 'zh'): Language =>
  preferredLanguage(headers['accept-language']) ?? fallback

/** The reply for a refusal, in Chinese unless another language is given. */
export function refusalEnvelope({ refusal, reason, detail }: Refused, language: Language = 'zh'): Envelope {
  const chinese = sentenceOf(refusal, detail)
  const message = refusalIn(language, reason, detail) ?? chinese
  const data = refusal.data?.(detail) ?? null
  // Code 600 repeats its sentence in `data`.
  const envelope: Envelope = { code: refusal.code, message, data: data === chinese ? message : data }
  return refusal.status === false ? { ...envelope, status: false } : envelope
}
