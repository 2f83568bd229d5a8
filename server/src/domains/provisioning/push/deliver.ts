import type { PushOperate } from '@hufu/contract/provisioning/push'
import { maskPhone } from '@hufu/contract/text-rules'
import { sendPush, type Pushed } from '../../../outside/push.ts'
import type { HttpSender, Reply } from '../../../outside/http-sender.ts'
import { deliverScim, type ScimLine } from './scim/deliver.ts'
import type { GroupChanges } from './scim/group-changes.ts'
import type { Order } from './orders.ts'
import type { Target } from './push-queue.sql.ts'

export interface Delivered {
  operateType: PushOperate
  pushed: Pushed
  /** Only for SCIM: the keys by which the server knows the object, and the requests that were sent. */
  keys?: Record<string, unknown>
  requests?: readonly object[]
  /** Group memberships to change afterwards, together with those of other users. */
  moves?: GroupChanges
}

/** How pushes reach an application: the sender, the target, and the secret that signs them. */
export interface Line {
  sender: HttpSender
  target: Target
  secret: string
  /** Set if the application is a SCIM server. */
  scim?: Pick<ScimLine, 'groups' | 'abilities' | 'storePartialGroups'>
}

export const scimLineOf = ({ sender, target, secret, scim }: Line): ScimLine | undefined =>
  scim && { sender, url: target.url, secret, ...scim }

/** Sends one push. A 404 to an update is answered with an insert, and a 409 to an insert with an update. */
export async function deliver(line: Line, order: Order): Promise<Delivered> {
  const scim = scimLineOf(line)
  if (scim) return deliverScim(scim, order)
  const pushed = await send(line, order, order.operateType)
  const other = fallbackOperate(order.operateType, pushed)
  return other ? { operateType: other, pushed: await send(line, order, other) } : { operateType: order.operateType, pushed }
}

function fallbackOperate(operateType: PushOperate, pushed: Pushed): PushOperate | undefined {
  if (!('status' in pushed)) return undefined
  if (operateType === 'update' && pushed.status === 404) return 'insert'
  return operateType === 'insert' && pushed.status === 409 ? 'update' : undefined
}

const send = ({ sender, target, secret }: Line, { item, sent: data }: Order, operateType: PushOperate): Promise<Pushed> =>
  sendPush(sender, {
    url: target.url,
    secret,
    body: { objectType: item.objectType, operateType, data },
    id: `${item.objectType}-${item.objectId}-${item.generation}`,
  })

export type Outcome = 'taken' | 'gone' | 'later' | 'refused' | 'silent'

const GATEWAY_ERRORS = new Set([502, 503, 504])
const ASK_AGAIN = new Set([408, 429])

/** `silent`: the application itself did not answer. `gone`: it wants no more pushes. */
export function outcomeOf({ operateType, pushed }: Delivered): Outcome {
  if ('error' in pushed) return pushed.error === 'address refused' ? 'refused' : 'silent'
  const { status } = pushed
  if (status >= 200 && status < 300) return 'taken'
  if (operateType === 'delete' && status === 404) return 'taken'
  if (status === 410) return 'gone'
  if (GATEWAY_ERRORS.has(status) && retryAfter(pushed) === undefined) return 'silent'
  return status >= 500 || ASK_AGAIN.has(status) ? 'later' : 'refused'
}

const WAIT_MAX = 3600

/** The seconds of a Retry-After header, within bounds; undefined without one. */
export function retryAfter(reply: Reply): number | undefined {
  const retryAfterHeader = reply.headers?.['retry-after']?.toString().trim()
  if (!retryAfterHeader || ![429, 503].includes(reply.status)) return undefined
  const seconds = /^\d+$/.test(retryAfterHeader) ? Number(retryAfterHeader) : (Date.parse(retryAfterHeader) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), WAIT_MAX) : undefined
}

const HIDDEN = '******'

export const withoutPhones = (text: string): string => text.replace(/(?<!\d)1\d{10}(?!\d)/g, maskPhone)

/** The answer as it is logged: the secret, ID numbers and telephone numbers that it may repeat are masked. */
export const cutAnswer = (text: string, secret: string): string =>
  text
    .replaceAll('\u0000', '')
    .replaceAll(secret, HIDDEN)
    .replace(/(?<!\d)\d{17}[\dXx](?!\d)/g, HIDDEN)
    .replace(/(?<!\d)1\d{10}(?!\d)/g, maskPhone)
