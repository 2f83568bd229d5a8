import { WITHDRAWN } from '@hufu/contract/governance/review'
import type { Context } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { endRequest, lockRequests, writeLog } from './request.sql.ts'

/** By the applicant alone, while it waits; another's is not touched, and nothing of the batch then is. */
export async function withdraw({ db, who, body }: Context<undefined, { ids: string[] }>): Promise<number> {
  if (body.ids.length === 0) refuse('nothingChosen')
  const requests = await lockRequests(db, [...new Set(body.ids)])
  if (requests.length === 0) refuse('examineMissing')
  if (requests.some(request => request.applyUserId !== who.userId)) refuse('withdrawForeign')
  const open = requests.filter(request => request.status === 0)
  if (open.length === 0) refuse('examineOver')
  for (const { id } of open) {
    await endRequest(db, { id, status: WITHDRAWN })
    await writeLog(db, id, { userId: who.userId, userName: who.realName, act: 'withdraw' })
  }
  return open.length
}
