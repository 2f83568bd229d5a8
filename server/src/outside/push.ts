import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { isAllowedAddress } from './address.ts'
import { createHttpSender, Unreachable, type HttpSender, type Reply } from './http-sender.ts'

/** D-56: a push to an application, and the secret that signs it. */
export interface Push {
  url: string
  secret: string
  body: { objectType: string; operateType: string; data: unknown }
  /** The same for every try of one state, so that a receiver can ignore repetitions. */
  id?: string
}
export type Pushed = Reply | { error: string }

const TIMEOUT_MS = 10_000
const ANSWER_BYTES = 65_536

/** Allows this machine only if the settings do. */
export const appSender = ({ allowLoopback }: { allowLoopback: boolean }): HttpSender =>
  createHttpSender({ withLoopback: allowLoopback, timeoutMs: TIMEOUT_MS, largest: ANSWER_BYTES })

/** HMAC-SHA256 of the body as sent, in hexadecimal. */
export const signPush = (secret: string, body: string): string => createHmac('sha256', secret).update(body).digest('hex')

/** The second signature covers time and id, too, so that a captured push cannot be replayed later. */
function headersOf({ secret, id }: Push, sent: string): Record<string, string> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-hufu-sign': signPush(secret, sent) }
  if (id === undefined) return headers
  const time = String(Math.floor(Date.now() / 1000))
  return { ...headers, 'x-hufu-id': id, 'x-hufu-time': time, 'x-hufu-time-sign': signPush(secret, `${time}.${id}.${sent}`) }
}

/** Sends a push once, without retries. */
export async function sendPush(send: HttpSender, push: Push): Promise<Pushed> {
  const sent = JSON.stringify(push.body)
  try {
    return await send(new URL(push.url), { method: 'POST', headers: headersOf(push, sent), body: sent })
  } catch (error) {
    if (error instanceof Unreachable) return { error: error.message }
    throw error
  }
}

/** Whether an address may be stored for pushes; a name is checked again by its resolved addresses when used. */
export function isPushAddress(address: string, withLoopback: boolean): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(address) || !URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username || url.password || url.hash) return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return isAllowedAddress(host, withLoopback)
  return withLoopback || !/^(?:.*\.)?localhost\.?$/.test(host)
}
