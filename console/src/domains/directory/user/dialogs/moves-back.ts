import type { BodyOf } from '@hufu/contract/call'
import { MAIN_JOB, OTHER_JOB, user } from '@hufu/contract/directory/user'
import { fetchData } from '../../../../platform/calls.ts'
import { holdersOf } from './job-table.tsx'
import type { Place } from './transfer-dialog.tsx'
import type { UserTarget } from './user-target.ts'

type Move = BodyOf<typeof user.transferMainJob>
/** The longest page of a list. */
const JOBS_MAX = 500

/**
 * The moves that bring main jobs back to where they are now. None for more users than a page has, and none if somebody has another
 * job in the new organisation, which the move merges with the main job.
 */
export async function movesBack(aim: UserTarget, from: Place | undefined, newOrgId: string): Promise<(Move & { userIds: string[] })[]> {
  const main = { ...holdersOf(aim), jobType: MAIN_JOB, ...(from && { orgId: from.id }) } as const
  const merged = { ...holdersOf(aim), jobType: OTHER_JOB, orgId: newOrgId } as const
  const [jobs, lost] = await Promise.all([
    fetchData(user.pageJob, { query: { size: JOBS_MAX }, body: main, quietly: true }),
    fetchData(user.pageJob, { query: { size: 1 }, body: merged, quietly: true }),
  ])
  if (jobs.total > jobs.records.length || lost.total > 0) return []
  const leaving = jobs.records.filter(({ orgId }) => orgId !== newOrgId)
  const former = Map.groupBy(leaving, ({ orgId }) => orgId)
  return [...former].map(([orgId, moved]) => ({ userIds: moved.map(({ userId }) => userId), oldOrgId: newOrgId, newOrgId: orgId }))
}
