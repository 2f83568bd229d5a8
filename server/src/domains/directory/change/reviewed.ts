import type { UserAct } from '@hufu/contract/governance/review'
import type { Context } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'

type Caller = Pick<Context, 'who' | 'kernel'>
type ObjectType = 'user' | 'org'

/** Whether this caller's changes wait for a review. API clients never submit reviews, as nobody could answer questions about them. */
export const isReviewed = ({ who, kernel }: Caller, objectType: ObjectType): boolean => {
  const { openUserExamine, openOrgExamine } = kernel.config.values
  return (objectType === 'user' ? openUserExamine : openOrgExamine) && !who.rights.isAdmin && who.rights.calls === undefined
}

const switches = { disable: 'openDisableExamine', move: 'openMoveExamine', reset: 'openResetExamine' } as const

/** As isReviewed, for an act on users with a switch of its own. */
export const isActReviewed = (caller: Caller, act: UserAct): boolean =>
  caller.kernel.config.values[switches[act]] && isReviewed(caller, 'user')

/** The one record that a request can be about; more are refused, as bulk operations are. */
export function onlyOne(ids: readonly string[] | null | undefined): string {
  const [id, ...more] = ids ?? []
  return id === undefined || more.length > 0 ? refuse('reviewOneByOne') : id
}

/** Bulk operations cannot be reviewed, so they are refused where reviews are on. */
export function refuseReviewed(caller: Caller, objectType: ObjectType): void {
  if (isReviewed(caller, objectType)) refuse('reviewOneByOne')
}
