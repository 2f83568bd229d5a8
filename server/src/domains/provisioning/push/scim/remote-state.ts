import { createHttpSender } from '../../../../outside/http-sender.ts'
import type { PushType } from '@hufu/contract/provisioning/push'
import type { Kernel } from '../../../../platform/kernel.ts'
import type { PushObject } from '../push-object.sql.ts'
import type { Item, Target } from '../push-queue.sql.ts'
import { text } from '../text.ts'
import { ScimClient, ScimStop, type Resource } from './client.ts'
import { orgsOf, type RemoteKeys } from './deliver.ts'
import { Memberships } from './memberships.ts'
import { groupResource, userResource } from './resource.ts'

const TIMEOUT_MS = 30_000
const ANSWER_BYTES = 32 * 1024 * 1024
const DIFFERENCES_SHOWN = 100

export interface Difference {
  objectType: PushType
  originId: string
  objectId: string | null
  name: string
  reason: string
}

interface Row {
  objectType: PushType
  row: Resource
}
const isKept = (row: Resource): row is Resource & { externalId: string } => typeof row.externalId === 'string' && row.externalId !== ''

/** The present content of a SCIM server, to compare with what it should be. */
export class RemoteState {
  readonly #rows: readonly Row[]
  /** Resources by Hufu's id (the external id), and by the server's own id if they have no external id. */
  readonly #ours = new Map<string, Resource>()
  readonly #own = new Map<string, Resource>()
  readonly #seen = new Set<Resource>()
  readonly #memberships: Memberships

  private constructor(rows: readonly Row[], memberships: Memberships) {
    this.#rows = rows
    this.#memberships = memberships
    for (const { objectType, row } of rows)
      if (isKept(row)) this.#ours.set(`${objectType} ${row.externalId}`, row)
      else this.#own.set(`${objectType} ${String(row.id)}`, row)
  }

  /** Reads everything. If it cannot be read completely, this throws, because a missing resource would then prove nothing. */
  static async read(kernel: Kernel, target: Target, pushObject: PushType | 'all'): Promise<RemoteState> {
    const send = createHttpSender({ withLoopback: kernel.settings.allowLoopback, timeoutMs: TIMEOUT_MS, largest: ANSWER_BYTES })
    const client = new ScimClient(send, target.url, kernel.keys.openField(target.secretCipher))
    const found: Row[] = []
    if (pushObject !== 'org') for await (const rows of client.all('Users')) for (const row of rows) found.push({ objectType: 'user', row })
    const memberships = await Memberships.of(kernel.db, client, target.appId)
    if (pushObject !== 'user' || memberships.hasAny)
      for await (const rows of client.all('Groups'))
        for (const row of rows) {
          await memberships.add(row)
          if (pushObject !== 'user') found.push({ objectType: 'org', row: { ...row, members: undefined } })
        }
    return new RemoteState(found, memberships)
  }

  /** The item with `pushed` replaced by what the server really has, if that differs. */
  observe(item: Item, object: PushObject | undefined): Item {
    const remoteId = (item.pushed?.keys as RemoteKeys | undefined)?.remoteId
    const there = this.#ours.get(`${item.objectType} ${item.objectId}`) ?? this.#own.get(`${item.objectType} ${remoteId}`)
    if (there) this.#seen.add(there)
    if (!object || object.state === 'gone') {
      const isLeft = there !== undefined && there.active !== false
      return isLeft ? { ...item, pushed: { state: 'there', hash: '', keys: { remoteId: there.id } }, reason: text.far.left } : item
    }
    if (!there) return { ...item, pushed: { state: 'gone', hash: '', keys: {} }, reason: text.far.missing }
    const groups = item.objectType === 'user' ? this.#memberships.otherThan(String(there.id), orgsOf(object.fields)) : undefined
    const differs = [
      ...(remoteId !== undefined && remoteId !== there.id ? ['id'] : []),
      ...differing(there, object),
      ...(groups ? ['groups'] : []),
    ]
    if (differs.length === 0) return item
    const pushed = item.pushed ?? { state: 'there' as const, keys: {} }
    const farKeys = { remoteId: there.id, ...(groups && { groups }) }
    return { ...item, pushed: { ...pushed, hash: '' }, reason: text.far.differs(differs.join('、')), farKeys }
  }

  /** Resources that exist only on the server: they are reported and left unchanged. */
  unknownObjects(): { differences: Difference[]; differenceCount: number } {
    const found = this.#rows.filter(({ row }) => !this.#seen.has(row))
    const differences = found.slice(0, DIFFERENCES_SHOWN).map(({ objectType, row }): Difference => {
      const originId = isKept(row) ? row.externalId : String(row.id)
      return { objectType, originId, objectId: null, name: String(row.displayName ?? row.userName ?? originId), reason: text.far.stranger }
    })
    return { differences, differenceCount: found.length }
  }
}

/** The attributes that differ, among those that all servers write in the same way. */
function differing(there: Resource, { objectType, fields }: PushObject): string[] {
  const wanted = objectType === 'user' ? userResource(fields) : groupResource(fields)
  const names = objectType === 'user' ? (['userName', 'displayName', 'active'] as const) : (['displayName'] as const)
  const differs: string[] = names.filter(name => there[name] !== undefined && there[name] !== wanted[name])
  return hasOtherEmail(there, wanted) ? [...differs, 'emails'] : differs
}

/** Whether an address is missing on the server, which may have further addresses and another letter case. */
function hasOtherEmail({ emails }: Resource, wanted: Resource): boolean {
  const [ours, theirs] = [valuesIn(wanted.emails), valuesIn(emails)]
  return Array.isArray(emails) && ours.some(value => !theirs.includes(value))
}
const valuesIn = (list: unknown): string[] =>
  (Array.isArray(list) ? list : []).map((one: { value?: unknown }) => String(one.value).toLowerCase())

export const isScimStop = (error: unknown): error is ScimStop => error instanceof ScimStop
