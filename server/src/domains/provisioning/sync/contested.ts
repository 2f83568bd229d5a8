import { takenRefusals, type UniqueField, type UniqueOwner, type UniqueValues } from '../../directory/index.ts'
import { sentence } from '../../../sheets/import.ts'
import { labelOf } from './fields.ts'
import { fault } from './compare-context.ts'
import type { SyncProblem } from '@hufu/contract/provisioning/sync'

interface Claim {
  originId: string
  /** Of ours. */
  id: string
  /** Of those it will have anew: it lets go of what it has of these. */
  fields: ReadonlySet<UniqueField>
  /** Whoever has what it wants. */
  blockers: readonly UniqueOwner[]
}

/**
 * Who wants what another has. It may have it where the other lets go of it in the same run, so that two may exchange their
 * phones; those that depend on each other are written together (D-56).
 */
export class Contested {
  readonly #claims = new Map<string, Claim>()
  readonly #wanted = new Map<string, string>()

  /** The values a row would have, against the rows before it. */
  sameInSource(originId: string, unique: UniqueValues): { field: UniqueField; originId: string } | undefined {
    const keys = Object.entries(unique).flatMap(([field, value]) =>
      value === undefined ? [] : [{ field: field as UniqueField, key: `${field}:${value}` }],
    )
    const found = keys.find(({ key }) => this.#wanted.has(key))
    if (found) return { field: found.field, originId: this.#wanted.get(found.key)! }
    for (const { key } of keys) this.#wanted.set(key, originId)
    return undefined
  }

  add(originId: string, id: string, unique: UniqueValues, blockers: readonly UniqueOwner[]): void {
    const fields = new Set((Object.keys(unique) as UniqueField[]).filter(field => unique[field] !== undefined))
    if (fields.size > 0) this.#claims.set(id, { originId, id, fields, blockers })
  }

  /** Those that get nothing, with the reason; the others in groups that are written together. */
  settle(): { refused: Map<string, SyncProblem[]>; groups: Map<string, number> } {
    const refused = new Map<string, SyncProblem[]>()
    for (let isSettled = false; !isSettled;) {
      isSettled = true
      for (const claim of this.#claims.values()) {
        const stuck = claim.blockers.filter(({ id, field }) => !this.#claims.get(id)?.fields.has(field))
        if (stuck.length === 0) continue
        refused.set(claim.originId, stuck.map(({ field }) => fault(labelOf('user', field), sentence(takenRefusals[field])))) // prettier-ignore
        this.#claims.delete(claim.id)
        isSettled = false
      }
    }
    return { refused, groups: this.#groups() }
  }

  /** Union of claims that wait for each other. */
  #groups(): Map<string, number> {
    const above = new Map<string, string>()
    const top = (id: string): string => {
      let at = id
      while (above.has(at)) at = above.get(at)!
      return at
    }
    for (const { id, blockers } of this.#claims.values())
      for (const blocker of blockers) {
        const [a, b] = [top(id), top(blocker.id)]
        if (a !== b) above.set(a, b)
      }
    const involved = new Set(
      [...this.#claims.values()].flatMap(({ id, blockers }) => (blockers.length > 0 ? [id, ...blockers.map(one => one.id)] : [])),
    )
    const numbers = new Map<string, number>()
    const groups = new Map<string, number>()
    for (const id of involved) {
      const root = top(id)
      if (!numbers.has(root)) numbers.set(root, numbers.size)
      groups.set(this.#claims.get(id)!.originId, numbers.get(root)!)
    }
    return groups
  }
}
