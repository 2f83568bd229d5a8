import type { AnyCall } from '@hufu/contract/call'
import { allCalls } from '@hufu/contract/calls'
import { scimCalls } from '@hufu/contract/federation/scim'
import { callKey } from '@hufu/contract/federation/client-calls'

/** Nouns without which users could not sign in or authenticate, or administrators could not reopen a closed API. */
const NEVER_CLOSED_GROUPS = new Set([
  'signIn', 'self', 'phone', 'passkey', 'totp', 'factor', 'scan', 'face', 'certificate', 'ticket', 'ownSession', 'ownDevice', 'health',
  'apiItem',
]) // prettier-ignore

const isForSigningIn = (call: AnyCall) => call.permit === 'anyone' || call.whileForced || call.whileBinding || call.loginLike !== false

/** Every call of the server, by method and path. */
export const ownCalls: ReadonlyMap<string, AnyCall> = new Map(
  Object.values(allCalls).flatMap(group => Object.values(group).map((call): [string, AnyCall] => [callKey(call), call])),
)

/** Calls that cannot be closed, because a mistake would lock everybody out. */
export const neverClosed: ReadonlySet<string> = new Set(
  Object.entries(allCalls).flatMap(([noun, calls]) =>
    Object.values(calls)
      .filter(call => NEVER_CLOSED_GROUPS.has(noun) || isForSigningIn(call))
      .map(callKey),
  ),
)

/** Whether the server answers this request: a call of the contract or a SCIM request. */
export const isServed = (key: string): boolean => ownCalls.has(key) || scimKeys.has(key)
const scimKeys: ReadonlySet<string> = new Set(Object.values(scimCalls).map(callKey))
