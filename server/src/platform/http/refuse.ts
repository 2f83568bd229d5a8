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

/** To fail (rule 9). */
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

export function refusalEnvelope({ refusal, detail }: Refused): Envelope {
  const envelope: Envelope = { code: refusal.code, message: sentenceOf(refusal, detail), data: refusal.data?.(detail) ?? null }
  return refusal.status === false ? { ...envelope, status: false } : envelope
}
