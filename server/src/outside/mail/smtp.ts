import { hostname } from 'node:os'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isAllowedAddress } from '../address.ts'
import { checkedLookup } from '../http-sender.ts'
import { MailError, type Mail, type MailAccount, type MailServer } from './mail-server.ts'
import { messageOf, dotStuffed } from './message.ts'
import { ReplyReader, type Reply } from './smtp-line.ts'
import { text } from './text.ts'

const TIMEOUT_MS = 15_000

interface Limits {
  /** Allows this machine's own addresses; only where external systems are faked on it. */
  withLoopback: boolean
  timeoutMs?: number
  /** Certificates to trust instead of the system's. */
  ca?: string
}

/** A mail server by SMTP (RFC 5321) with STARTTLS (RFC 3207) or implicit TLS; every mail has its own connection. */
export const openSmtp = (account: MailAccount, limits: Limits): MailServer => ({
  name: 'smtp',
  send: async mail => {
    const message = dotStuffed(messageOf(mail, account))
    if (account.security === 'none' && account.user !== '') throw new MailError(text.noPlainPassword, { retry: false })
    const session = new Session(account, limits)
    try {
      await session.begin()
      await session.deliver(mail, message)
    } finally {
      session.close()
    }
  },
})

/** This machine's host name, if it is a domain name. */
const ownName = () => (/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(hostname()) ? hostname() : '[127.0.0.1]')

class Session {
  #socket: Socket
  #reader: ReplyReader
  readonly #account: MailAccount
  readonly #limits: Limits
  readonly #clock: NodeJS.Timeout

  constructor(account: MailAccount, limits: Limits) {
    this.#account = account
    this.#limits = limits
    const { host, port, security } = account
    if (isIP(host) && !isAllowedAddress(host, limits.withLoopback))
      throw new MailError(text.unreachable('address refused'), { retry: false })
    const where = { host, port, lookup: checkedLookup(limits.withLoopback) }
    this.#socket = security === 'tls' ? connectTls({ ...where, ...this.#secured() }) : connectPlain(where)
    this.#reader = new ReplyReader(this.#socket)
    this.#clock = setTimeout(() => this.#socket.destroy(new Error('timeout')), limits.timeoutMs ?? TIMEOUT_MS)
  }

  /** Greets, encrypts and authenticates. */
  async begin(): Promise<void> {
    const { security, user } = this.#account
    expect(await this.#reader.next(), 220, 'greeting')
    let offered = await this.#greet()
    if (security === 'starttls') {
      if (!offered.has('STARTTLS')) throw new MailError(text.noTls, { retry: false })
      expect(await this.#say('STARTTLS'), 220, 'STARTTLS')
      await this.#encrypt()
      // Asks again after TLS, as an unencrypted answer may be an attacker's.
      offered = await this.#greet()
    }
    if (user !== '') await this.#signIn(offered.get('AUTH') ?? '')
  }

  async deliver({ to }: Mail, message: string): Promise<void> {
    expect(await this.#say(`MAIL FROM:<${this.#account.from}>`), 250, 'MAIL FROM')
    expect(await this.#say(`RCPT TO:<${to}>`), 250, 'RCPT TO')
    expect(await this.#say('DATA'), 354, 'DATA')
    expect(await this.#say(`${message}.`), 250, 'DATA')
    this.#socket.write('QUIT\r\n')
  }

  close(): void {
    clearTimeout(this.#clock)
    this.#socket.on('error', () => undefined)
    this.#socket.destroySoon()
  }

  async #say(line: string): Promise<Reply> {
    if (this.#reader.hasMore) throw new MailError(text.notUnderstood, { retry: false })
    const reply = this.#reader.next()
    this.#socket.write(`${line}\r\n`)
    return reply
  }

  /** The server's extensions by keyword. */
  async #greet(): Promise<Map<string, string>> {
    const { lines } = expect(await this.#say(`EHLO ${ownName()}`), 250, 'EHLO')
    return new Map(lines.slice(1).map(line => [line.split(' ', 1)[0]!.toUpperCase(), line.toUpperCase()]))
  }

  async #encrypt(): Promise<void> {
    if (this.#reader.release()) throw new MailError(text.injected, { retry: false })
    const plain = this.#socket
    const secured = connectTls({ socket: plain, ...this.#secured() })
    plain.on('error', error => secured.destroy(error))
    this.#socket = secured
    await new Promise<void>((done, fail) => {
      const refused = (error: Error & { code?: string }) =>
        fail(new MailError(text.unreachable(error.code ?? error.message), { retry: true }))
      secured.once('secureConnect', () => {
        secured.off('error', refused)
        done()
      })
      secured.once('error', refused)
      // The timeout destroys the connection below.
      plain.once('close', () => refused(new Error('closed')))
    })
    this.#reader = new ReplyReader(secured)
  }

  /** The certificate is always verified, against the configured name. */
  #secured() {
    const { host } = this.#account
    return {
      host,
      ...(!isIP(host) && { servername: host }),
      minVersion: 'TLSv1.2' as const,
      ...(this.#limits.ca && { ca: this.#limits.ca }),
    }
  }

  async #signIn(offered: string): Promise<void> {
    const { user, password } = this.#account
    const methods = offered.split(/[ =]/)
    const base64 = (value: string) => Buffer.from(value).toString('base64')
    if (methods.includes('PLAIN')) {
      expect(await this.#say(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`), 235, 'AUTH')
    } else if (methods.includes('LOGIN')) {
      expect(await this.#say('AUTH LOGIN'), 334, 'AUTH')
      expect(await this.#say(base64(user)), 334, 'AUTH')
      expect(await this.#say(base64(password)), 235, 'AUTH')
    } else throw new MailError(text.noAuth, { retry: false })
  }
}

/** A reply with another code is a refusal, temporary if it begins with 4. Its text is not repeated, as it may contain the mail. */
function expect(reply: Reply, code: number, step: string): Reply {
  if (reply.code === code || (code === 250 && reply.code === 251)) return reply
  throw new MailError(text.refused(step, reply.code), { retry: reply.code < 500 })
}
