import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeRequest {
  url: URL
  headers: IncomingMessage['headers']
  body: string
}
export interface FakeReply {
  status?: number
  headers?: Record<string, string>
  text: string
  /** Sent instead of the text. */
  bytes?: Buffer
}
/** A fake external system on this machine: records requests, and can be told to give another answer once. */
export interface Fake {
  address: string
  requests: FakeRequest[]
  replies: FakeReply[]
  /** The next answer for a path; several are given in order. */
  next(path: string, given: FakeReply): void
  close(): Promise<void>
}

export async function openFake(answer: (request: FakeRequest) => FakeReply | Promise<FakeReply>): Promise<Fake> {
  const requests: FakeRequest[] = []
  const replies: FakeReply[] = []
  const waiting = new Map<string, FakeReply[]>()
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const here = { url: new URL(request.url ?? '/', 'http://fake'), headers: request.headers, body: await read(request) }
    requests.push(here)
    replies.push(waiting.get(here.url.pathname)?.shift() ?? (await answer(here)))
    send(response, replies.at(-1)!)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    replies,
    next: (path, reply) => waiting.set(path, [...(waiting.get(path) ?? []), reply]),
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

function send(response: ServerResponse, { status = 200, headers, text, bytes }: FakeReply): void {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(bytes ?? text)
}

export const json = (value: unknown): FakeReply => ({ text: JSON.stringify(value) })

/** A page of the provider, as a browser would show it. */
export const page = (body: string): FakeReply => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, text: body })
