import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecure, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { NS } from '../src/domains/federation/saml/names.ts'
import { logoutResponse, signedXml, type TestSp } from './saml.ts'

const envelope = (xml: string) => `<soap:Envelope xmlns:soap="${NS.soap}"><soap:Body>${xml}</soap:Body></soap:Envelope>`
const idIn = (body: string) => /<samlp:LogoutRequest[^>]* ID="([^"]+)"/.exec(body)?.[1] ?? ''

/** The application's answer to a logout; undefined: it is broken. */
export type SoapResponse = (id: string, n: number) => string | undefined
export const signedReply =
  (sp: TestSp): SoapResponse =>
  id =>
    signedXml(logoutResponse(sp, id), sp.pair)

/** From now on the application receives logouts by SOAP, from server to server. */
export async function openSoapEndpoint(sp: TestSp, reply: SoapResponse = signedReply(sp), tls?: ServerOptions) {
  const bodies: string[] = []
  const listen: RequestListener = (message, answer) => {
    let body = ''
    message.on('data', piece => (body += String(piece)))
    message.on('end', () => {
      bodies.push(body)
      const xml = reply(idIn(body), bodies.length)
      answer.writeHead(xml === undefined ? 500 : 200).end(xml === undefined ? '' : envelope(xml))
    })
  }
  const httpServer = tls ? createSecure(tls, listen) : createServer(listen)
  await new Promise<void>(done => httpServer.listen(0, '127.0.0.1', done))
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${(httpServer.address() as AddressInfo).port}/slo`
  await sp.set({ slo: JSON.stringify([{ binding: 'soap', url, responseUrl: null }]) } as object)
  return { bodies, close: () => httpServer.close() }
}
