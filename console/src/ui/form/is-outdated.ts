import { fetchData } from '../../platform/calls.ts'
import type { GivenQuery, Sendable } from '../../platform/transport/wire.ts'

/**
 * Whether a stored record is no longer `of`, which a form was filled with (D-76): by its version, or as a whole if it has none.
 * The server refuses an outdated version; a form whose call takes none asks this before it saves.
 */
export const isOutdated = <Q, B, R extends object>(
  call: Sendable<Q, B, R>,
  of: NoInfer<R>,
  query?: GivenQuery<NoInfer<Q>>,
): Promise<boolean> =>
  fetchData(call, { query, quietly: true }).then(
    now => stateOf(now) !== stateOf(of),
    () => false,
  )

const stateOf = (of: object) => ('version' in of ? String(of.version) : JSON.stringify(of))
