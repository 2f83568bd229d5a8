import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  /** The JSON body; {} if there is none. */
  body: Record<string, unknown>
  headers: Readonly<Record<string, string | string[] | undefined>>
}
export interface Answer {
  json?: unknown
  /** Sent instead of JSON. */
  text?: string
  status?: number
  headers?: Record<string, string>
}

/** A fake JSON interface on this machine, defined by its answer to each call. */
export async function openJsonService(answer: (call: Call) => Answer) {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://service')
      const body = pieces.length > 0 ? (JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>) : {}
      const call = { method: request.method ?? '', path: url.pathname, query: url.searchParams, body, headers: request.headers }
      calls.push(call)
      const { json, text, status = 200, headers } = answer(call)
      response.writeHead(status, headers).end(text ?? JSON.stringify(json))
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: async () => new Promise(done => server.close(done).closeAllConnections()),
  }
}
