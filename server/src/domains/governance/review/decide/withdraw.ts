import { review, WITHDRAWN } from '@hufu/contract/governance/review'
import type { Context } from '../../../../platform/http/context.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import type { Principal } from '../../../../platform/access/sessions.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { isOrgInScope } from './candidate.sql.ts'
import { copiedUsers } from './task.sql.ts'
import { endRequest, lockRequests, nameObjects, writeLog, type Request } from '../change/request.sql.ts'

const pageCall = { user: review.pageUser, org: review.pageOrg } as const

/** Whether any list of the caller shows the request; otherwise it counts as unknown (D-75). */
export async function isListedFor(db: Db, { rights, userId }: Principal, { id, objectType, orgId }: Request): Promise<boolean> {
  if ((await copiedUsers(db, id)).includes(userId)) return true
  const scope = rights.scopeOf(pageCall[objectType].permit)
  return scope !== undefined && (await isOrgInScope(db, scope, orgId))
}

/** Withdraws the caller's own pending requests; a request of another user refuses the whole batch. */
export async function withdraw(ctx: Context<undefined, { ids: string[] }>): Promise<number> {
  const { db, who, body } = ctx
  if (body.ids.length === 0) refuse('nothingChosen')
  const ids = [...new Set(body.ids)]
  const requests = await lockRequests(db, ids)
  if (requests.length < ids.length) refuse('examineMissing')
  const others = requests.filter(request => request.applyUserId !== who.userId)
  for (const request of others) if (!(await isListedFor(db, who, request))) refuse('examineMissing')
  if (others.length > 0) refuse('withdrawForeign')
  const open = requests.filter(request => request.status === 0)
  if (open.length === 0) refuse('examineOver')
  for (const { id } of open) {
    await endRequest(db, { id, status: WITHDRAWN })
    await writeLog(db, id, { userId: who.userId, userName: who.realName, act: 'withdraw' })
  }
  await nameObjects(
    ctx,
    open.map(({ id }) => id),
  )
  return open.length
}
