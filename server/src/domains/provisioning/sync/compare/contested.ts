import { userFields } from '@hufu/contract/fields/user-fields'
import { uniqueFields, type UniqueField, type UniqueValues } from '../../../directory/index.ts'
import { sentence } from '../../../../sheets/index.ts'
import type { Blocker } from './candidates.ts'
import { labelOf } from '../mapping/fields.ts'
import { problem } from './compare-context.ts'
import type { SyncProblem } from '@hufu/contract/provisioning/sync'

interface Claim {
  originId: string
  /** Id of the user who wants the values. */
  id: string
  /** The unique fields that get a new value; the user gives up the old value of each. */
  fields: ReadonlySet<UniqueField>
  /** Current owners of the wanted values. */
  blockers: readonly Blocker[]
}

/** The unique values of a row. Phones and user names that read as a mobile number share one namespace (decision 0131). */
function wantedOf(unique: UniqueValues): { field: UniqueField; key: string }[] {
  const wanted = uniqueFields.flatMap(field => {
    const value = unique[field]
    return value === undefined ? [] : [{ field, key: `${field}:${value}` }]
  })
  return unique.namePhone === undefined ? wanted : [...wanted, { field: 'userName', key: `phone:${unique.namePhone}` }]
}

/**
 * Users who want unique values that others have. A user may have a value if its owner gives it up in the same run, so that two
 * can exchange their phones; users who depend on each other are written together.
 */
export class ContestedValues {
  readonly #claims = new Map<string, Claim>()
  readonly #wanted = new Map<string, string>()

  /** The earlier row of this run that wants the same unique value, if there is one. */
  sameInSource(originId: string, unique: UniqueValues): { field: UniqueField; originId: string } | undefined {
    const keys = wantedOf(unique)
    const found = keys.find(({ key }) => this.#wanted.has(key))
    if (found) return { field: found.field, originId: this.#wanted.get(found.key)! }
    for (const { key } of keys) this.#wanted.set(key, originId)
    return undefined
  }

  add(originId: string, id: string, unique: UniqueValues, blockers: readonly Blocker[]): void {
    const fields = new Set(uniqueFields.filter(field => unique[field] !== undefined))
    if (fields.size > 0) this.#claims.set(id, { originId, id, fields, blockers })
  }

  /** Refuses claims to values that their owner does not give up; the others come in groups to be written together. */
  settle(): { refused: Map<string, SyncProblem[]>; groups: Map<string, number> } {
    const refused = new Map<string, SyncProblem[]>()
    for (let isSettled = false; !isSettled;) {
      isSettled = true
      for (const claim of this.#claims.values()) {
        const stuck = claim.blockers.filter(({ id, field, isFixed }) => isFixed || !this.#claims.get(id)?.fields.has(field))
        if (stuck.length === 0) continue
        const fields = [...new Set(stuck.map(({ field }) => field))]
        refused.set(claim.originId, fields.map(field => problem(labelOf('user', field), sentence(userFields[field].unique)))) // prettier-ignore
        this.#claims.delete(claim.id)
        isSettled = false
      }
    }
    return { refused, groups: this.#groups() }
  }

  /** Numbers the groups of claims that depend on each other. */
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
