import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'

export interface ReceivedMail {
  from: string
  to: string
  /** The message as received, with dots unstuffed. */
  raw: string
  /** The decoded body. */
  text: string
  secure: boolean
  signedInAs: string
}

export interface FakeSmtp {
  port: number
  mails: ReceivedMail[]
  /** Every command line, in order. */
  lines: string[]
  /** The next mail; waits until it arrives. */
  next(): Promise<ReceivedMail>
  close(): Promise<void>
}

interface Behaviour {
  /** Key and certificate for TLS; without them it offers none. */
  tls?: { key: string; cert: string }
  /** Bytes it sends together with its consent to TLS. */
  injects?: string
  /** Its answers to commands, by their first word, instead of the usual ones. */
  answers?: Readonly<Record<string, string>>
  offers?: string
}

/** A mail server on this machine, written from RFC 5321 alone. */
export async function openSmtpFake(behaviour: Behaviour = {}): Promise<FakeSmtp> {
  const mails: ReceivedMail[] = []
  const lines: string[] = []
  const waiting: ((mail: ReceivedMail) => void)[] = []
  const sockets = new Set<Socket>()
  let read = 0
  const receive = (mail: ReceivedMail) => {
    mails.push(mail)
    const first = waiting.shift()
    if (first) {
      read += 1
      first(mail)
    }
  }
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    serve(socket, behaviour, { lines, receive, secure: false })
    socket.write('220 fake ESMTP\r\n')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    lines,
    next: async () => {
      const there = mails[read]
      if (there) {
        read += 1
        return there
      }
      return new Promise(done => waiting.push(done))
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
}

interface Line {
  lines: string[]
  receive: (mail: ReceivedMail) => void
  secure: boolean
}

function serve(socket: Socket, behaviour: Behaviour, { lines, receive, secure }: Line): void {
  let text = ''
  let data: string[] | undefined
  let [from, to, signedInAs] = ['', '', '']
  const answer = (words: string) => socket.write(`${words}\r\n`)
  const command = (line: string) => {
    lines.push(line)
    const verb = line.split(' ', 1)[0]!.toUpperCase()
    const other = behaviour.answers?.[verb]
    if (other !== undefined) return answer(other)
    if (verb === 'EHLO') {
      const offers = [...(behaviour.tls && !secure ? ['STARTTLS'] : []), behaviour.offers ?? 'AUTH PLAIN', '8BITMIME']
      return answer(['250-fake', ...offers.map((offer, n) => `250${n === offers.length - 1 ? ' ' : '-'}${offer}`)].join('\r\n'))
    }
    if (verb === 'STARTTLS' && behaviour.tls) {
      socket.removeAllListeners('data')
      answer(`220 go ahead${behaviour.injects === undefined ? '' : `\r\n${behaviour.injects}`}`)
      const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(behaviour.tls) })
      secured.on('error', () => undefined)
      return serve(secured, behaviour, { lines, receive, secure: true })
    }
    if (verb === 'AUTH') {
      signedInAs =
        Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .split('\0')[1] ?? ''
      return answer('235 welcome')
    }
    if (verb === 'MAIL') from = /<(.*)>/.exec(line)?.[1] ?? ''
    if (verb === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? ''
    if (verb === 'DATA') data = []
    return answer(verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok')
  }
  const take = (line: string) => {
    if (!data) return void command(line)
    if (line !== '.') return void data.push(line.startsWith('.') ? line.slice(1) : line)
    const raw = data.join('\r\n')
    data = undefined
    receive({ from, to, raw, text: Buffer.from(raw.split('\r\n\r\n')[1] ?? '', 'base64').toString(), secure, signedInAs })
    answer('250 taken')
  }
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1')
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const line = text.slice(0, end)
      text = text.slice(end + 2)
      take(line)
    }
  })
}
