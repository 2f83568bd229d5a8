import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { sealEnvelope } from '../src/domains/provisioning/sync/cloud/callback.ts'

export const EVENT_TOKEN = 'QDG6eK'
export const EVENT_KEY = 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C'
/** The application or corporation that the fakes stand for. */
export const OWNER = 'owner-of-the-test'

let serial = 0
interface Told {
  query?: Record<string, string>
  headers?: Record<string, string>
  body: string
}

/** How each vendor tells that a user has left. */
export const leaveEvents: Readonly<Record<'dingtalk' | 'wecom' | 'feishu', (users: readonly string[], seconds: string) => Told[]>> = {
  dingtalk: (users, timestamp) => [
    enveloped(JSON.stringify({ EventType: 'user_leave_org', UserId: users }), timestamp, 'signature', encrypt =>
      JSON.stringify({ encrypt }),
    ),
  ],
  wecom: (users, timestamp) =>
    users.map(user =>
      enveloped(
        `<xml><ChangeType><![CDATA[delete_user]]></ChangeType><UserID><![CDATA[${user}]]></UserID></xml>`,
        timestamp,
        'msg_signature',
        encrypt => `<xml><Encrypt><![CDATA[${encrypt}]]></Encrypt></xml>`,
      ),
    ),
  feishu: (users, timestamp) =>
    users.map(user => {
      const header = { event_id: `event-${++serial}`, event_type: 'contact.user.deleted_v3' }
      const body = sealedForFeishu({ schema: '2.0', header, event: { object: { open_id: user } } })
      const signature = createHash('sha256').update(`${timestamp}nonce${EVENT_KEY}${body}`).digest('hex')
      return { body, headers: { 'x-lark-signature': signature, 'x-lark-request-timestamp': timestamp, 'x-lark-request-nonce': 'nonce' } }
    }),
}

function enveloped(text: string, timestamp: string, name: string, bodyOf: (encrypt: string) => string): Told {
  const keys = { token: EVENT_TOKEN, aesKey: EVENT_KEY, owner: OWNER }
  const { signature, nonce, encrypt } = sealEnvelope(keys, text, { timestamp, nonce: `n${++serial}` })
  return { query: { [name]: signature, timestamp, nonce }, body: bodyOf(encrypt) }
}

export function sealedForFeishu(event: object): string {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(EVENT_KEY).digest(), iv)
  return JSON.stringify({ encrypt: Buffer.concat([iv, cipher.update(JSON.stringify(event)), cipher.final()]).toString('base64') })
}
