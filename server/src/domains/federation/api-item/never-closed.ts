import type { AnyCall } from '@hufu/contract/call'
import { allCalls } from '@hufu/contract/calls'
import { scimCalls } from '@hufu/contract/federation/scim'
import { callKey } from '@hufu/contract/federation/client-calls'

/** Nouns without which somebody cannot come in, prove themselves, or open again what was closed. */
const NEVER_CLOSED_GROUPS = new Set([
  'signIn', 'self', 'phone', 'passkey', 'totp', 'factor', 'scan', 'face', 'certificate', 'ticket', 'ownSession', 'ownDevice', 'health',
  'apiItem',
]) // prettier-ignore

const isForSigningIn = (call: AnyCall) => call.permit === 'anyone' || call.whileForced || call.whileBinding || call.loginLike !== false

/** Every call of the server, by method and path. */
export const ownCalls: ReadonlyMap<string, AnyCall> = new Map(
  Object.values(allCalls).flatMap(group => Object.values(group).map((call): [string, AnyCall] => [callKey(call), call])),
)

/** Calls that are never closed: a fixed list, or a mistake would shut everybody out (X-APIMANAGE-07). */
export const neverClosed: ReadonlySet<string> = new Set(
  Object.entries(allCalls).flatMap(([noun, calls]) =>
    Object.values(calls)
      .filter(call => NEVER_CLOSED_GROUPS.has(noun) || isForSigningIn(call))
      .map(callKey),
  ),
)

/** Everything the server answers that a system may be given: calls, and the requests of SCIM. */
export const isServed = (key: string): boolean => ownCalls.has(key) || scimKeys.has(key)
const scimKeys: ReadonlySet<string> = new Set(Object.values(scimCalls).map(callKey))
