import { keysWith } from '@hufu/contract/fields/field'
import { userFields } from '@hufu/contract/fields/user-fields'
import { sql } from 'kysely'
import type { Row } from '../../../../../migrations/tables.ts'
import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { MAIN_JOB, type JobDraft, type UserDraft, type UserEdit } from '@hufu/contract/directory/user'
import { refuseHigher, type Acting } from '../../../../platform/access/seniority.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { emptyToNull } from '../../../../platform/database/record-rows.sql.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { everyone, accountInScope, everything, personInScope, type Scope } from '../../../../platform/access/scope.ts'
import type { Context } from '../../../../platform/http/context.ts'
import { lockOrgs } from '../../org/org-write.sql.ts'
import type { Secret } from '../../change/change-kinds.ts'
import { refuseAccountEdit } from './account-edit.sql.ts'
import { searchColumns, userNameColumns } from './person.ts'
import { idCardColumns, phoneColumns } from './sealed-numbers.ts'

const SORT_MAX = 999_999

const edited = keysWith(userFields, 'column').filter(key => key !== 'userName' && key !== 'status')

/** The columns save and update share. undefined leaves a field. */
function details(keys: Keys, draft: UserDraft | UserEdit) {
  const sent = edited.filter(key => !('sealed' in userFields[key]) && draft[key] !== undefined)
  const plain = Object.fromEntries(sent.map(key => [key, emptyToNull(draft[key])])) as Partial<
    Pick<Row<'users'>, (typeof edited)[number] & keyof Row<'users'>>
  >
  return {
    ...plain,
    realName: draft.realName,
    ...(draft.phone !== undefined && phoneColumns(keys, draft.phone)),
    ...(draft.idCard !== undefined && idCardColumns(keys, draft.idCard)),
  }
}

export async function insertUser(db: Db, scope: Scope, keys: Keys, draft: UserDraft, secret: Secret): Promise<string> {
  await lockOrgs(
    db,
    scope,
    draft.jobs.map(job => job.orgId),
  )
  const id = newId()
  const fields = details(keys, draft)
  const search = searchColumns({ userName: draft.userName, realName: draft.realName, employeeNumber: fields.employeeNumber ?? null })
  await everyone('lockOrgs has found these organisations within the scope', db.insertInto('users'))
    .values({ id, ...userNameColumns(keys, draft.userName), ...fields, ...search, ...secret, status: draft.status ?? 1 })
    .execute()
  await insertJobs(db, id, draft.jobs, draft.sortNum ?? undefined)
  if (draft.labelIds) await setLabels(db, id, draft.labelIds)
  return id
}

const blankToNull = (value: string | null | undefined) => value || null
const jobFields = (job: JobDraft) => ({
  jobType: job.jobType,
  rankId: blankToNull(job.rankId),
  titleId: blankToNull(job.positionalTitlesId),
  dutyId: blankToNull(job.positionId),
  postId: blankToNull(job.stationId),
})

/** The next sort number after the last of an organisation. */
const lastPlace = (orgId: string) =>
  everyone('lockOrgs has found the organisation within the scope', sql<number>`least(${sql.lit(SORT_MAX)}, last_job_number(${orgId}) + 1)`)

async function insertJobs(db: Db, userId: string, jobs: readonly JobDraft[], mainSortNum?: number): Promise<void> {
  if (jobs.length === 0) return
  const rows = jobs.map(job => {
    const sortNum = job.sortNum ?? (job.jobType === MAIN_JOB ? mainSortNum : undefined)
    return { id: newId(), userId, orgId: job.orgId, ...jobFields(job), sortNum: sortNum ?? lastPlace(job.orgId) }
  })
  await everyone('lockOrgs has found these organisations within the scope', db.insertInto('job')).values(rows).execute()
}

/** The caller who changes a user, and their scope. */
export type WriteContext = Pick<Context, 'db' | 'scope'> & { who: Acting }

interface ExistingUser {
  id: string
  userName: string
  realName: string
  employeeNumber: string | null
  email: string | null
  authenticated: number
  version: number
  /** The main job, not only a second one, is in the caller's scope. */
  isAccountWithin: boolean
}

/**
 * Locks the user and returns the present row; refuses an older version (D-76) and users who rank above the caller
 * (docs/decisions/rights.md, 0012).
 */
export async function lockUser({ db, scope, who }: WriteContext, id: string, version?: number) {
  const { rows } = await sql<ExistingUser>`
    select u.id, u.user_name, u.real_name, u.employee_number, u.email, u.authenticated, u.version,
      ${accountInScope(scope, 'u.id')} as is_account_within from live_user u
    where u.id = ${id} and ${personInScope(scope, 'u.id')} for no key update`.execute(db)
  const row = rows[0] ?? refuse('userMissing')
  await refuseHigher(db, who, [id])
  if (version !== undefined && version !== row.version) refuse('stale')
  return row
}

export async function updateUser(ctx: WriteContext, keys: Keys, edit: UserEdit): Promise<void> {
  const { db, scope } = ctx
  const present = await lockUser(ctx, edit.id, edit.version)
  // An end time would disable the built-in account as well.
  if (edit.id === BUILT_IN_ACCOUNT && edit.validEndTime) refuse('builtInAccount')
  if (!present.isAccountWithin) await refuseAccountEdit(db, keys, edit)
  const isOwn = edit.id === ctx.who.userId
  const userName = edit.userName ?? present.userName
  if (userName !== present.userName && edit.id === BUILT_IN_ACCOUNT) refuse('builtInAccount')
  if (userName !== present.userName && isOwn) refuse('ownUserName')
  if (edit.realName !== present.realName && isOwn && present.authenticated === 1) refuse('ownNameCertified')
  const fields = details(keys, edit)
  const employeeNumber = fields.employeeNumber === undefined ? present.employeeNumber : fields.employeeNumber
  await everyone('lockUser has found this user within the scope', db.updateTable('users'))
    .set(column => ({
      ...fields,
      ...userNameColumns(keys, userName),
      ...searchColumns({ userName, realName: edit.realName, employeeNumber }),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', edit.id)
    .execute()
  await replaceJobs(db, scope, edit.id, edit.jobs, edit.sortNum ?? undefined)
  if (edit.labelIds) await setLabels(db, edit.id, edit.labelIds)
}

/** Replaces the user's jobs; refuses to add, change or remove a job outside the caller's scope. */
async function replaceJobs(db: Db, scope: Scope, userId: string, jobs: readonly JobDraft[], mainSortNum?: number): Promise<void> {
  const present = await everyone('lockUser has found this user within the scope', db.selectFrom('job'))
    .select(['orgId', 'jobType', 'rankId', 'titleId', 'dutyId', 'postId', 'sortNum'])
    .where('userId', '=', userId)
    .execute()
  const jobByOrg = new Map(present.map(job => [job.orgId, job]))
  const wanted = (job: JobDraft) => {
    const sortNum = job.sortNum ?? (job.jobType === MAIN_JOB ? mainSortNum : undefined)
    return { ...jobFields(job), ...(sortNum !== undefined && { sortNum }) }
  }
  const isKept = (job: JobDraft) => {
    const was = jobByOrg.get(job.orgId)
    return was !== undefined && Object.entries(wanted(job)).every(([key, value]) => was[key as keyof typeof was] === value)
  }
  await lockOrgs(
    db,
    scope,
    jobs.filter(job => !isKept(job)).map(job => job.orgId),
  )
  const keptOrgs = new Set(jobs.map(job => job.orgId))
  const removedOrgs = present.filter(job => !keptOrgs.has(job.orgId)).map(job => job.orgId)
  if (removedOrgs.length > 0) {
    await lockOrgs(db, scope, removedOrgs)
    await everyone('lockUser has found this user within the scope, lockOrgs these organisations', db.deleteFrom('job'))
      .where('userId', '=', userId)
      .where('orgId', 'in', removedOrgs)
      .execute()
  }
  // Demotions come first: the place of the main job must be free before another takes it.
  const changed = jobs.filter(job => jobByOrg.has(job.orgId) && !isKept(job)).sort((a, b) => b.jobType - a.jobType)
  for (const job of changed)
    await everyone('lockUser has found this user within the scope, lockOrgs these organisations', db.updateTable('job'))
      .set(wanted(job))
      .where('userId', '=', userId)
      .where('orgId', '=', job.orgId)
      .execute()
  await insertJobs(
    db,
    userId,
    jobs.filter(job => !jobByOrg.has(job.orgId)),
    mainSortNum,
  )
}

/** Replaces the manually managed labels. The form may repeat labels a rule has given to the user, but not add others. */
async function setLabels(db: Db, userId: string, labelIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(labelIds)].sort()
  const { rows } = await sql<{ id: string; byRule: boolean; held: boolean }>`select l.id, l.rule is not null as by_rule,
      exists (select 1 from user_label_member m where m.label_id = l.id and m.user_id = ${userId}) as held
    from user_label l where l.id = any (${wanted}) order by l.id for key share`.execute(db)
  if (rows.length !== wanted.length) refuse('labelMissing')
  if (rows.some(row => row.byRule && !row.held)) refuse('labelByRule')
  const manual = rows.filter(row => !row.byRule).map(row => row.id)
  await sql`delete from user_label_member m using user_label l
    where m.user_id = ${userId} and l.id = m.label_id and l.rule is null and l.id <> all (${manual})`.execute(db)
  await sql`insert into user_label_member (user_id, label_id) select ${userId}, unnest(${manual}::text[]) on conflict do nothing`.execute(
    db,
  )
}

/** Changes the fields that users may change in their own account, and no others. */
export async function updateOwn(
  { db, who }: Pick<Context, 'db' | 'who'>,
  fields: {
    realName?: string | undefined
    email?: string | null | undefined
    avatar?: string | null | undefined
    gender?: 1 | 2 | null | undefined
  },
): Promise<void> {
  const present = await lockUser({ db, who, scope: everything }, who.userId)
  const { realName = present.realName, email, avatar, gender } = fields
  if (realName !== present.realName && present.authenticated === 1) refuse('ownNameCertified')
  // A new address needs its code (N-03); the present one may be repeated or removed.
  if (email && email.toLowerCase() !== present.email?.toLowerCase()) refuse('emailUnproven')
  const search = searchColumns({ userName: present.userName, realName, employeeNumber: present.employeeNumber })
  await everyone("the caller's own account", db.updateTable('users'))
    .set(column => ({ realName, email, avatar, gender, ...search, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', '=', who.userId)
    .execute()
}
