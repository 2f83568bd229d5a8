import type { Carriage } from '@hufu/contract/call'
import type { Schema } from '@hufu/contract/schema'

/** What sending a call takes of it: every call of the contract fits, and so does a plain object of the sign-in page. */
export interface Sendable<Q = unknown, B = unknown, R = unknown> {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly carriage: Carriage
  // Types only: nothing here is looked at when a call is sent.
  readonly query?: Schema<Q> | undefined
  readonly body?: Schema<B> | undefined
  readonly reply?: Schema<R>
}
/** Any call, where its types do not matter. */
export type AnySendable = Pick<Sendable, 'method' | 'path' | 'carriage'>

/** The server fills in the page where none is asked for (D-06). */
export type GivenQuery<Q> = Q extends { current: number }
  ? Omit<Q, 'current' | 'size'> & Partial<Pick<Q, keyof Q & ('current' | 'size')>>
  : Q

/** Every JSON answer (D-01). Codes are compared as text: 0 is '0'. */
export interface Envelope<R = unknown> {
  code: string | number
  message: string
  data: R | null
  status?: boolean | undefined
}
// Only `ok` makes one; without the mark the compiler takes Envelope<unknown> for good already, and `!ok(answer)` for never.
declare const good: unique symbol
export interface Answered<R> extends Envelope<R> {
  data: R
  readonly [good]: true
}

/** D-02: the one test of success. A promise that resolved is none (O-01). */
export function ok<R>(answer: Envelope<R>): answer is Answered<R> {
  return ['0', 'success'].includes(String(answer.code)) && answer.status !== false
}

/** The change was not made: it waits for its review, as the envelope says. */
export const isSubmitted = ({ data }: Envelope<unknown>): boolean => typeof data === 'object' && data !== null && 'examineId' in data

/** What a change that was made is told with, else what the server says of it. */
export const outcomeOf = (answer: Envelope<unknown>, made: string): string => (isSubmitted(answer) ? answer.message : made)

export type FaultKind = 'refused' | 'network' | 'timeout'

/** A call that did not get its answer. `told`: the person has been shown why. */
export class CallError extends Error {
  readonly kind: FaultKind
  readonly envelope: Envelope | undefined
  readonly told: boolean

  constructor(
    message: string,
    { kind = 'refused', envelope, told = false }: { kind?: FaultKind; envelope?: Envelope; told?: boolean } = {},
  ) {
    super(message)
    this.name = 'CallFault'
    this.kind = kind
    this.envelope = envelope
    this.told = told
  }
}
