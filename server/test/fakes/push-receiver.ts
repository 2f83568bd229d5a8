import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PushBody {
  objectType: 'user' | 'org'
  operateType: 'insert' | 'update' | 'delete'
  data: Record<string, unknown>
}
export interface ReceivedPush extends PushBody {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** Whether the signature matches the received bytes. */
  isSigned: boolean
  /** Whether the second signature matches time, id and the received bytes. */
  isTimeSigned: boolean
  /** When the push arrived, in milliseconds. */
  at: number
  /** When the connection was closed. */
  closedAt?: number
}
/**
 * How the receiver answers. `hang`: never; `cut`: closes the connection; `stored`: stores the object, then closes the connection.
 */
export type ResponseMode = { status: number; text?: string; headers?: Record<string, string> } | 'hang' | 'cut' | 'stored'

/** An application on this machine that receives changes and keeps what it received. */
export interface PushReceiver {
  address: string
  received: ReceivedPush[]
  /** The objects it holds, by path and id. */
  stored: Map<string, Record<string, unknown>>
  /** Sets how it answers; by default it accepts everything. */
  behave: (manner: (received: ReceivedPush, stored: Record<string, unknown> | undefined) => ResponseMode | Promise<ResponseMode>) => void
  forget: () => void
  /** The most requests it handled at the same time, by path. */
  most: Map<string, number>
  close: () => Promise<void>
}

export const PUSH_SECRET = 'a-secret-of-the-push-1'
const taken: ResponseMode = { status: 200, text: 'ok' }

export async function openPushReceiver(): Promise<PushReceiver> {
  const received: ReceivedPush[] = []
  const stored = new Map<string, Record<string, unknown>>()
  const [now, most] = [new Map<string, number>(), new Map<string, number>()]
  let manner: Parameters<PushReceiver['behave']>[0] = () => taken
  const keep = ({ path, operateType, data }: ReceivedPush) => {
    const key = `${path} ${String(data.id)}`
    if (operateType === 'delete') stored.delete(key)
    else stored.set(key, data)
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/'
    now.set(path, (now.get(path) ?? 0) + 1)
    most.set(path, Math.max(most.get(path) ?? 0, now.get(path)!))
    response.on('close', () => now.set(path, now.get(path)! - 1))
    const body = await read(request)
    const { headers } = request
    const hmac = (text: string) => createHmac('sha256', PUSH_SECRET).update(text).digest('hex')
    const isSigned = headers['x-hufu-sign'] === hmac(body)
    const isTimeSigned = headers['x-hufu-time-sign'] === hmac(`${String(headers['x-hufu-time'])}.${String(headers['x-hufu-id'])}.${body}`)
    const one: ReceivedPush = { ...(JSON.parse(body) as PushBody), path, headers, body, isSigned, isTimeSigned, at: performance.now() }
    response.on('close', () => (one.closedAt = performance.now()))
    received.push(one)
    const answer = await manner(one, stored.get(`${path} ${String(one.data.id)}`))
    if (answer === 'hang') return
    if (answer === 'stored' || (typeof answer === 'object' && answer.status < 300)) keep(one)
    if (answer === 'cut' || answer === 'stored') response.destroy()
    else response.writeHead(answer.status, { 'content-type': 'text/plain', ...answer.headers }).end(answer.text ?? '')
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stored,
    most,
    behave: next => (manner = next),
    forget: () => {
      received.length = 0
      manner = () => taken
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
