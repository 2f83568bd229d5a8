import type { SubjectType } from '@hufu/contract/apps/access'
import { MAIN_JOB, type Job, type Recovery, type Returning } from '@hufu/contract/directory/user'
import { rolesBeyond } from '../../../platform/access/authority.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Turn } from '../../../platform/http/turn.ts'
import { holdOrgs } from '../org/org.ts'
import { findDeletedUser } from './deleted-user.sql.ts'
import { below } from './below.ts'
import {
  dropGrants, giveBack, grantsLeft, insertJobBack, labelsLeft, orgsLeft, postNames, rightsOn, rolesLeft, statusAtDeletion, undelete,
  workGroupsLeft, type Named,
} from './recoverable.sql.ts' // prettier-ignore

type Acting = Pick<Turn, 'db' | 'scope' | 'who'>

/** Of the subjects those with a right the caller does not hold. Whoever has a branch only gives what they hold themselves (N-02). */
async function beyond({ db, scope, who }: Acting, type: SubjectType | 'authGroup', ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (scope.all || ids.length === 0) return new Set()
  const own = (await below.use().pathsOf(db, who.userId)).filter(path => path.fault === null)
  const rights = await rightsOn(db, type, ids)
  const holds = (appId: string, roleId: string | null) => own.some(path => path.appId === appId && (!roleId || path.roleId === roleId))
  return new Set(rights.filter(right => !holds(right.appId, right.roleId)).map(right => right.subjectId))
}

async function grantsBeyond(turn: Acting, userId: string): Promise<ReadonlySet<string>> {
  if (turn.scope.all) return new Set()
  const own = (await below.use().pathsOf(turn.db, turn.who.userId)).filter(path => path.fault === null)
  const grants = await grantsLeft(turn.db, userId)
  const groupsOut = await beyond(turn, 'authGroup', grants.flatMap(grant => grant.groupId ?? [])) // prettier-ignore
  const isOut = ({ appId, roleId, groupId }: (typeof grants)[number]) =>
    groupId === null ? !own.some(path => path.appId === appId && (!roleId || path.roleId === roleId)) : groupsOut.has(groupId)
  return new Set(grants.filter(isOut).map(grant => grant.id))
}

interface Part {
  kept: Named[]
  out: Returning[]
}

const parted = (kind: Returning['kind'], all: readonly Named[], out: ReadonlySet<string>): Part => ({
  kept: all.filter(one => !out.has(one.id)),
  out: all.filter(one => out.has(one.id)).map(({ name }) => ({ kind, name })),
})

const idsOf = (all: readonly Named[]) => all.map(one => one.id)

/** What a deleted user had and what of it the caller may give back. */
async function partsOf(turn: Acting, userId: string) {
  const { db, who } = turn
  const [labels, workGroups, grants, roles] = [await labelsLeft(db, userId), await workGroupsLeft(db, userId), await grantsLeft(db, userId), await rolesLeft(db, userId)] // prettier-ignore
  const disabled = roles.filter(role => role.isDisabled).map(role => role.id)
  const rolesOut = new Set([...(await rolesBeyond(db, who, idsOf(roles))), ...disabled])
  return {
    labels: parted('label', labels, await beyond(turn, 'label', idsOf(labels))),
    workGroups: parted('workGroup', workGroups, await beyond(turn, 'workGroup', idsOf(workGroups))),
    grants: parted('app', grants, await grantsBeyond(turn, userId)),
    roles: parted('role', roles, rolesOut),
    statusOf: new Map(roles.map(role => [role.id, role.status])),
  }
}

/** The jobs that come back: the main one, here or elsewhere, and the others whose organisation is there and in scope. */
async function jobsBack(turn: Acting, jobs: readonly Job[], orgId: string | undefined) {
  const { db, scope } = turn
  const main = jobs.find(job => job.jobType === MAIN_JOB)
  const others = jobs.filter(job => job.jobType !== MAIN_JOB && job.orgId !== (orgId ?? main?.orgId))
  const left = await orgsLeft(db, scope, jobs.map(job => job.orgId)) // prettier-ignore
  const orgsOut = await beyond(turn, 'org', others.map(job => job.orgId)) // prettier-ignore
  const isBack = (job: Job) => left.has(job.orgId) && !orgsOut.has(job.orgId)
  const posts = [...new Set(jobs.flatMap(job => job.stationId ?? []))]
  const [postsOut, names] = [await beyond(turn, 'post', posts), await postNames(db, posts)]
  return {
    main: main && { ...main, isThere: left.has(main.orgId) },
    others: others.filter(isBack),
    out: [
      ...others.filter(job => !isBack(job)).map(job => ({ kind: 'job' as const, name: job.orgName })),
      ...[...postsOut].map(id => ({ kind: 'post' as const, name: names.get(id) ?? '' })),
    ],
    postOf: (job: Pick<Job, 'stationId'>) => (job.stationId !== null && postsOut.has(job.stationId) ? null : job.stationId),
  }
}

/** What would come back, before anybody decides (N-11). */
export async function previewRecovery(turn: Acting, userId: string): Promise<Recovery> {
  const deleted = await findDeletedUser(turn.db, turn.scope, userId)
  const { labels, workGroups, grants, roles } = await partsOf(turn, userId)
  const jobs = await jobsBack(turn, deleted.jobs, undefined)
  const names = ({ kept }: Part) => kept.map(one => one.name)
  return {
    ...(await statusAtDeletion(turn.db, userId)),
    jobs: [...(jobs.main?.isThere ? [jobs.main.orgName] : []), ...jobs.others.map(job => job.orgName)],
    labels: names(labels),
    workGroups: names(workGroups),
    grants: names(grants),
    roles: names(roles),
    leftOut: [labels, workGroups, grants, roles, jobs].flatMap(part => part.out),
  }
}

interface Choice {
  orgId?: string | null | undefined
  status?: 0 | 1 | null | undefined
  withGrants?: boolean | null | undefined
  withRoles?: boolean | null | undefined
}

/** Back as at deletion, as far as it is still there and the caller may give it; answers what was left out (N-11, D-43). */
export async function recoverUser(turn: Acting, userId: string, choice: Choice): Promise<Returning[]> {
  const { db, scope } = turn
  const deleted = await findDeletedUser(db, scope, userId)
  const parts = await partsOf(turn, userId)
  const orgId = choice.orgId ?? undefined
  const jobs = await jobsBack(turn, deleted.jobs, orgId)
  if (orgId === undefined && !jobs.main?.isThere) refuse('userOrgGone')
  const mainOrg = orgId ?? jobs.main!.orgId
  await holdOrgs(db, scope, [mainOrg])
  await undelete(db, userId, choice.status ?? undefined)
  const first = jobs.main ?? deleted.jobs[0]
  for (const job of [{ ...blankJob, ...first, jobType: MAIN_JOB, orgId: mainOrg }, ...jobs.others])
    await insertJobBack(db, userId, { ...job, id: newId(), stationId: jobs.postOf(job) })
  const [withGrants, withRoles] = [choice.withGrants ?? true, choice.withRoles ?? true]
  const grantsKept = new Set(withGrants ? idsOf(parts.grants.kept) : [])
  await dropGrants(
    db,
    idsOf(await grantsLeft(db, userId)).filter(id => !grantsKept.has(id)),
  )
  const roles = withRoles ? parts.roles.kept.map(({ id }) => ({ id, status: parts.statusOf.get(id) ?? 1 })) : []
  await giveBack(db, userId, { labels: idsOf(parts.labels.kept), workGroups: idsOf(parts.workGroups.kept), roles })
  return [parts.labels, parts.workGroups, jobs, ...(withGrants ? [parts.grants] : []), ...(withRoles ? [parts.roles] : [])].flatMap(
    part => part.out,
  )
}

const blankJob = { rankId: null, positionalTitlesId: null, positionId: null, stationId: null, sortNum: 1 }
