import { createHash } from 'node:crypto'
import type { PushOperate, PushType } from '@hufu/contract/provisioning/push'
import type { Keys } from '../../../platform/secrets/keys.ts'
import type { PushObject } from './push-object.sql.ts'

/** What a synchronisation task outwards says of names; without one an application gets every field under its own name. */
export type Mapping = readonly { to: string; from: string }[]

/** As it is stored: a list of lines, or an object of the same. */
export function readMapping(stored: unknown): Mapping {
  const lines: readonly unknown[] = Array.isArray(stored)
    ? stored
    : Object.entries((stored ?? {}) as object).map(([to, from]) => ({ to, from: from as unknown }))
  return lines.flatMap(line => {
    const { to, from } = (line ?? {}) as Record<string, unknown>
    return typeof to === 'string' && typeof from === 'string' ? [{ to, from }] : []
  })
}

type Fields = Record<string, unknown>

function mapped(fields: Fields, mapping: Mapping | undefined): Fields {
  if (!mapping) return fields
  return Object.fromEntries(mapping.filter(({ from }) => Object.hasOwn(fields, from)).map(({ to, from }) => [to, fields[from]]))
}

const KEYS: Readonly<Record<PushType, readonly string[]>> = {
  user: ['id', 'userName', 'employeeNumber', 'originUserId'],
  org: ['id', 'code', 'originOrgId'],
}

/** By what the application knows the object. */
function keysOf({ objectType, id, fields }: PushObject, mapping: Mapping | undefined): Fields {
  const keys = mapped(Object.fromEntries(KEYS[objectType].map(key => [key, fields[key]])), mapping)
  return Object.keys(keys).length > 0 ? keys : { id }
}

export interface PushData {
  /** As it is sent, and as the log keeps it: never with a whole telephone number. */
  sent: Fields
  logged: Fields
  keys: Fields
  /** Equal where nothing has changed that the application is told; numbers are in it as their blind index. */
  hash: string
}

export interface Manner {
  mapping: Partial<Record<PushType, Mapping>>
  phone: 'masked' | 'clear'
  keys: Keys
}

export function dataOf(object: PushObject, { mapping: of, phone, keys }: Manner): PushData {
  const { objectType, fields } = object
  const mapping = of[objectType]
  const logged = mapped(fields, mapping)
  const isClear = phone === 'clear' && object.phone !== undefined
  const sent = isClear ? mapped({ ...fields, phone: keys.openField(object.phone!.cipher) }, mapping) : logged
  const compared = isClear ? mapped({ ...fields, phone: object.phone!.hash }, mapping) : logged
  const hash = createHash('sha256').update(JSON.stringify(compared)).digest('base64url')
  return { sent, logged, keys: keysOf(object, mapping), hash }
}

/** What an application was last told. */
export interface Told {
  state: PushObject['state']
  hash: string
  keys: Fields
}

/** What brings the application in line; undefined where it already is. */
export function operateFor(object: PushObject | undefined, told: Told | undefined): PushOperate | undefined {
  const isKnown = told ? told.state !== 'gone' : (object?.isOlder ?? false)
  if (!object || object.state === 'gone') return isKnown ? 'delete' : undefined
  return isKnown ? 'update' : 'insert'
}
