import { readFile } from 'node:fs/promises'
import { request as send } from 'node:http'
import { createServer, request as sendTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { CertificateHolder } from './certificates.ts'

export const MTLS_SECRET = 'what-only-the-proxy-and-the-server-know'
const HEADER = 'hufu-client-certificate'

/** A reverse proxy that terminates TLS, requests a certificate and accepts any, as nginx does with `optional_no_ca`. */
export async function startMtlsProxy(own: CertificateHolder, secret = MTLS_SECRET) {
  let target = ''
  const proxy = createServer(
    { key: await readFile(own.key), cert: own.pem, requestCert: true, rejectUnauthorized: false },
    (request, answer) => {
      const { raw } = (request.socket as import('node:tls').TLSSocket).getPeerCertificate()
      const pem = raw ? `-----BEGIN CERTIFICATE-----\n${raw.toString('base64')}\n-----END CERTIFICATE-----\n` : ''
      const headers = { ...request.headers, [HEADER]: `${secret}:${encodeURIComponent(pem)}` }
      const onwards = send(new URL(request.url ?? '/', target), { method: request.method, headers }, back => {
        answer.writeHead(back.statusCode ?? 502, back.headers)
        back.pipe(answer)
      })
      request.pipe(onwards)
    },
  )
  await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done))
  return {
    address: `https://localhost:${(proxy.address() as AddressInfo).port}`,
    to: (address: string) => {
      target = address
    },
    close: () => new Promise<void>(done => void proxy.close(() => done())),
  }
}

/** A `fetch` that presents this certificate in the handshake, or none. */
export function fetchWith(holder: CertificateHolder | undefined) {
  return async (address: string, init: { method?: string; headers?: Record<string, string>; body?: unknown } = {}): Promise<Response> => {
    const shown = holder && { key: await readFile(holder.key), cert: holder.pem }
    const body = init.body === undefined || init.body === null ? '' : (init.body as string | URLSearchParams).toString()
    const headers = {
      ...(body !== '' && { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(Buffer.byteLength(body)) }),
      ...init.headers,
    }
    return new Promise((done, fail) => {
      const request = sendTls(
        address,
        { method: init.method ?? 'GET', headers, ...shown, rejectUnauthorized: false, agent: false },
        answer => {
          const pieces: Buffer[] = []
          answer.on('data', (piece: Buffer) => pieces.push(piece))
          answer.on('end', () =>
            done(new Response(Buffer.concat(pieces), { status: answer.statusCode!, headers: answer.headers as Record<string, string> })),
          )
        },
      )
      request.on('error', fail)
      request.end(body)
    })
  }
}
