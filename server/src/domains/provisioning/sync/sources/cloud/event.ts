import { parseJson } from '../../../../../platform/text/json.ts'
import type { DingTalkOptions, FeishuOptions, WecomOptions } from '@hufu/contract/provisioning/sync-options'
import { createHash } from 'node:crypto'
import type { Connection, ObjectType } from '../source.ts'
import { isFeishuSigned, openEnvelope, openFeishu, sealEnvelope, type EnvelopeKeys, type Signed } from './callback.ts'

/** Names of the task's headers that hold the token and the AES key of its callbacks. */
export const EVENT_TOKEN = 'eventToken'
export const EVENT_KEY = 'eventKey'

export interface Received {
  query: Readonly<Record<string, string | undefined>>
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}
export interface Hint {
  objectType: ObjectType
  /** `*` if the event names no object; the task then reads everything. */
  originId: string
  /** True if the vendor says that the user has left. */
  isLeaving?: boolean
}
export interface Opened {
  /** The same for every delivery of one event. */
  eventId: string
  hints: readonly Hint[]
  answer: { type: string; body: string }
}

const FIVE_MINUTES = 300
/** Vendors send the timestamp in seconds or in milliseconds. */
const isFresh = (timestamp: string, now: Date): boolean => {
  const sentAt = Number(timestamp)
  const seconds = sentAt > 1e11 ? sentAt / 1000 : sentAt
  return Math.abs(now.getTime() / 1000 - seconds) <= FIVE_MINUTES
}
const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
const JSON_TYPE = 'application/json; charset=utf-8'

/** Opens a callback of the task's vendor; undefined if its signature, its time or its owner does not fit. */
export function openEvent(connection: Connection, received: Received, now: Date): Opened | undefined {
  const { type, headers } = connection
  const [token, aesKey] = [headers[EVENT_TOKEN] ?? '', headers[EVENT_KEY] ?? '']
  if (aesKey === '') return undefined
  const options = connection.options as DingTalkOptions & WecomOptions & FeishuOptions
  if (type === 'feishu') return openFeishuEvent(aesKey, userIdsOf(options, connection.paths), received, now)
  if (token === '') return undefined
  if (type === 'dingtalk') return openDingTalk({ token, aesKey, owner: options.appKey }, received, now)
  return type === 'wecom' ? openWecom({ token, aesKey, owner: options.corpId }, received, now) : undefined
}

const signedOf = ({ query }: Received, encrypt: string): Signed => ({
  signature: query.msg_signature ?? query.signature ?? '',
  timestamp: query.timestamp ?? '',
  nonce: query.nonce ?? '',
  encrypt,
})

function openDingTalk(keys: EnvelopeKeys, received: Received, now: Date): Opened | undefined {
  const { encrypt } = jsonOf(received.body)
  if (typeof encrypt !== 'string') return undefined
  const signed = signedOf(received, encrypt)
  const text = isFresh(signed.timestamp, now) ? openEnvelope(keys, signed) : undefined
  if (text === undefined) return undefined
  const { signature, timestamp, nonce, encrypt: sealed } = sealEnvelope(keys, 'success', signed)
  const answer = { msg_signature: signature, timeStamp: timestamp, nonce, encrypt: sealed }
  return {
    eventId: digest(encrypt),
    hints: hintsOfDingTalk(jsonOf(Buffer.from(text))),
    answer: { type: JSON_TYPE, body: JSON.stringify(answer) },
  }
}

function hintsOfDingTalk({ EventType: event, UserId: users, DeptId: departments }: Readonly<Record<string, unknown>>): Hint[] {
  if (typeof event !== 'string') return []
  const isLeaving = event === 'user_leave_org'
  if (event.startsWith('user_')) return idsIn(users).map(originId => ({ objectType: 'user', originId, isLeaving }))
  return event.startsWith('org_dept_') ? idsIn(departments).map(originId => ({ objectType: 'org', originId })) : []
}
const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/**
 * WeCom checks the address by a GET with `echostr` and then posts XML. A regular expression can read it, because it consists of a
 * few flat tags without entities.
 */
function openWecom(keys: EnvelopeKeys, received: Received, now: Date): Opened | undefined {
  const { echostr } = received.query
  const encrypt = echostr ?? tagIn(received.body.toString('utf8'), 'Encrypt')
  if (encrypt === undefined) return undefined
  const signed = signedOf(received, encrypt)
  const text = isFresh(signed.timestamp, now) ? openEnvelope(keys, signed) : undefined
  if (text === undefined) return undefined
  const type = 'text/plain; charset=utf-8'
  if (echostr !== undefined) return { eventId: digest(encrypt), hints: [], answer: { type, body: text } }
  return { eventId: digest(encrypt), hints: hintsOfWecom(text), answer: { type, body: 'success' } }
}

function hintsOfWecom(xml: string): Hint[] {
  const kind = tagIn(xml, 'ChangeType') ?? ''
  const [user, renamed, department] = ['UserID', 'NewUserID', 'Id'].map(name => tagIn(xml, name))
  const isLeaving = kind === 'delete_user'
  if (kind.endsWith('_user'))
    return [user, renamed].flatMap(id => (id === undefined ? [] : [{ objectType: 'user', originId: id, isLeaving }]))
  return kind.endsWith('_party') && department !== undefined ? [{ objectType: 'org', originId: department }] : []
}

export const tagIn = (xml: string, name: string): string | undefined => {
  const found = new RegExp(`<${name}>(?:<!\\[CDATA\\[([^\\]]*)\\]\\]>|([^<]*))</${name}>`).exec(xml)
  return found?.[1] ?? found?.[2]
}

/** The kinds of Feishu user id that matter to this task: the one it reads users by, and those that its mapping reads. */
const userIdsOf = ({ userIdType }: FeishuOptions, paths: readonly string[]): string[] =>
  ['open_id', 'union_id', 'user_id'].filter(name => name === userIdType || paths.includes(name))

function openFeishuEvent(key: string, userIds: readonly string[], { headers, body }: Received, now: Date): Opened | undefined {
  const { encrypt } = jsonOf(body)
  if (typeof encrypt !== 'string') return undefined
  const text = openFeishu(key, encrypt)
  if (text === undefined) return undefined
  const { type, challenge, header, event } = jsonOf(Buffer.from(text)) as {
    type?: unknown
    challenge?: unknown
    header?: Record<string, unknown>
    event?: { object?: Record<string, unknown> }
  }
  const answer = (of: object) => ({ type: JSON_TYPE, body: JSON.stringify(of) })
  // Feishu sends the challenge once, when the address is entered, and does not sign it.
  if (type === 'url_verification' && typeof challenge === 'string')
    return { eventId: digest(encrypt), hints: [], answer: answer({ challenge }) }
  const one = (name: string) => String(headers[name] ?? '')
  const signed = { signature: one('x-lark-signature'), timestamp: one('x-lark-request-timestamp'), nonce: one('x-lark-request-nonce') }
  if (!isFresh(signed.timestamp, now) || !isFeishuSigned(key, signed, body)) return undefined
  const eventId = typeof header?.event_id === 'string' ? header.event_id.slice(0, 100) : digest(encrypt)
  return { eventId, hints: hintsOfFeishu(String(header?.event_type ?? ''), event?.object ?? {}, userIds), answer: answer({}) }
}

function hintsOfFeishu(event: string, object: Readonly<Record<string, unknown>>, userIds: readonly string[]): Hint[] {
  const ids = (names: readonly string[]) => names.flatMap(name => (typeof object[name] === 'string' ? [object[name]] : []))
  const isLeaving = event === 'contact.user.deleted_v3'
  if (event.startsWith('contact.user.')) return ids(userIds).map(originId => ({ objectType: 'user', originId, isLeaving }))
  if (event.startsWith('contact.department.')) return ids(['open_department_id']).map(originId => ({ objectType: 'org', originId }))
  return event.startsWith('contact.scope.') ? [{ objectType: 'user', originId: '*' }] : []
}

function jsonOf(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const json = parseJson(body.toString('utf8'))
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
