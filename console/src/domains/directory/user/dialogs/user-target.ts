import type { User } from '@hufu/contract/directory/user'
import type { Selection } from '../../../../ui/list/use-selection.ts'
import { type Params, setFilters } from '../list/list-params.ts'
import { text } from '../text.ts'

/** The target of an operation: users by ids, or everybody the filters find. */
export interface UserTarget {
  /** The target in words, for questions. */
  whom: string
  count: number
  ids: string[]
  query?: Record<string, unknown>
  /** Those of `ids` who are not disabled, where that is known. */
  enabled?: string[]
}
export type Person = Pick<User, 'id' | 'realName' | 'userName' | 'status'>

export const targetOf = (person: Person): UserTarget => ({
  whom: text.confirm.one(person.realName, person.userName),
  count: 1,
  ids: [person.id],
  enabled: enabledOf([person]),
})

const enabledOf = (people: readonly Pick<User, 'id' | 'status'>[]) => people.filter(({ status }) => status !== 0).map(({ id }) => id)

export function targetOfSelection(
  selection: Selection<User>,
  params: Params,
  { orgId, total }: { orgId: string; total: number },
): UserTarget {
  const { ids, rows, everything } = selection
  if (!everything) return { whom: text.confirm.many(ids.length), count: ids.length, ids, enabled: enabledOf(rows) }
  const query = { ...setFilters(params), orgId, hasIncludeChild: params.hasIncludeChild }
  return { whom: text.confirm.everything(total), count: total, ids: [], query }
}

/** Sends the number the question named: the server refuses if the filters find another. */
export const targetBody = ({ ids, query, count }: UserTarget) => (query ? { query, expected: count } : { ids })
