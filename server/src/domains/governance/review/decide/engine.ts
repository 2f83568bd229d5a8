import { button } from '@hufu/contract/call'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import type { ObjectType, OperateType, UserAct } from '@hufu/contract/governance/review'
import { RightsReader, type Rights } from '../../../../platform/access/rights.ts'
import type { Actor, Db } from '../../../../platform/database/db.ts'
import type { Context } from '../../../../platform/http/context.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import type { Notice } from '../notice.ts'
import { givingOf } from '../../../../platform/access/seniority.ts'

/** The context in which a request is processed, within one transaction. */
export interface Engine {
  db: Db
  kernel: Kernel
  /** Reads rights in this transaction, without a second connection. */
  rightsOf(userId: string): Promise<Rights>
  /** The acting user; null if a deadline or a recheck acts. */
  by: { userId: string; name: string } | null
  actor: Actor
  /** Notifications that are sent at the end of the transaction. */
  notices: Notice[]
}

export function engineOf(db: Db, kernel: Kernel, by: Engine['by'], actor: Actor): Engine {
  const reader = new RightsReader(db, kernel.config, kernel.clock)
  return { db, kernel, by, actor, notices: [], rightsOf: userId => reader.of(userId, 0) }
}

export function engineFor({ db, kernel, who, scope, traceId }: Pick<Context, 'db' | 'kernel' | 'who' | 'scope' | 'traceId'>): Engine {
  const giving = givingOf(who, scope)
  const actor = { userId: who.userId, sessionId: who.sessionId, traceId, ...(giving && { giving }) }
  return engineOf(db, kernel, { userId: who.userId, name: who.realName }, actor)
}

/** The permits for examining requests about users and organisations. */
export const examinerPermit = {
  user: button(['/examine/review-user'], 'examine-user'),
  org: button(['/examine/review-org'], 'examine-org'),
} as const

/** The calls that make these changes without a review. */
const changeCall = {
  user: { insert: user.save, update: user.update, delete: user.remove },
  org: { insert: org.save, update: org.update, delete: org.remove },
} as const satisfies Record<ObjectType, Record<OperateType, unknown>>
const actCall = { disable: user.setStatus, move: user.transferMainJob, reset: user.resetPassword } as const

/** The permit of the call that makes such a change without a review. */
export const permitOf = (objectType: ObjectType, operateType: OperateType, act: UserAct | null | undefined) =>
  (act ? actCall[act] : changeCall[objectType][operateType]).permit
