import type { DelegatedAdminInFull, DelegationChange } from '@hufu/contract/permission/delegated-admin'
import type { UserBrief } from '@hufu/contract/directory/user'
import type { Flag } from '@hufu/contract/shapes'
import { DAY_END, today } from '../../../platform/dates.ts'
import { text } from './text.ts'

/** The form values beside the tree. */
export interface Typed {
  users: UserBrief[]
  orgId: string | undefined
  hasIncludeChild: Flag
  hasHandOn: Flag
  beginTime: string | null
  endTime: string | null
}
const words = text.editor

/** A copy takes over the organisation and scope of another delegation, but not its period, which may be over. */
export const typedOf = (orgId: string, delegation?: DelegatedAdminInFull, from?: DelegatedAdminInFull): Typed => ({
  users: [],
  orgId: delegation?.orgId ?? (orgId || from?.orgId),
  hasIncludeChild: delegation || from ? ((delegation ?? from)!.hasIncludeChild as Flag) : 1,
  hasHandOn: ((delegation ?? from)?.hasHandOn ?? 0) as Flag,
  beginTime: delegation?.beginTime ?? null,
  endTime: delegation?.endTime ?? null,
})

export const scopeOf = ({
  orgId,
  hasIncludeChild,
  hasHandOn,
  beginTime,
  endTime,
}: Typed): Omit<DelegationChange, 'id' | 'menuIds' | 'buttonIds'> => ({
  orgId: orgId ?? '',
  hasIncludeChild,
  hasHandOn,
  beginTime,
  endTime,
})

const labels = {
  orgId: words.org,
  hasIncludeChild: words.reach,
  hasHandOn: words.redelegable,
  beginTime: words.begin,
  endTime: words.end,
} as const

/** The labels of the changed fields beside the tree. */
export const changedIn = (before: Typed, after: Typed): string[] =>
  (Object.keys(labels) as (keyof typeof labels)[]).filter(key => before[key] !== after[key]).map(key => labels[key])

/** The problem of the end of a period, if any. */
export function endProblem(end: string | null, begin: string | null, now?: Date): string | undefined {
  if (!end) return undefined
  if (begin && end <= begin) return words.endBeforeBegin
  return end < `${today(now)} ${DAY_END}` ? words.ended : undefined
}
