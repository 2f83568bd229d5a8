import type { Socket } from 'node:net'
import {
  BindRequest, MessageParser, type MessageResponse, PagedResultsControl, SearchEntry, SearchRequest, SearchResponse, UnbindRequest, type Filter, type Message,
} from 'ldapts' // prettier-ignore
import { Unreachable } from '../http-sender.ts'
import { codeOf, connectLdap, timedOut, type LdapLimits, type LdapServer } from './connect.ts'

/** The most bytes of the answer to one request. */
const ANSWER_BYTES = 64 * 1024 * 1024
/** Seconds the server may search for one page. */
const SEARCH_SECONDS = 60
const UNBIND_MS = 1000
const INVALID_CREDENTIALS = 49

/** The server answered with a result code other than success (RFC 4511, 4.1.9). */
export class LdapResultError extends Error {
  readonly code: number
  constructor(code: number) {
    super(`LDAP result ${code}`)
    this.name = 'LdapResultError'
    this.code = code
  }
}

export interface LdapSearch {
  base: string
  filter: Filter
  attributes: readonly string[]
  /** 0: no paging. */
  pageSize: number
  /** By default the base and everything below it. */
  scope?: 'base' | 'sub'
}
export interface LdapPage {
  entries: readonly SearchEntry[]
  /** The cookie of the next page; undefined after the last. */
  cookie: Buffer | undefined
}

interface Pending {
  message: Message
  entries: SearchEntry[]
  bytes: number
  clock: NodeJS.Timeout
  done: (response: MessageResponse) => void
  fail: (error: Error) => void
}

/**
 * One connection to a directory, one request at a time. The client of ldapts is not used: it takes an empty page for the
 * last even if a cookie says otherwise, and it reconnects without signing in.
 */
export class LdapSession {
  readonly #socket: Socket
  readonly #timeoutMs: number
  readonly #parser = new MessageParser()
  /** By message id, as the parser needs it. */
  readonly #pending = new Map<string, Pending>()
  /** StartTLS has used message id 1. */
  #lastId = 1
  #ended: Error | undefined

  private constructor(socket: Socket, timeoutMs: number) {
    this.#socket = socket
    this.#timeoutMs = timeoutMs
    this.#parser.on('message', message => this.#take(message))
    this.#parser.on('error', () => this.#end(new Unreachable('not LDAP')))
    socket.on('data', (piece: Buffer) => this.#read(piece))
    socket.on('error', error => this.#end(new Unreachable(codeOf(error), { cause: error })))
    socket.on('close', () => this.#end(new Unreachable('ECONNRESET')))
  }

  static async open(server: LdapServer, limits: LdapLimits): Promise<LdapSession> {
    return new LdapSession(await connectLdap(server, limits), limits.timeoutMs)
  }

  /** Never with an empty password, which many servers treat as an anonymous bind and answer with success (RFC 4513, 5.1.2). */
  async bind(dn: string, password: string): Promise<void> {
    if (dn === '' || password === '') throw new LdapResultError(INVALID_CREDENTIALS)
    const { status } = await this.#ask(new BindRequest({ messageId: this.#nextId(), dn, password }))
    if (status !== 0) throw new LdapResultError(status)
  }

  /** Sets no size limit, because the server would stop at it and still report success. Referrals are not followed. */
  async page({ base, filter, attributes, pageSize, scope = 'sub' }: LdapSearch, cookie?: Buffer): Promise<LdapPage> {
    const control = new PagedResultsControl({ value: { size: pageSize, ...(cookie && { cookie }) } })
    const request = new SearchRequest({
      messageId: this.#nextId(),
      baseDN: base,
      scope,
      filter,
      attributes: [...attributes],
      timeLimit: SEARCH_SECONDS,
      ...(pageSize > 0 && { controls: [control] }),
    })
    const response = await this.#ask(request)
    if (response.status !== 0) throw new LdapResultError(response.status)
    if (!(response instanceof SearchResponse)) throw new Unreachable('not LDAP')
    const answered = response.controls?.find(each => each instanceof PagedResultsControl)
    return { entries: response.searchEntries, cookie: answered?.value?.cookie?.length ? answered.value.cookie : undefined }
  }

  close(): void {
    if (!this.#ended) this.#socket.end(new UnbindRequest({ messageId: this.#nextId() }).write())
    this.#end(new Unreachable('closed'))
  }

  #nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  async #ask(message: Message): Promise<MessageResponse> {
    if (this.#ended) throw this.#ended
    return new Promise((done, fail) => {
      const clock = setTimeout(() => this.#end(new Unreachable(codeOf(timedOut()))), this.#timeoutMs)
      this.#pending.set(String(message.messageId), { message, entries: [], bytes: 0, clock, done, fail })
      this.#socket.write(message.write())
    })
  }

  #read(piece: Buffer): void {
    for (const pending of this.#pending.values()) {
      pending.bytes += piece.length
      if (pending.bytes > ANSWER_BYTES) return this.#end(new Unreachable('answer too large'))
    }
    try {
      this.#parser.read(piece, this.#pending)
    } catch (error) {
      // Unexpected messages must not end the server.
      this.#end(new Unreachable('not LDAP', { cause: error }))
    }
  }

  #take(message: MessageResponse): void {
    const pending = this.#pending.get(String(message.messageId))
    // 0 is the server's notice of disconnection.
    if (!pending) return message.messageId === 0 ? this.#end(new Unreachable('ECONNRESET')) : undefined
    if (message instanceof SearchEntry) {
      pending.entries.push(message)
    } else if (message instanceof SearchResponse || pending.message instanceof BindRequest) {
      this.#pending.delete(String(message.messageId))
      clearTimeout(pending.clock)
      if (message instanceof SearchResponse) message.searchEntries = pending.entries
      pending.done(message)
    }
  }

  #end(reason: Error): void {
    if (this.#ended) return
    this.#ended = reason
    for (const { clock, fail } of this.#pending.values()) {
      clearTimeout(clock)
      fail(reason)
    }
    this.#pending.clear()
    // Sends what is written and closes without waiting for the other side.
    if (this.#socket.writableEnded) this.#socket.setTimeout(UNBIND_MS, () => this.#socket.destroy())
    else this.#socket.destroy()
  }
}
