import { createHmac, randomBytes } from 'node:crypto'
import type { HttpSender } from '../http-sender.ts'
import { askGateway, wordOf } from './ask.ts'
import { SmsError, type SmsAccount, type SmsGateway } from './gateway.ts'

const TOO_MANY = 429

/** A generic gateway, by the protocol of docs/sms.md. */
export const openHttp = ({ address, appId, signName, secret }: SmsAccount, send: HttpSender): SmsGateway => ({
  name: 'http',
  send: async ({ telephone, kind, values, text }) => {
    const timestamp = String(Date.now())
    const nonce = randomBytes(16).toString('hex')
    const body = signHttp(
      JSON.stringify({ appId, telephone, kind, values, text, signName, timestamp, nonce }),
      { timestamp, nonce },
      secret,
    )
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const { status, answer } = await askGateway(send, new URL(address), { method: 'POST', headers, body })
    const code = wordOf(answer, 'code')
    if (status === 200 && code === '0') return { receipt: wordOf(answer, 'receipt') }
    const isBroken = status >= 500
    const words = `${code} ${wordOf(answer, 'message')}`.trim()
    throw new SmsError(words || `HTTP ${status}`, { retry: isBroken || status === TOO_MANY || answer.retry === true, unsure: isBroken })
  },
})

/** The body with `sign` as its last member: the receiver removes that member to get the signed text. */
export function signHttp(body: string, { timestamp, nonce }: { timestamp: string; nonce: string }, secret: string): string {
  const sign = createHmac('sha256', secret)
    .update(timestamp + nonce + body)
    .digest('hex')
  return `${body.slice(0, -1)},"sign":"${sign}"}`
}
