import type { Socket } from 'node:net'
import { MailError } from './mail-server.ts'
import { text } from './text.ts'

const REPLY_MAX = 32_768

export interface Reply {
  code: number
  lines: string[]
}

interface Waiting {
  done: (reply: Reply) => void
  fail: (error: Error) => void
}

/** Reads a server's replies from a socket, one after the other (RFC 5321, 4.2). */
export class ReplyReader {
  #text = ''
  #waiting: Waiting | undefined
  #error: Error | undefined
  readonly #socket: Socket
  readonly #onData = (bytes: Buffer) => this.#take(bytes.toString('latin1'))
  readonly #onError = (error: Error) => this.#end(new MailError(text.unreachable(reasonOf(error)), { retry: true }))
  readonly #onClose = () => this.#end(new MailError(text.unreachable('closed'), { retry: true }))

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', this.#onData).on('error', this.#onError).on('close', this.#onClose)
  }

  /** Whether unrequested bytes have arrived. */
  get hasMore(): boolean {
    return this.#text !== ''
  }

  /** The next complete reply. */
  async next(): Promise<Reply> {
    return new Promise((done, fail) => {
      if (this.#error) return fail(this.#error)
      this.#waiting = { done, fail }
      this.#answer()
    })
  }

  /** Releases the socket before TLS takes over; true if there are unread bytes, which an attacker may have sent (CVE-2011-0411). */
  release(): boolean {
    this.#socket.off('data', this.#onData).off('error', this.#onError).off('close', this.#onClose)
    return this.#text !== ''
  }

  #take(piece: string): void {
    this.#text += piece
    if (this.#text.length > REPLY_MAX) this.#socket.destroy(new Error('reply too long'))
    else this.#answer()
  }

  #answer(): void {
    if (!this.#waiting) return
    const reply = this.#cut()
    if (reply === undefined) return
    const { done, fail } = this.#waiting
    this.#waiting = undefined
    if (reply === 'wrong') fail(new MailError(text.notUnderstood, { retry: false }))
    else done(reply)
  }

  /** Takes one complete reply from the buffer; undefined while incomplete. */
  #cut(): Reply | 'wrong' | undefined {
    const lines: string[] = []
    let at = 0
    for (;;) {
      const end = this.#text.indexOf('\r\n', at)
      if (end < 0) return undefined
      const line = this.#text.slice(at, end)
      at = end + 2
      const [, code, rest] = /^([2-5]\d\d)(?:([ -].*))?$/s.exec(line) ?? []
      if (code === undefined) return 'wrong'
      lines.push((rest ?? '').slice(1))
      if (rest?.startsWith('-')) continue
      this.#text = this.#text.slice(at)
      return { code: Number(code), lines }
    }
  }

  #end(error: Error): void {
    this.#error ??= error
    this.#waiting?.fail(this.#error)
    this.#waiting = undefined
  }
}

const reasonOf = (error: Error) => ('code' in error ? String(error.code) : error.message)
