import type { Context } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'

type Caller = Pick<Context, 'who' | 'kernel'>
type ObjectType = 'user' | 'org'

/** Whether this caller's changes wait for a review. API clients never submit reviews, as nobody could answer questions about them. */
export const isReviewed = ({ who, kernel }: Caller, objectType: ObjectType): boolean => {
  const { openUserExamine, openOrgExamine } = kernel.config.values
  return (objectType === 'user' ? openUserExamine : openOrgExamine) && !who.rights.isAdmin && who.rights.calls === undefined
}

/** Bulk operations cannot be reviewed, so they are refused where reviews are on (D-53). */
export function refuseReviewed(caller: Caller, objectType: ObjectType): void {
  if (isReviewed(caller, objectType)) refuse('reviewOneByOne')
}
