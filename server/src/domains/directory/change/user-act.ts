import { MAIN_JOB } from '@hufu/contract/directory/user'
import { refuseElsewhere, refuseHigher } from '../../../platform/access/seniority.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { queuePasswords } from '../../messages/index.ts'
import { lockOrgs } from '../org/org-write.sql.ts'
import { removeJobs, setStatus, transferMainJob } from '../user/edit/bulk.sql.ts'
import { chosenUsers } from '../user/list/choice.sql.ts'
import { phonesOf, writeResets } from '../user/password/reset.sql.ts'
import type { UserActChange } from './change-kinds.ts'
import type { ChangeContext } from './change.ts'

/** Disables or moves a user or resets their password, with the checks of the direct calls. */
export async function makeUserAct(ctx: ChangeContext, change: UserActChange): Promise<string> {
  const { db, scope, who, kernel } = ctx
  const ids = await chosenUsers(db, scope, kernel.keys, { ids: [change.id], filter: undefined })
  await refuseHigher(db, who, ids)
  if (change.act === 'move') await move(ctx, change)
  else {
    await refuseElsewhere(db, scope, ids)
    if (change.act === 'disable') await setStatus(db, ids, 0, who.userId)
    else await reset(ctx, change)
  }
  return change.id
}

async function move({ db, scope }: ChangeContext, { id, from, to }: Extract<UserActChange, { act: 'move' }>): Promise<void> {
  await lockOrgs(db, scope, [from, to].filter(place => place !== null)) // prettier-ignore
  if (to !== null) await transferMainJob(db, scope, [id], { oldOrgId: from, newOrgId: to })
  else await removeJobs(db, scope, [id], MAIN_JOB, from!)
}

async function reset({ db, kernel }: ChangeContext, change: Extract<UserActChange, { act: 'reset' }>): Promise<void> {
  const { id, passwordType, hash, sms } = change
  await writeResets(db, [{ id, hash }], passwordType)
  if (!sms) return
  const sealed = (await phonesOf(db, [id])).get(id) ?? refuse('smsUnreachable')
  const sent = await queuePasswords(kernel, db, [{ userId: id, ...sms, telephone: kernel.keys.openField(sealed) }])
  if (sent.size === 0) refuse('smsUnreachable')
}
