import type { JobDraft } from '@hufu/contract/directory/user'
import type { WriteContext } from '../limits/change.ts'
import { findNamedOrg, jobDrafts } from './lookup.sql.ts'
import { invalid } from '../protocol/problem.ts'
import { text } from '../text.ts'
import type { UserRow } from './user.sql.ts'
import type { WantedJob, WantedUser } from './user-wanted.ts'

/**
 * The organisation of the first name that is found, else the client's default organisation; `unknownOrg` may refuse unknown names.
 */
async function mainOrgOf({ db, caller }: WriteContext, names: readonly string[]): Promise<string> {
  const { client, scope } = caller
  for (const name of names) {
    const found = await findNamedOrg(db, client.id, scope, name)
    if (found !== undefined) return found
  }
  if (names.length > 0 && client.unknownOrg === 'refuse') invalid(text.orgUnknown(names[0]!))
  return client.defaultOrg
}

const heldJobs = ({ jobs }: UserRow): WantedJob[] =>
  jobs.map(({ orgId, isMain, order, rank, title, duty, post }) => ({
    orgId,
    isMain,
    order,
    rank: rank?.code,
    title: title?.code,
    duty: duty?.code,
    post: post?.code,
  }))

const bareJob = { rank: undefined, title: undefined, duty: undefined, post: undefined, order: undefined }

/** The jobs the user should have after the change, and whether they differ from the present ones. */
export async function jobsWanted(
  ctx: WriteContext,
  { jobs, orgNames }: WantedUser,
  row: UserRow | undefined,
): Promise<{ drafts: JobDraft[]; isChanged: boolean; mainOrgId: string }> {
  const presentJobs = row ? heldJobs(row) : []
  const wanted = jobs ?? (await movedTo(ctx, orgNames, presentJobs))
  const drafts = await jobDrafts(ctx.db, wanted)
  return { drafts, isChanged: wanted !== presentJobs, mainOrgId: wanted.find(job => job.isMain)?.orgId ?? '' }
}

/** Moves the main job to the named organisation; an other job that the user already has there becomes the main job. */
async function movedTo(ctx: WriteContext, orgNames: readonly string[] | undefined, jobs: WantedJob[]): Promise<WantedJob[]> {
  if (jobs.length > 0 && (orgNames === undefined || orgNames.length === 0)) return jobs
  const orgId = await mainOrgOf(ctx, orgNames ?? [])
  if (jobs.find(job => job.isMain)?.orgId === orgId) return jobs
  const there = jobs.find(job => job.orgId === orgId)
  return [{ ...bareJob, ...there, orgId, isMain: true }, ...jobs.filter(job => !job.isMain && job !== there)]
}
