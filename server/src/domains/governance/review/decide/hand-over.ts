import type { BodyOf, QueryOf } from '@hufu/contract/call'
import { objectTypes, reviewText, type Candidate, type review } from '@hufu/contract/governance/review'
import type { Context } from '../../../../platform/http/context.ts'
import { offsetOf } from '../../../../platform/database/paging.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { ableToSignInAmong, namesOfUsers } from './candidate.sql.ts'
import { eligibleAmong } from './candidates.ts'
import { engineFor, examinerPermit, type Engine } from './engine.ts'
import { examinersFound, isRemindedLately } from './hand-over.sql.ts'
import { sendNotices, addNotice } from '../notice.ts'
import { lockRequests, nameObjects, writeLog, type Request } from '../change/request.sql.ts'
import { askOne, leaveTask, openUsers, tasksOf, waitTask, type Task } from './task.sql.ts'
import { isListedFor } from './withdraw.ts'
import { refuseNotAsked, refuseUnlessActionable } from './vote.ts'

const FOUND_MAX = 20
type ReassignContext = Context<undefined, BodyOf<typeof review.reassign>>

/** Hands the caller's task in the step over to another examiner. */
export async function reassign(ctx: ReassignContext): Promise<true> {
  const { db, who, body } = ctx
  const { engine, request, opinion } = await begun(ctx)
  const at = { examineId: request.id, stepNo: request.stepNo, from: who.userId, to: body.userId }
  const seq = (await leaveTask(db, at)) ?? (await refuseNotAsked(db, request, who.userId))
  const name = await nameOfEligibleExaminer(engine, request, body.userId)
  return ask(engine, request, at, { act: 'reassign', name, opinion, seq, origin: 'reassign' })
}

/** Adds an examiner before the caller, who is asked again after their approval. */
export async function addSign(ctx: ReassignContext): Promise<true> {
  const { db, who, body } = ctx
  const { engine, request, opinion } = await begun(ctx)
  const at = { examineId: request.id, stepNo: request.stepNo, from: who.userId, to: body.userId }
  const { seq } = (await waitTask(db, at)) ?? (await refuseNotAsked(db, request, who.userId))
  const name = await nameOfEligibleExaminer(engine, request, body.userId)
  return ask(engine, request, at, { act: 'add', name, opinion, seq, origin: 'add' })
}

async function begun(ctx: ReassignContext): Promise<{ engine: Engine; request: Request; opinion: string }> {
  const { db, body, who } = ctx
  const opinion = body.opinion?.trim() || refuse('opinionMissing')
  const [request] = await lockRequests(db, [body.id])
  if (!request) refuse('examineMissing')
  await refuseUnlessActionable(ctx, request)
  await nameObjects(ctx, [request.id])
  const own = (await tasksOf(db, request.id)).find(task => task.stepNo === request.stepNo && task.userId === who.userId)
  if (own?.origin === 'add') refuse('addSignNested')
  return { engine: engineFor(ctx), request, opinion }
}

/** The new examiner must be able to examine this request on their own. */
async function nameOfEligibleExaminer(engine: Engine, request: Request, userId: string): Promise<string> {
  const able = await ableToSignInAmong(engine.db, [userId])
  const [named] = await namesOfUsers(engine.db, able)
  if (!named) refuse('userMissing')
  if ((await eligibleAmong(engine, request, able)).length === 0) refuse('handUnfit', { name: named.name })
  return named.name
}

interface Ask extends Pick<Task, 'seq' | 'origin'> {
  act: 'reassign' | 'add'
  name: string
  opinion: string
}
async function ask(
  engine: Engine,
  request: Request,
  at: Parameters<typeof askOne>[1],
  { act, name, opinion, ...task }: Ask,
): Promise<true> {
  if (!(await askOne(engine.db, at, task))) refuse('handAsked', { name })
  const step = request.steps[request.stepNo]
  const { by } = engine
  await writeLog(engine.db, request.id, { step, userId: by?.userId, userName: by?.name, act, opinion: reviewText.to(name, opinion) })
  addNotice(engine, request, 'todo', [at.to])
  await sendNotices(engine)
  return true
}

/** Notifies the asked examiners again, at most once an hour. */
export async function remind(ctx: Context<undefined, BodyOf<typeof review.remind>>): Promise<true> {
  const { db, body, who } = ctx
  const [request] = await lockRequests(db, [body.id])
  if (!request) refuse('examineMissing')
  if (request.applyUserId !== who.userId) refuse((await isListedFor(db, who, request)) ? 'remindForeign' : 'examineMissing')
  if (request.status !== 0) refuse('examineOver')
  if (await isRemindedLately(db, request.id, who.userId)) refuse('remindTooSoon')
  await nameObjects(ctx, [request.id])
  const engine = engineFor(ctx)
  const step = request.steps[request.stepNo]
  await writeLog(db, request.id, { step, userId: who.userId, userName: who.realName, act: 'remind' })
  addNotice(engine, request, 'remind', await openUsers(db, request.id, request.stepNo))
  await sendNotices(engine)
  return true
}

/** The examiners who may act upon the request; without a request, for choosing a deputy, all examiners. */
export async function candidatesFor(ctx: Context<QueryOf<typeof review.candidates>, undefined>): Promise<Candidate[]> {
  const { db, query, who } = ctx
  const found = (await examinersFound(db, query.search)).filter(({ id }) => id !== who.userId)
  const fit = new Set(query.id === undefined ? await mayExamine(ctx, found) : await eligibleExaminers(ctx, query.id, found))
  const from = offsetOf({ current: query.current, size: FOUND_MAX })
  return found.filter(({ id }) => fit.has(id)).slice(from, from + FOUND_MAX)
}

async function eligibleExaminers(
  ctx: Context<QueryOf<typeof review.candidates>, undefined>,
  id: string,
  found: Candidate[],
): Promise<string[]> {
  const { db } = ctx
  const [request] = await lockRequests(db, [id])
  if (!request) refuse('examineMissing')
  await refuseUnlessActionable(ctx, request)
  const examiners = new Set(
    (await tasksOf(db, id)).flatMap(task => (task.stepNo === request.stepNo && task.state !== 'void' ? [task.userId] : [])),
  )
  const free = found.filter(one => !examiners.has(one.id)).map(one => one.id) // prettier-ignore
  return eligibleAmong(engineFor(ctx), request, free)
}

async function mayExamine(ctx: Context<QueryOf<typeof review.candidates>, undefined>, found: Candidate[]): Promise<string[]> {
  const engine = engineFor(ctx)
  const kinds = ctx.query.objectType ? [ctx.query.objectType] : objectTypes
  const able: string[] = []
  for (const { id } of found) {
    const rights = await engine.rightsOf(id)
    if (kinds.some(kind => rights.scopeOf(examinerPermit[kind]))) able.push(id)
  }
  return able
}
