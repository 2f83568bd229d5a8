import { user, type UserDraft } from '@hufu/contract/directory/user'
import type { OrgDraft } from '@hufu/contract/directory/org'
import { reviewedFieldLabel, reviewText } from '@hufu/contract/governance/review'
import type { RefusalName } from '@hufu/contract/refusals'
import { givingOf, isBeyondOwn, type Acting } from '../../../../platform/access/seniority.ts'
import { nameActor } from '../../../../platform/database/db.ts'
import { refuse, Refused, sentenceOf } from '../../../../platform/http/refuse.ts'
import { checkGiven } from '../../../apps/index.ts'
import { makeChange, type Change } from '../../../directory/index.ts'
import { ableToSignInAmong } from '../decide/candidate.sql.ts'
import { conflictsIn, mergedOrgEdit, mergedUserEdit, type Payload } from './difference.ts'
import { permitOf, type Engine } from '../decide/engine.ts'
import { releaseHolds, sealedOf, shownBefore, type Request } from './request.sql.ts'
import { showPresent } from './shown.ts'
import { lockState, type State } from './state.sql.ts'

/** Makes the change on behalf of the applicant, checked against their present scope and rights. */
export async function applyRequest(engine: Engine, request: Request): Promise<string> {
  const { db, kernel, actor } = engine
  const sealed = (await sealedOf(db, request.id)) ?? refuse('examineOver')
  const payload = JSON.parse(kernel.keys.openField(sealed)) as Payload
  const who = await applicant(engine, request.applyUserId)
  const scope = who.rights.scopeOf(permitOfRequest(request, payload)) ?? refuse('applicantBarred')
  const giving = givingOf(who, scope)
  await releaseHolds(db, request.id)
  const change = await changeOf(engine, request, payload)
  // The history names the approver as actor and the request as operation.
  const { giving: _own, ...passing } = actor
  await nameActor(db, { ...passing, bulkId: request.id, giver: who.userId, ...(giving && { giving }) })
  const id = await asApplicant(async () => {
    const made = await makeChange({ db, kernel, who, scope }, change)
    if (giving) await checkGiven(db, who)
    return made
  })
  await nameActor(db, actor)
  return id
}

/** The permit the applicant must still have; a main job is removed by another call than it is moved by. */
const permitOfRequest = ({ objectType, operateType, act }: Request, payload: Payload) =>
  payload.act?.act === 'move' && payload.act.to === null ? user.removeJob.permit : permitOf(objectType, operateType, act)

/** Refusals of what the applicant may not do to this user. */
const ABOUT_APPLICANT: ReadonlySet<RefusalName> = new Set(['higherUser', 'accountElsewhere'])

/** Words a refusal about rights as one of the applicant's rights, because the approver's rights are not checked. */
async function asApplicant<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refused) || !(isBeyondOwn(error) || ABOUT_APPLICANT.has(error.reason))) throw error
    return refuse('applicantBeyond', { sentence: sentenceOf(error.refusal, error.detail) })
  }
}

async function applicant(engine: Engine, userId: string): Promise<Acting> {
  if ((await ableToSignInAmong(engine.db, [userId])).length === 0) refuse('applicantBarred')
  return { userId, rights: await engine.rightsOf(userId) }
}

async function changeOf(engine: Engine, request: Request, payload: Payload): Promise<Change> {
  const { db } = engine
  const { objectType, objectId, operateType } = request
  if (operateType === 'insert')
    return objectType === 'user'
      ? { objectType, operateType, draft: payload.draft as UserDraft, secret: payload.secret! }
      : { objectType, operateType, draft: payload.draft as OrgDraft }
  const present = (await lockState(db, objectType, objectId!)) ?? refuse('reviewedGone', { objectType })
  if (operateType === 'delete') return { objectType, operateType, id: objectId! }
  const [conflict] = conflictsIn(payload, present)
  if (conflict) refuse('changedSince', await conflictDetail(engine, request, conflict.field, present))
  if (payload.act) return { objectType: 'user', operateType: 'update', ...payload.act }
  if (objectType === 'org') return { objectType, operateType, edit: mergedOrgEdit(objectId!, payload, present) }
  return { objectType, operateType, edit: mergedUserEdit(objectId!, payload, present) }
}

/** The conflict of a field that was changed meanwhile: the value the applicant saw, and the present one. */
async function conflictDetail({ db }: Engine, { id, objectType }: Request, field: string, present: State) {
  const before = await shownBefore(db, id, field)
  const now = (await showPresent(db, objectType, present))[field]
  return { label: reviewedFieldLabel(objectType, field), before: before ?? reviewText.empty, now: now ?? reviewText.empty }
}
