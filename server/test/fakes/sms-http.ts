import { createHmac } from 'node:crypto'
import { openSmsFake, type Answer, type FakeSms, type RawRequest, type SentSms } from './sms-fake.ts'

const KEY = { keyId: '', secret: 'a secret between the two of us' }
const MINUTES_5 = 300_000

/** A generic gateway, written from docs/sms.md alone. */
export function openHttpFake(): Promise<FakeSms> {
  const nonces = new Set<string>()
  let requestText = ''
  const readRequest = (request: RawRequest) => {
    requestText = request.body
    return problemOf(request, nonces) ?? readMessage(request)
  }
  const answer = (code: string | undefined, count: number): Answer => {
    if (code === undefined) return { status: 200, json: { code: '0', receipt: `R${count}` } }
    if (/^\d{3}$/.test(code)) return { status: Number(code), json: { code, message: 'no' } }
    // A gateway that repeats the request in its answer.
    if (code === 'echo') return { status: 200, json: { code, message: requestText } }
    return { status: 200, json: { code, message: '繁忙', ...(code === 'busy' && { retry: true }) } }
  }
  return openSmsFake(KEY, { readRequest, answer })
}

function problemOf({ method, headers, body }: RawRequest, nonces: Set<string>): string | undefined {
  if (method !== 'POST' || !headers['content-type']?.startsWith('application/json')) return '415'
  const cut = /,"sign":"([0-9a-f]{64})"\}$/.exec(body)
  if (!cut) return 'unsigned'
  const signed = `${body.slice(0, cut.index)}}`
  const { timestamp, nonce } = JSON.parse(signed) as { timestamp: string; nonce: string }
  if (createHmac('sha256', KEY.secret).update(`${timestamp}${nonce}${signed}`).digest('hex') !== cut[1]) return 'wrongSign'
  if (!(Math.abs(Number(timestamp) - Date.now()) <= MINUTES_5)) return 'tooOld'
  if (nonces.has(nonce)) return 'nonceUsed'
  nonces.add(nonce)
  return undefined
}

interface Question {
  telephone: string
  kind: string
  values: { name: string; value: string }[]
  text: string
}
function readMessage({ body }: RawRequest): SentSms {
  const { telephone, kind, values, text } = JSON.parse(body) as Question
  return { telephone, template: kind, values: [...values.map(({ value }) => value), text] }
}
