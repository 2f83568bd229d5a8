import type { Context } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'

type Caller = Pick<Context, 'who' | 'kernel'>
type ObjectType = 'user' | 'org'

/** Whether what this caller changes waits for a review. Systems never submit: there is nobody to ask them back. */
export const isReviewed = ({ who, kernel }: Caller, objectType: ObjectType): boolean => {
  const { openUserExamine, openOrgExamine } = kernel.config.values
  return (objectType === 'user' ? openUserExamine : openOrgExamine) && !who.rights.isAdmin && who.rights.calls === undefined
}

/** Acts upon many at once are not reviewed, so they are not made (D-53). */
export function refuseReviewed(caller: Caller, objectType: ObjectType): void {
  if (isReviewed(caller, objectType)) refuse('reviewOneByOne')
}
