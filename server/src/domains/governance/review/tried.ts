import { sql } from 'kysely'
import { isBeyondOwn } from '../../../platform/access/seniority.ts'
import type { Db } from '../../../platform/database/db.ts'
import { refusedFrom } from '../../../platform/http/errors.ts'
import { Refused, sentenceOf } from '../../../platform/http/refuse.ts'
import type { Engine } from './engine.ts'
import { setFault, writeLog, type Request } from './request.sql.ts'

/** In a savepoint of its own: what is refused is taken back alone, and answered. */
export async function tried(db: Db, work: () => Promise<void>): Promise<Refused | undefined> {
  await sql`savepoint vote`.execute(db)
  try {
    await work()
    await sql`release savepoint vote`.execute(db)
    return undefined
  } catch (error) {
    const refused = ofApplicant(refusedFrom(error))
    if (!refused || refused.reason === 'outage') throw error
    await sql`rollback to savepoint vote`.execute(db)
    await sql`release savepoint vote`.execute(db)
    return refused
  }
}

/** What is said of rights is said of the applicant's, not of whoever passes the request (N-02). */
const ofApplicant = (refused: Refused | undefined): Refused | undefined =>
  refused && isBeyondOwn(refused) ? new Refused('applicantBeyond', { sentence: sentenceOf(refused.refusal, refused.detail) }) : refused

/** Why the change could not be made, for everybody who looks at the request. */
export async function noteProblem({ db, by }: Engine, request: Request, refused: Refused): Promise<void> {
  const fault = sentenceOf(refused.refusal, refused.detail)
  // Said once, however often it is tried.
  if (by === null && fault === request.fault) return
  await setFault(db, request.id, fault)
  const step = request.steps[request.stepNo]
  await writeLog(db, request.id, { step, userId: by?.userId, userName: by?.name, act: 'fault', opinion: fault })
}
