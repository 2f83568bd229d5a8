import { SHARED_KINDS, type Branch, type Kind } from './two-branches.ts'
import type { Made } from './foreign-inputs.ts'

/** An id that no object has. */
const NOBODY = '019aaaaaaaaa7aaa8aaaaaaaaaaaaaaa'
function nobodyOf(kind: Kind, foreign: Branch): string {
  if (kind === 'account') return foreign.account.replace(/_.*/, `_${Buffer.from(NOBODY, 'hex').toString('base64url')}`)
  return kind.endsWith('Code') || kind === 'userName' ? 'nosuchone' : NOBODY
}
const DELETED: Partial<Record<Kind, Kind>> = { org: 'goneOrg', user: 'gone', colleague: 'gone', place: 'goneOrg', empty: 'goneOrg' }

/** A request with an id of the other branch, and the same request with an id that no object has. */
export interface Exchanged {
  made: Made
  /** Undefined if the id belongs to the whole system, because everybody may know that it exists. */
  unknown: Made | undefined
  sent: readonly [string, string]
}

/** A place in the request that holds an id of the own branch. */
interface Leaf {
  path: (string | number)[]
  kind: Kind
}
function leavesOf(value: unknown, own: ReadonlyMap<unknown, Kind>, path: Leaf['path'] = []): Leaf[] {
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, own, [...path, Array.isArray(value) ? Number(key) : key]))
  const kind = own.get(value)
  return kind === undefined || path[1] === 'titles' ? [] : [{ path, kind }]
}
function replaced(value: unknown, [key, ...rest]: Leaf['path'], by: (old: unknown) => unknown[]): unknown {
  if (key === undefined) return by(value)[0]
  if (Array.isArray(value))
    return value.flatMap((inner: unknown, n) => (n !== key ? [inner] : rest.length === 0 ? by(inner) : [replaced(inner, rest, by)]))
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, by) }
}

/** Replaces each id of a request by one of the other branch; in lists also adds one beside the own id. */
export function exchanged(made: Made, own: Branch, foreign: Branch): Exchanged[] {
  const kinds = new Map<unknown, Kind>(Object.entries(own).map(([kind, id]) => [id, kind as Kind]))
  return leavesOf(made, kinds).flatMap(({ path, kind }) => {
    const nobody = nobodyOf(kind, foreign)
    const pair = (id: string, by: (value: string) => (old: unknown) => unknown[]): Exchanged => ({
      made: replaced(made, path, by(id)) as Made,
      unknown: SHARED_KINDS.includes(kind) ? undefined : (replaced(made, path, by(nobody)) as Made),
      sent: [id, nobody],
    })
    const gone = DELETED[kind]
    const alone = [foreign[kind], ...(gone ? [foreign[gone]] : [])].map(id => pair(id, value => () => [value]))
    const isListed = typeof path.at(-1) === 'number' && path[0] !== 'sheet'
    return isListed ? [...alone, pair(foreign[kind], value => old => [old, value])] : alone
  })
}
