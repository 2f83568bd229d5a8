import { once } from 'node:events'
import { request as ask, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text as read } from 'node:stream/consumers'
import type { TestServer } from './harness.ts'

interface RawOptions {
  headers?: Record<string, string>
  body?: string
  /** An address of this machine the request comes from: 127.0.0.2 and so on. */
  from?: string
}

export const json = { 'content-type': 'application/json' }
export const tokenOf = (server: TestServer) => ({ token: server.admin.token! })

/** A call of the API written by hand, because fetch adds headers of its own and does not allow Sec-Fetch-Mode. */
export const raw = (server: TestServer, method: string, path: string, options: RawOptions = {}) =>
  rawAt(server, method, `/api${path}`, options)

/** The same for any path of the server, such as protocols and files. */
export async function rawAt(server: TestServer, method: string, path: string, { headers = {}, body, from }: RawOptions = {}) {
  const { hostname, port } = new URL(server.address)
  const request = ask({ hostname, port, path, method, headers, ...(from && { localAddress: from }) })
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const text = await read(response)
  const envelope = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : undefined
  return { status: response.statusCode, headers: new Headers(response.headers as Record<string, string>), json: envelope, text }
}

/** Sends bytes that may not be HTTP and waits until the server has begun a request or answered; HOST stands for valid headers. */
export async function openRawSocket(server: TestServer, bytes: string): Promise<{ socket: Socket; got: () => string }> {
  const { hostname, port } = new URL(server.address)
  const socket = connect(Number(port), hostname)
  let got = ''
  socket.on('data', chunk => (got += String(chunk))).on('error', () => undefined)
  const begun = new Promise(resolve => {
    server.app.server.once('request', resolve)
    socket.once('data', resolve).once('close', resolve)
  })
  socket.write(bytes.replace('HOST', `host: ${hostname}:${port}\r\ntoken: ${server.admin.token}`))
  await begun
  return { socket, got: () => got }
}
