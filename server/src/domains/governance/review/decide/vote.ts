import { higherAmong } from '../../../../platform/access/seniority.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { KeptRefusal, type Context } from '../../../../platform/http/context.ts'
import { unlessRefused } from '../../../../platform/database/savepoint.ts'
import { refuse, type Refused } from '../../../../platform/http/refuse.ts'
import { reviewText } from '@hufu/contract/governance/review'
import { wakeSms } from '../../../messages/index.ts'
import { namesOfUsers, isOrgInScope } from './candidate.sql.ts'
import { engineFor, examinerPermit, type Engine } from './engine.ts'
import { lockRequests, nameObjects, setOpinion, writeLog, type Request } from '../change/request.sql.ts'
import { sendNotices, addNotice } from '../notice.ts'
import { closeStep, reopenTasks, takeTask, tasksOf } from './task.sql.ts'
import { beginStep, rejectRequest, settle } from './steps.ts'
import { noteProblem } from '../note-problem.ts'

type Vote = 'pass' | 'reject'
interface CastVote {
  vote: Vote
  opinion: string
  /** Undefined for a super administrator who was not asked and decides the step alone. */
  task: { deputyOf: string | null; addedBy: string | null } | undefined
}
type Voter = Context<undefined, { ids: string[]; opinion?: string | null | undefined }>

/** Votes on each request in its own savepoint. Returns the refusal of a single request, of several the number voted on (D-53). */
export async function voteOn(ctx: Voter, vote: Vote): Promise<number | KeptRefusal> {
  const { db, body, kernel, afterCommit } = ctx
  const opinion = body.opinion?.trim() ?? ''
  if (body.ids.length === 0) refuse('nothingChosen')
  if (vote === 'reject' && opinion === '') refuse('opinionMissing')
  // Locked by a separate statement, so that votes are counted in a snapshot after the lock.
  const requests = await onlyInScope(ctx, await lockRequests(db, [...new Set(body.ids)]))
  if (requests.length === 0) refuse('examineMissing')
  const engine = engineFor(ctx)
  afterCommit(() => kernel.sessions.forget())
  afterCommit(() => wakeSms(kernel))
  let done = 0
  let last: Refused | undefined
  for (const request of requests) {
    let isCounted = false
    const noticesBefore = engine.notices.length
    last = await unlessRefused(db, async () => {
      const task = await takeOwnTask(ctx, request, vote)
      isCounted = true
      await applyVote(ctx, engine, request, { vote, opinion, task })
    })
    if (last) engine.notices.length = noticesBefore
    // Records only a refusal of the change; a refusal of the vote itself says nothing about the request.
    if (last && isCounted) await noteProblem(engine, request, last)
    if (!last) done++
  }
  // Named only now, because an approved new user or organisation exists from here on.
  await nameObjects(
    ctx,
    requests.map(({ id }) => id),
  )
  await sendNotices(engine)
  return requests.length === 1 && last ? new KeptRefusal(last) : done
}

async function takeOwnTask(ctx: Voter, request: Request, vote: Vote): Promise<CastVote['task']> {
  const { db, who } = ctx
  await refuseUnexaminable(ctx, request)
  const task = { examineId: request.id, stepNo: request.stepNo, userId: who.userId, vote: vote === 'pass' ? 1 : 0 } as const
  const ownTask = await takeTask(db, task)
  if (!ownTask && !who.rights.isAdmin) await refuseNotAsked(db, request, who.userId)
  return ownTask
}

async function applyVote(ctx: Voter, engine: Engine, request: Request, { vote, opinion, task }: CastVote): Promise<void> {
  const { db, who } = ctx
  const userName = await nameFor(db, who.realName, task?.deputyOf)
  const step = request.steps[request.stepNo]!
  if (vote === 'reject' && (step.mode !== 'ratio' || !task))
    return rejectRequest({ ...engine, by: { userId: who.userId, name: userName } }, request, step, opinion)
  await writeLog(db, request.id, { step, userId: who.userId, userName, opinion, act: vote })
  if (opinion) await setOpinion(db, request.id, opinion)
  if (task?.addedBy) return returnToAddingExaminer(engine, request, task.addedBy, vote)
  if (task) return settle(engine, request, step)
  await closeStep(db, request.id, step.no)
  await beginStep(engine, request, step.no + 1)
}

/** Continues after the vote of an added examiner: an approval asks `addedBy` again, a rejection counts as the vote of `addedBy`. */
async function returnToAddingExaminer(engine: Engine, request: Request, addedBy: string, vote: Vote): Promise<void> {
  const step = request.steps[request.stepNo]!
  const place = { examineId: request.id, stepNo: step.no, userId: addedBy }
  await reopenTasks(engine.db, request.id, step.no, [addedBy])
  if (vote === 'pass') return addNotice(engine, request, 'todo', [addedBy])
  await takeTask(engine.db, { ...place, vote: 0 })
  return settle(engine, request, step)
}

async function nameFor(db: Db, own: string, deputyOf: string | null | undefined): Promise<string> {
  const [principal] = deputyOf ? await namesOfUsers(db, [deputyOf]) : []
  return principal ? `${own}（${reviewText.deputy(principal.name)}）` : own
}

/** Requests out of scope count as unknown, in a batch as well (D-75). */
async function onlyInScope({ db, who }: Voter, requests: readonly Request[]): Promise<Request[]> {
  const reached: Request[] = []
  for (const request of requests) {
    const scope = who.rights.scopeOf(examinerPermit[request.objectType])
    if (scope && (await isOrgInScope(db, scope, request.orgId))) reached.push(request)
  }
  return reached
}

type Acting = Pick<Context, 'db' | 'who'>

/** Refuses requests the caller cannot act upon: out of scope, decided, their own, or about a user ranking above them. */
export async function refuseUnlessActionable(ctx: Acting, request: Request): Promise<void> {
  const scope = ctx.who.rights.scopeOf(examinerPermit[request.objectType])
  if (!scope || !(await isOrgInScope(ctx.db, scope, request.orgId))) refuse('examineMissing')
  await refuseUnexaminable(ctx, request)
}

/** As refuseStranger, for a request known to be in scope. */
async function refuseUnexaminable({ db, who }: Acting, request: Request): Promise<void> {
  if (request.status !== 0) refuse('examineOver')
  if (request.applyUserId === who.userId && !who.rights.isAdmin) refuse('examineOwn')
  if (request.objectType !== 'user' || request.objectId === null) return
  if (request.objectId === who.userId && !who.rights.isAdmin) refuse('examineNotAsked')
  if ((await higherAmong(db, who, [request.objectId])).size > 0) refuse('higherUser')
}

/** Tells users asked in another step that the request has moved on. */
export async function refuseNotAsked(db: Db, request: Request, userId: string): Promise<never> {
  const tasks = await tasksOf(db, request.id)
  refuse(tasks.some(task => task.userId === userId && task.stepNo !== request.stepNo) ? 'examineMoved' : 'examineNotAsked')
}
