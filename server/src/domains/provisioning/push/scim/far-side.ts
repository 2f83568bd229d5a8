import { allowsLoopback } from '../../../../outside/push.ts'
import { reachOutside } from '../../../../outside/reach.ts'
import type { PushType } from '@hufu/contract/provisioning/push'
import type { Kernel } from '../../../../platform/kernel.ts'
import type { PushObject } from '../push-object.sql.ts'
import type { Item, Target } from '../push-queue.sql.ts'
import { text } from '../text.ts'
import { ScimClient, ScimStop, type Resource } from './client.ts'
import { groupResource, userResource } from './resource.ts'

const TIMEOUT_MS = 30_000
const ANSWER_BYTES = 8 * 1024 * 1024
const DIFFERENCES_TOLD = 100

export interface Difference {
  objectType: PushType
  originId: string
  objectId: string | null
  name: string
  reason: string
}

/** What a SCIM server has now, against what it should have. */
export class FarSide {
  readonly #found: ReadonlyMap<string, Resource>
  readonly #met = new Set<string>()

  private constructor(found: ReadonlyMap<string, Resource>) {
    this.#found = found
  }

  /** All of it; what cannot be read whole is a fault, and says nothing of anybody. */
  static async read(kernel: Kernel, target: Target, pushObject: PushType | 'all'): Promise<FarSide> {
    const reach = reachOutside({ withLoopback: allowsLoopback(kernel.settings), timeoutMs: TIMEOUT_MS, largest: ANSWER_BYTES })
    const client = new ScimClient(reach, target.url, kernel.keys.openField(target.secretCipher))
    const found = new Map<string, Resource>()
    for (const [objectType, type] of [
      ['user', 'Users'],
      ['org', 'Groups'],
    ] as const) {
      if (pushObject !== 'all' && pushObject !== objectType) continue
      for await (const rows of client.all(type))
        for (const row of rows) if (typeof row.externalId === 'string') found.set(`${objectType} ${row.externalId}`, row)
    }
    return new FarSide(found)
  }

  /** As it is over there, whatever it was told. */
  judge(item: Item, object: PushObject | undefined): Item {
    const key = `${item.objectType} ${item.objectId}`
    const there = this.#found.get(key)
    this.#met.add(key)
    if (!object || object.state === 'gone') {
      const isLeft = there !== undefined && there.active !== false
      return isLeft ? { ...item, told: { state: 'there', hash: '', keys: { remoteId: there.id } }, reason: text.far.left } : item
    }
    if (!there) return { ...item, told: undefined, reason: text.far.missing }
    const differs = differing(there, object)
    if (differs.length === 0) return item
    const told = item.told ?? { state: 'there' as const, keys: {} }
    return { ...item, told: { ...told, hash: '' }, reason: text.far.differs(differs.join('、')) }
  }

  /** What it has under an id that nobody here has: it is told, and left as it is. */
  strangers(): { differences: Difference[]; differenceCount: number } {
    const found = [...this.#found].filter(([key]) => !this.#met.has(key))
    const differences = found.slice(0, DIFFERENCES_TOLD).map(([key, row]): Difference => {
      const [objectType, originId] = key.split(' ') as [PushType, string]
      return { objectType, originId, objectId: null, name: String(row.displayName ?? row.userName ?? originId), reason: text.far.stranger }
    })
    return { differences, differenceCount: found.length }
  }
}

/** Attributes that every server has; how it writes the others is its own. */
function differing(there: Resource, { objectType, fields }: PushObject): string[] {
  const wanted = objectType === 'user' ? userResource(fields) : groupResource(fields)
  const names = objectType === 'user' ? (['userName', 'displayName', 'active'] as const) : (['displayName'] as const)
  return names.filter(name => there[name] !== undefined && there[name] !== wanted[name])
}

export const isFarFault = (error: unknown): error is ScimStop => error instanceof ScimStop
