import { sentenceOf, type Refused } from '../../../platform/http/refuse.ts'
import type { Engine } from './decide/engine.ts'
import { setProblem, writeLog, type Request } from './change/request.sql.ts'

/** Stores why the change could not be made; everybody who sees the request is shown it. */
export async function noteProblem({ db, by }: Engine, request: Request, refused: Refused): Promise<void> {
  const problem = sentenceOf(refused.refusal, refused.detail)
  // Logged once, however often it is retried.
  if (by === null && problem === request.problem) return
  await setProblem(db, request.id, problem)
  const step = request.steps[request.stepNo]
  await writeLog(db, request.id, { step, userId: by?.userId, userName: by?.name, act: 'fault', opinion: problem })
}
