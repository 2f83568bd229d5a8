import type { Schema } from './schema.ts'
import type { ButtonOn, Page } from './buttons.ts'

/** One of the pages and, where buttons are named, one of them on that page or on one above it. */
export interface PagePermit {
  readonly pages: readonly Page[] | '*'
  readonly buttons: readonly string[]
  /** Those of the pages that suffice without a button: exceptions, each of them reviewed (docs/decisions/rights.md, 0047). */
  readonly alone: readonly Page[]
}
/** `client`: an API client that was granted the call, never a person (docs/decisions/api-clients.md, 0031). */
export type Permit = 'anyone' | 'signedIn' | 'superAdmin' | 'client' | PagePermit

/** Any one of these menu pages. */
export const menu = (...pages: Page[]): PagePermit => ({ pages, buttons: [], alone: [] })
/** Any menu page at all: what the pickers of every dialog need. */
export const anyMenu: PagePermit = { pages: '*', buttons: [], alone: [] }
/**
 * Requires one of these pages and, on it or on a page above it, one of these
 * button codes; at least one of the pages defines the code.
 */
export const button = <P extends Page>(pages: readonly P[], ...codes: [ButtonOn<P>, ...ButtonOn<P>[]]): PagePermit => ({
  pages,
  buttons: codes,
  alone: [],
})
/** For a call that only reads: these pages suffice without any of the buttons. */
export const orPage = (permit: PagePermit, ...alone: Page[]): PagePermit => ({
  ...permit,
  pages: permit.pages === '*' ? '*' : [...permit.pages, ...alone],
  alone,
})

/**
 * How a call travels.
 * json: in the envelope. link: a download; also accepts the link cookie; true HTTP statuses (D-04, D-18).
 * page: a page for users, even for errors. bytes: an image for an <img>; true HTTP statuses.
 * upload: multipart with one part `file`; the other parts are the body.
 */
export type Transport = 'json' | 'link' | 'bytes' | 'page' | 'upload'

type Reads = 'byId' | 'get' | 'nothing'

export interface Call<Q = unknown, B = unknown, R = unknown> {
  readonly method: 'GET' | 'POST'
  /** Below /api, exactly as the specification spells it. */
  readonly path: string
  readonly alias: readonly string[]
  readonly permit: Permit
  readonly query: Schema<Q> | undefined
  readonly body: Schema<B> | undefined
  readonly reply: Schema<R>
  readonly transport: Transport
  /** Changes something: one transaction, an audit record, the rules of D-19. POST unless said otherwise. */
  readonly changes: boolean
  /** Still answered while a forced password change stands. */
  readonly whileForced: boolean
  /** Still answered while a second factor has to be set up or shown. */
  readonly whileBinding: boolean
  /**
   * Answered only if the caller proved who they are in this session recently, else step_up_needed. API clients are exempt.
   */
  readonly stepUp: boolean
  /**
   * Its failures count against the limit of the caller's address (D-20, N-06);
   * 'unguessable': against a separate counter, because nothing can be guessed.
   */
  readonly loginLike: boolean | 'unguessable'
  /** Asks whether the server works, so nothing that may wait for the database is read before it is answered. */
  readonly isProbe: boolean
  /**
   * For a call that updates a record: the call of the same noun that reads it, whose answer may be sent back as it is (N-09);
   * 'nothing' if there is none.
   */
  readonly reads: Reads | undefined
  /** Greatest body in bytes. */
  readonly maxBytes: number
}

interface Parts<Q, B, R> {
  permit: Permit
  query?: Schema<Q>
  body?: Schema<B>
  reply: Schema<R>
  alias?: string[]
  transport?: Transport
  changes?: boolean
  whileForced?: boolean
  whileBinding?: boolean
  stepUp?: boolean
  loginLike?: boolean | 'unguessable'
  isProbe?: boolean
  reads?: Reads
  maxBytes?: number
}

const MEGABYTE = 1024 * 1024

function call<Q, B, R>(method: 'GET' | 'POST', path: string, parts: Parts<Q, B, R>): Call<Q, B, R> {
  return {
    method,
    path,
    permit: parts.permit,
    query: parts.query,
    body: parts.body,
    reply: parts.reply,
    alias: parts.alias ?? [],
    transport: parts.transport ?? 'json',
    changes: parts.changes ?? method === 'POST',
    whileForced: parts.whileForced ?? false,
    whileBinding: parts.whileBinding ?? parts.whileForced ?? false,
    stepUp: parts.stepUp ?? false,
    loginLike: parts.loginLike ?? false,
    isProbe: parts.isProbe ?? false,
    reads: parts.reads,
    maxBytes: parts.maxBytes ?? MEGABYTE,
  }
}

export const get = <Q = undefined, R = unknown>(path: string, parts: Omit<Parts<Q, undefined, R>, 'body'>) =>
  call<Q, undefined, R>('GET', path, parts)
export const post = <Q = undefined, B = undefined, R = unknown>(path: string, parts: Parts<Q, B, R>) => call<Q, B, R>('POST', path, parts)
/** A download by a browser link. */
export const link = <Q = undefined, R = unknown>(path: string, parts: Omit<Parts<Q, undefined, R>, 'body' | 'transport'>) =>
  call<Q, undefined, R>('GET', path, { ...parts, transport: 'link' })
/** A file sent as multipart/form-data; the body schema reads its other parts, all of them text. */
export const upload = <Q = undefined, B = undefined, R = unknown>(
  path: string,
  parts: Omit<Parts<Q, B, R>, 'transport' | 'maxBytes'> & { maxBytes: number },
) => call<Q, B, R>('POST', path, { ...parts, transport: 'upload' })

/** Any call, where its types do not matter. */
// oxlint-disable-next-line typescript/no-explicit-any -- variance: no narrower type takes every call
export type AnyCall = Call<any, any, any>
export type QueryOf<C> = C extends Call<infer Q, infer _B, infer _R> ? Q : never
export type BodyOf<C> = C extends Call<infer _Q, infer B, infer _R> ? B : never
export type ReplyOf<C> = C extends Call<infer _Q, infer _B, infer R> ? R : never
