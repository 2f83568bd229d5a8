import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it came over the wire. */
export interface RawRequest {
  method: string
  path: string
  query: string
  headers: Readonly<Record<string, string>>
  body: string
}
export interface Answer {
  status: number
  json: unknown
}
export interface SentSms {
  telephone: string
  template: string
  values: readonly string[]
}

export interface FakeSms {
  address: string
  account: { keyId: string; secret: string }
  /** All requests received. */
  requests: RawRequest[]
  /** The messages it accepted. */
  sent: SentSms[]
  /** The next answers, in order: an error code of the provider, or hang, drop (after accepting it), page, redirect, flood. */
  next(...codes: string[]): void
  /** Forgets all requests and answers. */
  forget(): void
  close(): Promise<void>
}

export interface Provider {
  /** The error code, or the accepted message. */
  readRequest: (request: RawRequest) => string | SentSms
  answer: (code: string | undefined, count: number) => Answer
}

export async function openSmsFake(account: FakeSms['account'], { readRequest, answer }: Provider): Promise<FakeSms> {
  const requests: RawRequest[] = []
  const sent: SentSms[] = []
  const script: string[] = []
  const server = createServer((incoming, response) => {
    const serve = async () => {
      const request = await read(incoming)
      requests.push(request)
      const message = readRequest(request)
      const upcoming = typeof message === 'string' ? message : script.shift()
      if (upcoming === 'hang') return undefined
      if (typeof message !== 'string' && (upcoming === undefined || upcoming === 'drop')) sent.push(message)
      if (upcoming === 'drop') return incoming.socket.destroy()
      if (upcoming === 'redirect') return response.writeHead(302, { location: '/elsewhere' }).end()
      if (upcoming === 'page') return response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>')
      if (upcoming === 'flood') return response.end(`{"Code":"${'x'.repeat(70_000)}"}`)
      const { status, json } = answer(upcoming, sent.length)
      return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    }
    serve().catch(() => response.destroy())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account,
    requests,
    sent,
    next: (...codes) => void script.push(...codes),
    forget: () => void (requests.length = sent.length = script.length = 0),
    close: () =>
      new Promise<void>(done => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

async function read(incoming: IncomingMessage): Promise<RawRequest> {
  const pieces: Buffer[] = []
  for await (const piece of incoming as AsyncIterable<Buffer>) pieces.push(piece)
  const [path = '', query = ''] = (incoming.url ?? '').split('?', 2)
  const headers: Record<string, string> = {}
  for (let n = 0; n < incoming.rawHeaders.length; n += 2) headers[incoming.rawHeaders[n]!.toLowerCase()] = incoming.rawHeaders[n + 1]!
  return { method: incoming.method ?? '', path, query, headers, body: Buffer.concat(pieces).toString('utf8') }
}
