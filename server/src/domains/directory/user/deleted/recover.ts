import { MAIN_JOB, type Job, type Recovery, type RestoredRight } from '@hufu/contract/directory/user'
import { rolesBeyond, type Acting as Administrator } from '../../../../platform/access/seniority.ts'
import { runRolledBack, type Db } from '../../../../platform/database/db.ts'
import { gainedBy, GivesBeyond, type Gained } from '../../../../platform/access/giving.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import type { Context } from '../../../../platform/http/context.ts'
import { lockOrgs } from '../../org/org-write.sql.ts'
import { findDeletedUser } from './deleted-user.sql.ts'
import {
  restoreMemberships, grantsLeft, insertRestoredJob, keepGrants, labelsLeft, orgsLeft, postNames, rolesLeft, statusAtDeletion, undelete, workGroupsLeft,
  type DeletedRole, type Named,
} from './recoverable.sql.ts' // prettier-ignore

type Acting = Pick<Context, 'db' | 'scope' | 'giving' | 'checkGiven'> & { who: Administrator }

/** The parts of a deleted user that will be restored, and in `out` those that will not. */
interface Parts {
  jobs: readonly Job[]
  labels: readonly Named[]
  workGroups: readonly Named[]
  grants: readonly Named[]
  roles: readonly DeletedRole[]
  out: readonly RestoredRight[]
}

interface Choice {
  orgId?: string | null | undefined
  status?: 0 | 1 | null | undefined
  withGrants?: boolean | null | undefined
  withRoles?: boolean | null | undefined
}

const named = (kind: RestoredRight['kind'], all: readonly Named[]): RestoredRight[] => all.map(({ name }) => ({ kind, name }))

/** The parts that still exist. Disabled system roles and those beyond the caller's own roles are left out. */
async function partsLeft(ctx: Acting, userId: string, choice: Choice): Promise<Parts> {
  const { db, scope, who } = ctx
  const { jobs } = await findDeletedUser(db, scope, userId)
  const mainOrg = choice.orgId ?? jobs.find(job => job.jobType === MAIN_JOB)?.orgId
  const others = jobs.filter(job => job.jobType !== MAIN_JOB && job.orgId !== mainOrg)
  const left = await orgsLeft(db, scope, jobs.map(job => job.orgId)) // prettier-ignore
  const first = jobs.find(job => job.jobType === MAIN_JOB) ?? jobs[0]
  const main = mainOrg !== undefined && (choice.orgId != null || left.has(mainOrg)) && { ...blankJob, ...first, jobType: MAIN_JOB, orgId: mainOrg } // prettier-ignore
  const roles = (choice.withRoles ?? true) ? await rolesLeft(db, userId) : []
  const beyond = await rolesBeyond(db, who, roles.map(role => role.id)) // prettier-ignore
  const isOut = (role: DeletedRole) => role.isDisabled || beyond.has(role.id)
  return {
    jobs: [...(main ? [main] : []), ...others.filter(job => left.has(job.orgId))],
    labels: await labelsLeft(db, userId),
    workGroups: await workGroupsLeft(db, userId),
    grants: (choice.withGrants ?? true) ? await grantsLeft(db, userId) : [],
    roles: roles.filter(role => !isOut(role)),
    out: [
      ...others.filter(job => !left.has(job.orgId)).map(job => ({ kind: 'job' as const, name: job.orgName })),
      ...named('role', roles.filter(isOut)),
    ],
  }
}

const blankJob = { id: '', orgName: '', rankId: null, positionalTitlesId: null, positionId: null, stationId: null, sortNum: 1 }

async function restoreParts({ db, checkGiven }: Acting, userId: string, parts: Parts, status: number | undefined): Promise<void> {
  await undelete(db, userId, status)
  for (const job of parts.jobs) await insertRestoredJob(db, userId, { ...job, id: newId() })
  await keepGrants(db, userId, parts.grants)
  await restoreMemberships(db, userId, parts)
  await checkGiven(db)
}

/**
 * The parts without those that give rights the caller may not give. Rights given by a rule cannot be left out, nor can the job
 * at organisation `fixed`.
 */
async function withoutGained(db: Db, parts: Parts, gained: readonly Gained[], fixed?: string): Promise<Parts> {
  const ids = (type: string) => new Set(gained.filter(one => one.subjectType === type).map(one => one.subjectId))
  const [labels, workGroups, posts] = [ids('label'), ids('workGroup'), ids('post')]
  const grants = new Set(gained.map(one => one.grantId))
  const orgs = new Set(gained.filter(one => one.subjectType === 'org' || one.subjectType === 'stripe').map(one => one.orgId))
  const names = await postNames(db, [...posts].flatMap(id => id ?? [])) // prettier-ignore
  const isOrgOut = ({ orgId }: Job) => orgId !== fixed && orgs.has(orgId)
  return {
    ...parts,
    jobs: parts.jobs.filter(job => !isOrgOut(job)).map(job => (posts.has(job.stationId) ? { ...job, stationId: null } : job)),
    labels: parts.labels.filter(one => !labels.has(one.id)),
    workGroups: parts.workGroups.filter(one => !workGroups.has(one.id)),
    grants: parts.grants.filter(one => !grants.has(one.id)),
    out: [
      ...parts.out,
      ...named('label', parts.labels.filter(one => labels.has(one.id))),
      ...named('workGroup', parts.workGroups.filter(one => workGroups.has(one.id))),
      ...named('app', parts.grants.filter(one => grants.has(one.id))),
      ...parts.jobs.filter(isOrgOut).map(job => ({ kind: 'job' as const, name: job.orgName })),
      ...[...names.values()].map(name => ({ kind: 'post' as const, name })),
    ],
  } // prettier-ignore
}

/**
 * Leaves out parts until the check of given rights passes or nothing more can be left out. `gained` holds the rights the check
 * still refuses.
 */
async function partsWithinRights(ctx: Acting, userId: string, chosen: Parts, how: { status?: number | undefined; fixed?: string } = {}) {
  for (let parts = chosen; ;) {
    const gained = await gainedBy(ctx.db, () => restoreParts(ctx, userId, parts, how.status))
    const less = gained.length === 0 ? parts : await withoutGained(ctx.db, parts, gained, how.fixed)
    if (less.out.length === parts.out.length) return { parts, gained }
    parts = less
  }
}

/** What a recovery would restore (N-11); for callers with a limited scope it is carried out and rolled back. */
export async function previewRecovery(ctx: Acting & Pick<Context, 'kernel'>, userId: string): Promise<Recovery> {
  const left = await partsLeft(ctx, userId, {})
  const actor = { userId: ctx.who.userId, sessionId: '', traceId: '', ...(ctx.giving && { giving: ctx.giving }) }
  const { parts, gained } =
    ctx.giving === 'branch'
      ? await runRolledBack(ctx.kernel.db, actor, db => partsWithinRights({ ...ctx, db }, userId, left))
      : { parts: left, gained: [] }
  const names = (all: readonly Named[]) => all.map(one => one.name)
  return {
    ...(await statusAtDeletion(ctx.db, userId)),
    jobs: parts.jobs.map(job => job.orgName),
    labels: names(parts.labels),
    workGroups: names(parts.workGroups),
    grants: names(parts.grants),
    roles: names(parts.roles),
    leftOut: [...parts.out, ...gained.flatMap(byRule)],
  }
}

const byRule = ({ subjectType, subjectName }: Gained): RestoredRight[] =>
  subjectType === 'label' || subjectType === 'workGroup' ? [{ kind: subjectType, name: subjectName ?? '' }] : []

/** Restores what the user had at deletion, if it exists and the caller may give it; returns what was left out. */
export async function recoverUser(ctx: Acting, userId: string, choice: Choice): Promise<RestoredRight[]> {
  const left = await partsLeft(ctx, userId, choice)
  const main = left.jobs.find(job => job.jobType === MAIN_JOB) ?? refuse('formerOrgMissing')
  await lockOrgs(ctx.db, ctx.scope, [main.orgId])
  const { parts, gained } = await partsWithinRights(ctx, userId, left, { status: choice.status ?? undefined, fixed: main.orgId })
  if (gained[0]) throw new GivesBeyond(gained[0], gained)
  return [...parts.out]
}
