import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { sealEnvelope } from '../src/domains/provisioning/sync/sources/cloud/callback.ts'

export const EVENT_TOKEN = 'QDG6eK'
export const EVENT_KEY = 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C'
/** The application or corporation at the vendor. */
export const OWNER = 'owner-of-the-test'

let serial = 0
export interface Callback {
  query?: Record<string, string>
  headers?: Record<string, string>
  body: string
}

/** What vendors send events about. */
export type VendorEvent = 'left' | 'changed' | 'department'

const dingtalkEvents = {
  left: ids => ({ EventType: 'user_leave_org', UserId: ids }),
  changed: ids => ({ EventType: 'user_modify_org', UserId: ids }),
  department: ids => ({ EventType: 'org_dept_create', DeptId: ids }),
} satisfies Record<VendorEvent, (ids: readonly string[]) => object>
const wecomEvents = {
  left: id => ['delete_user', 'UserID', id],
  changed: id => ['update_user', 'UserID', id],
  department: id => ['create_party', 'Id', id],
} satisfies Record<VendorEvent, (id: string) => string[]>
const idsOf = (id: string) => ({ open_id: id, union_id: `on_${id}`, user_id: `of_${id}` })
const feishuEvents = {
  left: id => ['contact.user.deleted_v3', idsOf(id)],
  changed: id => ['contact.user.updated_v3', idsOf(id)],
  department: id => ['contact.department.created_v3', { open_department_id: id }],
} satisfies Record<VendorEvent, (id: string) => [string, object]>

/** The event as each vendor sends it. */
export const vendorEvents: Readonly<
  Record<'dingtalk' | 'wecom' | 'feishu', (event: VendorEvent, ids: readonly string[], seconds: string) => Callback[]>
> = {
  dingtalk: (event, ids, timestamp) => [
    enveloped(JSON.stringify(dingtalkEvents[event](ids)), timestamp, 'signature', encrypt => JSON.stringify({ encrypt })),
  ],
  wecom: (event, ids, timestamp) =>
    ids.map(id => {
      const [kind, name, value] = wecomEvents[event](id)
      return enveloped(
        `<xml><ChangeType><![CDATA[${kind}]]></ChangeType><${name}><![CDATA[${value}]]></${name}></xml>`,
        timestamp,
        'msg_signature',
        encrypt => `<xml><Encrypt><![CDATA[${encrypt}]]></Encrypt></xml>`,
      )
    }),
  feishu: (event, ids, timestamp) =>
    ids.map(id => {
      const [type, object] = feishuEvents[event](id)
      const header = { event_id: `event-${++serial}`, event_type: type }
      const body = sealedForFeishu({ schema: '2.0', header, event: { object } })
      const signature = createHash('sha256').update(`${timestamp}nonce${EVENT_KEY}${body}`).digest('hex')
      return { body, headers: { 'x-lark-signature': signature, 'x-lark-request-timestamp': timestamp, 'x-lark-request-nonce': 'nonce' } }
    }),
}

function enveloped(text: string, timestamp: string, name: string, bodyOf: (encrypt: string) => string): Callback {
  const keys = { token: EVENT_TOKEN, aesKey: EVENT_KEY, owner: OWNER }
  const { signature, nonce, encrypt } = sealEnvelope(keys, text, { timestamp, nonce: `n${++serial}` })
  return { query: { [name]: signature, timestamp, nonce }, body: bodyOf(encrypt) }
}

export function sealedForFeishu(event: object): string {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(EVENT_KEY).digest(), iv)
  return JSON.stringify({ encrypt: Buffer.concat([iv, cipher.update(JSON.stringify(event)), cipher.final()]).toString('base64') })
}
