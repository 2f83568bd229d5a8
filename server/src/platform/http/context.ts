import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCall, BodyOf, Call, QueryOf, ReplyOf } from '@hufu/contract/call'
import type { Db, Giving } from '../database/db.ts'
import type { Kernel } from '../kernel.ts'
import type { Refused } from './refuse.ts'
import type { Scope } from '../access/scope.ts'
import type { Principal } from '../access/sessions.ts'

export interface UploadedFile {
  /** The temporary file with the bytes; deleted after the call is answered. */
  path: string
  fileName: string
  size: number
}

/** The reply of a link or bytes call. */
export class Download {
  readonly fileName: string
  readonly contentType: string
  readonly size: number | undefined
  readonly bytes: AsyncIterable<Uint8Array>
  /** Shown in the page (pictures) instead of saved. */
  readonly inline: boolean
  /** The Content-Security-Policy, if the strictest one (nothing at all, in a sandbox) does not fit. */
  readonly policy: string | undefined
  constructor(parts: {
    fileName: string
    contentType: string
    size?: number
    bytes: AsyncIterable<Uint8Array>
    inline?: boolean
    policy?: string
  }) {
    this.fileName = parts.fileName
    this.contentType = parts.contentType
    this.size = parts.size
    this.bytes = parts.bytes
    this.inline = parts.inline ?? false
    this.policy = parts.policy
  }
}

/** A success with a message of its own. */
export class WithMessage<T> {
  readonly message: string
  readonly data: T
  constructor(message: string, data: T) {
    this.message = message
    this.data = data
  }
}

/** Refuses the call, but commits what it wrote. */
export class KeptRefusal {
  readonly refused: Refused
  constructor(refused: Refused) {
    this.refused = refused
  }
}

/** The bytes of a Download that are all in memory. */
export async function* singleChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes)
}

/** One call in progress: everything a handler gets. */
export interface Context<Q = unknown, B = unknown> {
  /** The transaction of a changing call, else the pool. */
  db: Db
  query: Q
  body: B
  /** The caller. Calls open to anyone may come without a token; reading this then is a defect. */
  who: Principal
  scope: Scope
  /** Compares rights at the end of a change. */
  giving: Giving | undefined
  /** The same check at once, for callers that leave out what is refused. */
  checkGiven: (db: Db) => Promise<void>
  kernel: Kernel
  file: UploadedFile
  ip: string
  agent: string
  traceId: string
  log: FastifyBaseLogger
  cookies: Readonly<Record<string, string | undefined>>
  setCookie: (name: string, value: string, options: { maxAge?: number; path: string; httpOnly: boolean; sameSite?: 'lax' }) => void
  /**
   * Names an object for the audit record, of the feature's own type unless `type` is given; the first one is the record's main
   * target.
   */
  auditTarget: (id: string, type?: string) => void
  /** Runs once the transaction is committed. */
  afterCommit: (work: () => void | Promise<void>) => void
  request: FastifyRequest
  reply: FastifyReply
}

/** If the reply schema of a call is `done`, its handler may return anything and the reply is true. */
type Answer<C> = [ReplyOf<C>] extends [true] ? unknown : ReplyOf<C> | Download | WithMessage<ReplyOf<C>> | KeptRefusal
type Run<C> = (ctx: Context<QueryOf<C>, BodyOf<C>>) => Promise<Answer<C>> | Answer<C>

/** Slow work (hashing, reading a file) that must not hold a transaction; it returns what then runs inside one. */
export interface Prepared<C> {
  prepare: (ctx: Context<QueryOf<C>, BodyOf<C>>) => Promise<Run<C>>
}
export const prepare = <C>(work: Prepared<C>['prepare']): Prepared<C> => ({ prepare: work })

export type Handler<C> = Run<C> | Prepared<C>
export type Handlers<Calls extends Record<string, AnyCall>> = { [K in keyof Calls]: Handler<Calls[K]> }

export interface Feature {
  name: string
  calls: Readonly<Record<string, AnyCall>>
  handlers: Readonly<Record<string, Handler<Call>>>
}

/** Answers every call of one noun; a missing, an extra or a wrong handler is a compile error (rule 4). */
export const feature = <Calls extends Record<string, AnyCall>>(name: string, calls: Calls, handlers: Handlers<Calls>): Feature => ({
  name,
  calls,
  handlers: handlers,
})

/** For calls that change rights: this node reads rights again at once, other nodes within a second (T29). */
export const invalidatingRights =
  <T extends Pick<Context, 'kernel' | 'afterCommit'>, R>(act: (ctx: T) => R) =>
  (ctx: T): R => {
    ctx.afterCommit(() => ctx.kernel.sessions.forget())
    return act(ctx)
  }

/**
 * For calls that change what nodes cache by configuration version: this node reads it again at once, other nodes within a second.
 */
export const refreshingConfig =
  <T extends Pick<Context, 'kernel' | 'afterCommit'>, R>(act: (ctx: T) => R) =>
  (ctx: T): R => {
    ctx.afterCommit(async () => {
      await ctx.kernel.config.refresh()
    })
    return act(ctx)
  }
