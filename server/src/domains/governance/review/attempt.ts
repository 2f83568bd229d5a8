import { isBeyondOwn } from '../../../platform/access/seniority.ts'
import type { Db } from '../../../platform/database/db.ts'
import { unlessRefused } from '../../../platform/database/savepoint.ts'
import { Refused, sentenceOf } from '../../../platform/http/refuse.ts'
import type { Engine } from './engine.ts'
import { setFault, writeLog, type Request } from './request.sql.ts'

/** Runs the work in a savepoint. A refusal rolls back only this work and is returned. */
export const attempt = async (db: Db, work: () => Promise<void>): Promise<Refused | undefined> =>
  asApplicantRefusal(await unlessRefused(db, work))

/** Words a refusal about rights as one of the applicant's rights, because the approver's rights are not checked (N-02). */
const asApplicantRefusal = (refused: Refused | undefined): Refused | undefined =>
  refused && isBeyondOwn(refused) ? new Refused('applicantBeyond', { sentence: sentenceOf(refused.refusal, refused.detail) }) : refused

/** Stores why the change could not be made; everybody who sees the request is shown it. */
export async function noteProblem({ db, by }: Engine, request: Request, refused: Refused): Promise<void> {
  const fault = sentenceOf(refused.refusal, refused.detail)
  // Logged once, however often it is retried.
  if (by === null && fault === request.fault) return
  await setFault(db, request.id, fault)
  const step = request.steps[request.stepNo]
  await writeLog(db, request.id, { step, userId: by?.userId, userName: by?.name, act: 'fault', opinion: fault })
}
