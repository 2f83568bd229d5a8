import { sql } from 'kysely'
import { higherAmong, isBeyondOwn } from '../../../platform/access/seniority.ts'
import type { Db } from '../../../platform/database/db.ts'
import { KeptRefusal, type Context } from '../../../platform/http/context.ts'
import { refusedFrom } from '../../../platform/http/errors.ts'
import { refuse, Refused, sentenceOf } from '../../../platform/http/refuse.ts'
import { reaches } from './candidate.sql.ts'
import { engineFor, examinerPermit, type Engine } from './engine.ts'
import { lockRequests, setFault, setOpinion, writeLog, type Request } from './request.sql.ts'
import { closeStep, takeTask, tasksOf } from './task.sql.ts'
import { beginStep, rejectRequest, settle } from './steps.ts'

type Vote = 'pass' | 'reject'
interface Cast {
  vote: Vote
  opinion: string
  isAsked: boolean
}
type Voter = Context<undefined, { ids: string[]; opinion?: string | null | undefined }>

/** One savepoint for each; of one alone the refusal is the answer, of several the number that went through (D-53). */
export async function voteOn(ctx: Voter, vote: Vote): Promise<number | KeptRefusal> {
  const { db, body, kernel, afterCommit } = ctx
  const opinion = body.opinion?.trim() ?? ''
  if (body.ids.length === 0) refuse('nothingChosen')
  if (vote === 'reject' && opinion === '') refuse('opinionMissing')
  // The rows are locked by a statement of their own: what is counted after a vote must be younger than the lock.
  const requests = await lockRequests(db, [...new Set(body.ids)])
  if (requests.length === 0) refuse('examineMissing')
  const engine = engineFor(ctx as never)
  afterCommit(() => kernel.sessions.forget())
  let done = 0
  let last: Refused | undefined
  for (const request of requests) {
    let isCounted = false
    last = await tried(db, async () => {
      const isAsked = await takeTurn(ctx, request, vote)
      isCounted = true
      await goOn(ctx, engine, request, { vote, opinion, isAsked })
    })
    // A refusal of the vote itself says nothing about the request.
    if (last && isCounted) await noteProblem(engine, request, last)
    if (!last) done++
  }
  return requests.length === 1 && last ? new KeptRefusal(last) : done
}

async function tried(db: Db, work: () => Promise<void>): Promise<Refused | undefined> {
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
async function noteProblem({ db, by }: Engine, request: Request, refused: Refused): Promise<void> {
  const fault = sentenceOf(refused.refusal, refused.detail)
  await setFault(db, request.id, fault)
  const step = request.steps[request.stepNo]
  await writeLog(db, request.id, { step, userId: by?.userId, userName: by?.name, act: 'fault', opinion: fault })
}

/** Whether the caller was asked; a super administrator who was not decides the step all the same. */
async function takeTurn(ctx: Voter, request: Request, vote: Vote): Promise<boolean> {
  const { db, who } = ctx
  await refuseStranger(ctx, request)
  const task = { examineId: request.id, stepNo: request.stepNo, userId: who.userId, vote: vote === 'pass' ? 1 : 0 } as const
  const isAsked = await takeTask(db, task)
  if (!isAsked && !who.rights.isAdmin) await refuseNotAsked(db, request, who.userId)
  return isAsked
}

async function goOn(ctx: Voter, engine: Engine, request: Request, { vote, opinion, isAsked }: Cast): Promise<void> {
  const { db, who } = ctx
  const step = request.steps[request.stepNo]!
  if (vote === 'reject' && (step.mode !== 'ratio' || !isAsked)) return rejectRequest(engine, request, step, opinion)
  await writeLog(db, request.id, { step, userId: who.userId, userName: who.realName, opinion, act: vote })
  if (opinion) await setOpinion(db, request.id, opinion)
  if (isAsked) return settle(engine, request, step)
  await closeStep(db, request.id, step.no)
  await beginStep(engine, request, step.no + 1)
}

async function refuseStranger({ db, who }: Voter, request: Request): Promise<void> {
  const scope = who.rights.scopeOf(examinerPermit[request.objectType])
  if (!scope || !(await reaches(db, scope, request.orgId))) refuse('examineMissing')
  if (request.status !== 0) refuse('examineOver')
  if (request.applyUserId === who.userId && !who.rights.isAdmin) refuse('examineOwn')
  if (request.objectType !== 'user' || request.objectId === null) return
  if (request.objectId === who.userId && !who.rights.isAdmin) refuse('examineNotAsked')
  if ((await higherAmong(db, who, [request.objectId])).size > 0) refuse('higherUser')
}

/** Asked earlier: the request has gone on. */
async function refuseNotAsked(db: Db, request: Request, userId: string): Promise<never> {
  const tasks = await tasksOf(db, request.id)
  refuse(tasks.some(task => task.userId === userId && task.stepNo !== request.stepNo) ? 'examineMoved' : 'examineNotAsked')
}
