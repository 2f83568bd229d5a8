import type { UserEdit } from '@hufu/contract/directory/user'
import type { Submission } from '@hufu/contract/shapes'
import { text } from '@hufu/contract/text'
import type { Acting } from '../../../platform/access/seniority.ts'
import { refuseElsewhere, refuseHigher } from '../../../platform/access/seniority.ts'
import type { Scope } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { refuseForeignFile } from '../../../platform/files/file-access.ts'
import { WithMessage, type Context } from '../../../platform/http/context.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { removeOrgs } from '../org/deleted-org.sql.ts'
import { saveOrg, updateOrg } from '../org/org-write.sql.ts'
import { directoryPort } from '../user/directory-port.ts'
import { deleteUsers } from '../user/edit/bulk.sql.ts'
import { chosenUsers } from '../user/list/choice.sql.ts'
import { refuseMissing, refuseOtherJobs } from '../user/edit/required.ts'
import { otherJobsOf } from '../user/list/user-read.sql.ts'
import { insertUser, updateUser } from '../user/edit/user-write.sql.ts'
import type { Change, UserActChange } from './change-kinds.ts'
import { refuseOwnedOrg, refuseOwnedUser } from './owned-fields.ts'
import { makeUserAct } from './user-act.ts'

/** The caller's rights the change is checked against. */
export interface ChangeContext {
  db: Db
  scope: Scope
  who: Acting
  kernel: Kernel
}

/** Makes the change with all checks of the direct call; returns the id of the record. */
export function makeChange(ctx: ChangeContext, change: Change): Promise<string> {
  switch (`${change.objectType} ${change.operateType}` as const) {
    case 'user insert':
      return makeUser(ctx, change as Extract<Change, { objectType: 'user'; operateType: 'insert' }>)
    case 'user update':
      return updateOrAct(ctx, change as Extract<Change, { objectType: 'user'; operateType: 'update' }>)
    case 'user delete':
      return removeUser(ctx, (change as Extract<Change, { operateType: 'delete' }>).id)
    default:
      return changeOrg(ctx, change as Extract<Change, { objectType: 'org' }>)
  }
}

const updateOrAct = (ctx: ChangeContext, change: { act?: undefined; edit: UserEdit } | UserActChange): Promise<string> =>
  change.act === undefined ? changeUser(ctx, change.edit) : makeUserAct(ctx, change)

async function makeUser(
  { db, scope, who, kernel }: ChangeContext,
  { draft, secret }: Extract<Change, { objectType: 'user'; operateType: 'insert' }>,
): Promise<string> {
  refuseMissing(kernel.config.values, draft, false)
  refuseOtherJobs(kernel.config.values, draft.jobs)
  await refuseForeignFile({ db, who }, draft.avatar, 'picture', { people: scope })
  return insertUser(db, scope, kernel.keys, draft, secret)
}

async function changeUser(ctx: ChangeContext, edit: UserEdit): Promise<string> {
  const { db, scope, kernel } = ctx
  refuseMissing(kernel.config.values, edit, true)
  if (!kernel.config.values.openOtherJob) refuseOtherJobs(kernel.config.values, edit.jobs, await otherJobsOf(db, scope, edit.id))
  await refuseForeignFile(ctx, edit.avatar, 'picture', { people: scope })
  await refuseOwnedUser(ctx, edit)
  await updateUser(ctx, kernel.keys, edit)
  return edit.id
}

async function removeUser({ db, scope, who, kernel }: ChangeContext, id: string): Promise<string> {
  const ids = await chosenUsers(db, scope, kernel.keys, { ids: [id], filter: undefined })
  await refuseHigher(db, who, ids)
  await refuseElsewhere(db, scope, ids)
  await deleteUsers(db, ids, who.userId)
  return id
}

async function changeOrg(ctx: ChangeContext, change: Extract<Change, { objectType: 'org' }>): Promise<string> {
  const { db, scope, who } = ctx
  if (change.operateType === 'insert') return saveOrg(db, scope, change.draft)
  if (change.operateType === 'delete') {
    await removeOrgs(db, scope, [change.id], who.userId)
    return change.id
  }
  await refuseOwnedOrg(ctx, change.edit)
  await updateOrg(db, scope, change.edit)
  return change.edit.id
}

/** Stores the change for its review instead of making it. */
export async function submitChange(ctx: Context, change: Change, submission: Submission): Promise<WithMessage<{ examineId: string }>> {
  const examineId = await directoryPort.use().submitChange(ctx, change, submission)
  ctx.auditTarget(examineId)
  return new WithMessage(text.submitted, { examineId })
}
