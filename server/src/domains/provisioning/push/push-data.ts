import { createHash } from 'node:crypto'
import type { Transform } from '@hufu/contract/provisioning/sync-mapping'
import type { PushOperate, PushType } from '@hufu/contract/provisioning/push'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { applyAll, toTransformValue, ValueError } from '../sync/mapping/transforms.ts'
import type { PushObject } from './push-object.sql.ts'

/** The field mapping of an outbound synchronisation task. Without a task, an application gets every field under its own name. */
export type Mapping = readonly { to: string; from: string; transform: readonly Transform[] }[]

/** Reads a stored mapping, which is a list of lines or an object from target name to source field. */
export function readMapping(stored: unknown): Mapping {
  const lines: readonly unknown[] = Array.isArray(stored)
    ? stored
    : Object.entries((stored ?? {}) as object).map(([to, from]) => ({ to, from: from as unknown }))
  return lines.flatMap(line => {
    const { to, from, transform } = (line ?? {}) as Record<string, unknown>
    const transforms = Array.isArray(transform) ? (transform as Transform[]) : []
    if (typeof to !== 'string' || (typeof from !== 'string' && transforms.length === 0)) return []
    return [{ to, from: typeof from === 'string' ? from : '', transform: transforms }]
  })
}

type Fields = Record<string, unknown>

function mapped(fields: Fields, mapping: Mapping | undefined, isPlain = false): Fields {
  if (!mapping) return fields
  const lines = mapping.filter(({ from, transform }) => Object.hasOwn(fields, from) || (from === '' && transform.length > 0))
  return Object.fromEntries(lines.map(({ to, from, transform }) => [to, isPlain ? fields[from] : transformed(fields, from, transform)]))
}

/** Applies the transforms; a value that a transform cannot handle is sent as null. */
function transformed(fields: Fields, from: string, transform: readonly Transform[]): unknown {
  if (transform.length === 0) return fields[from]
  try {
    return applyAll(toTransformValue(fields[from]), transform, { row: fields, codeOf: () => undefined })
  } catch (error) {
    if (error instanceof ValueError) return null
    throw error
  }
}

const KEYS: Readonly<Record<PushType, readonly string[]>> = {
  user: ['id', 'userName', 'employeeNumber', 'originUserId'],
  org: ['id', 'code', 'originOrgId'],
}

/** The keys by which the application knows the object. */
function keysOf({ objectType, id, fields }: PushObject, mapping: Mapping | undefined): Fields {
  const keys = mapped(Object.fromEntries(KEYS[objectType].map(key => [key, fields[key]])), mapping)
  return Object.keys(keys).length > 0 ? keys : { id }
}

export interface PushData {
  /** The data as sent, and as logged, never with a whole telephone number. */
  sent: Fields
  logged: Fields
  keys: Fields
  /** Unchanged as long as nothing the application receives has changed. It covers telephone numbers by their blind index. */
  hash: string
}

export interface DataOptions {
  mapping: Partial<Record<PushType, Mapping>>
  phone: 'masked' | 'clear'
  keys: Keys
}

export function dataOf(object: PushObject, { mapping: of, phone, keys }: DataOptions): PushData {
  const { objectType, fields } = object
  const mapping = of[objectType]
  const logged = mapped(fields, mapping)
  const isClear = phone === 'clear' && object.phone !== undefined
  const sent = isClear ? mapped({ ...fields, phone: keys.openField(object.phone!.cipher) }, mapping) : logged
  // Transforms are skipped here, because they cannot handle the hash of a number.
  const compared = isClear ? [logged, mapped({ phone: object.phone!.hash }, mapping, true)] : logged
  const hash = createHash('sha256').update(JSON.stringify(compared)).digest('base64url')
  return { sent, logged, keys: keysOf(object, mapping), hash }
}

/** What an application last accepted of an object. */
export interface PushedState {
  state: PushObject['state']
  hash: string
  keys: Fields
}

/** The operation that brings the application in line; undefined for a deleted object that it does not know. */
export function operateFor(object: PushObject | undefined, pushed: PushedState | undefined): PushOperate | undefined {
  const isKnown = pushed ? pushed.state !== 'gone' : (object?.isOlder ?? false)
  if (!object || object.state === 'gone') return isKnown ? 'delete' : undefined
  return isKnown ? 'update' : 'insert'
}
