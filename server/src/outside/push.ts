import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { mayReach } from './address.ts'
import { Unreachable, type Reach } from './reach.ts'

/** D-56: what is told to an application, and with what it is signed. */
export interface Push {
  url: string
  secret: string
  body: { objectType: string; operateType: string; data: unknown }
}
export type Pushed = { status: number } | { fault: string }

export const PUSH_TIMEOUT_MS = 10_000
export const PUSH_ANSWER_BYTES = 65_536

/** HMAC-SHA256 of the body as it is sent, in hexadecimal. */
export const signPush = (secret: string, body: string): string => createHmac('sha256', secret).update(body).digest('hex')

/** One try. What the other end says is not of interest, only whether it took it. */
export async function sendPush(reach: Reach, { url, secret, body }: Push): Promise<Pushed> {
  const sent = JSON.stringify(body)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-hufu-sign': signPush(secret, sent) }
  try {
    const { status } = await reach(new URL(url), { method: 'POST', headers, body: sent })
    return { status }
  } catch (error) {
    if (error instanceof Unreachable) return { fault: error.message }
    throw error
  }
}

/** Whether an address may be stored as one to push to; a name is judged again by what it resolves to when it is used (T23). */
export function isPushAddress(address: string, withLoopback: boolean): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(address) || !URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username || url.password || url.hash) return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return mayReach(host, withLoopback)
  return withLoopback || !/^(?:.*\.)?localhost\.?$/.test(host)
}
