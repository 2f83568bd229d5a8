import type { Transport } from '@hufu/contract/call'
import type { Schema } from '@hufu/contract/schema'

/** The part of a call that sending needs: every call of the contract fits, and so does a plain object of the sign-in page. */
export interface Sendable<Q = unknown, B = unknown, R = unknown> {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly transport: Transport
  // For types only; never read when sending.
  readonly query?: Schema<Q> | undefined
  readonly body?: Schema<B> | undefined
  readonly reply?: Schema<R>
}
/** Any call, where its types do not matter. */
export type AnySendable = Pick<Sendable, 'method' | 'path' | 'transport'>

/** The server fills in the page number if absent. */
export type GivenQuery<Q> = Q extends { current: number }
  ? Omit<Q, 'current' | 'size'> & Partial<Pick<Q, keyof Q & ('current' | 'size')>>
  : Q

/** Every JSON reply (D-01). Codes are compared as text: 0 is '0'. */
export interface Envelope<R = unknown> {
  code: string | number
  message: string
  data: R | null
  status?: boolean | undefined
}
// Only `ok` narrows to it. Without the mark the compiler would take every
// Envelope<unknown> for a success, and `!ok(answer)` for never.
declare const good: unique symbol
export interface Answered<R> extends Envelope<R> {
  data: R
  readonly [good]: true
}

/** D-02: the only test of success. A resolved promise does not mean success (O-01). */
export function ok<R>(answer: Envelope<R>): answer is Answered<R> {
  return ['0', 'success'].includes(String(answer.code)) && answer.status !== false
}

/** The change waits for its review and has not been made. */
export const isSubmitted = ({ data }: Envelope<unknown>): boolean => typeof data === 'object' && data !== null && 'examineId' in data

/** The message for a change that was made, or the server's for one submitted for review. */
export const outcomeOf = (answer: Envelope<unknown>, made: string): string => (isSubmitted(answer) ? answer.message : made)

export type CallErrorKind = 'refused' | 'network' | 'timeout'

/** A call that failed. `isShown`: the user has been shown why. */
export class CallError extends Error {
  readonly kind: CallErrorKind
  readonly envelope: Envelope | undefined
  readonly isShown: boolean

  constructor(
    message: string,
    { kind = 'refused', envelope, isShown = false }: { kind?: CallErrorKind; envelope?: Envelope; isShown?: boolean } = {},
  ) {
    super(message)
    this.name = 'CallError'
    this.kind = kind
    this.envelope = envelope
    this.isShown = isShown
  }
}
