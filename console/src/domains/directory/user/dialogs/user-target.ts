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
}
export type Person = Pick<User, 'id' | 'realName' | 'userName'>

export const targetOf = ({ id, realName, userName }: Person): UserTarget => ({
  whom: text.confirm.one(realName, userName),
  count: 1,
  ids: [id],
})

export function targetOfSelection(
  selection: Selection<User>,
  params: Params,
  { orgId, total }: { orgId: string; total: number },
): UserTarget {
  const { ids, everything } = selection
  if (!everything) return { whom: text.confirm.many(ids.length), count: ids.length, ids }
  const query = { ...setFilters(params), orgId, hasIncludeChild: params.hasIncludeChild }
  return { whom: text.confirm.everything(total), count: total, ids: [], query }
}

/** Sends the number the question named: the server refuses if the filters find another. */
export const targetBody = ({ ids, query, count }: UserTarget) => (query ? { query, expected: count } : { ids })
