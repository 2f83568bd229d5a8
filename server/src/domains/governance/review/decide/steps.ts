import { PASSED, REJECTED, reviewText } from '@hufu/contract/governance/review'
import { applyRequest } from '../change/apply.ts'
import { candidatesOf, fallbackOf } from './candidates.ts'
import type { Engine } from './engine.ts'
import { endRequest, setOpinion, writeLog, type Request, type Step } from '../change/request.sql.ts'
import { eligibleDeputies } from './deputy.ts'
import { addNotice } from '../notice.ts'
import { addDeputies, addTasks, closeStep, copiedUsers, openNext, openUsers, startStep, takeTask, tasksOf, type Task } from './task.sql.ts'

/** Begins step `no`, or the next one that asks somebody; after the last, carries the change out. */
export async function beginStep(engine: Engine, request: Request, no: number): Promise<void> {
  const step = request.steps[no]
  if (!step) return finish(engine, request)
  const { db } = engine
  await startStep(db, request.id, step)
  const candidates = await candidatesOf(engine, request, step)
  if (candidates.length === 0) return handleNoApprovers(engine, request, step)
  await addTasks(db, request.id, { stepNo: no, userIds: candidates, origin: 'step', oneByOne: step.mode === 'sequence' })
  await addDeputies(db, { examineId: request.id, stepNo: no }, await eligibleDeputies(engine, request, candidates))
  if (step.sameAsBefore === 'skip' && (await repeatVotes(engine, request, step, candidates))) return settle(engine, request, step)
  addNotice(engine, request, 'todo', await openUsers(db, request.id, no))
}

/** A step without approvers is never approved automatically, unless the workflow says so. */
export async function handleNoApprovers(engine: Engine, request: Request, step: Step): Promise<void> {
  const { db } = engine
  if (step.ifNobody === 'skip') {
    await writeLog(db, request.id, { step, act: 'skip', opinion: reviewText.skippedStep })
    return beginStep(engine, request, step.no + 1)
  }
  if (step.ifNobody === 'reject') return rejectRequest({ ...engine, by: null }, request, step, reviewText.noExaminerReject)
  await askFallback(engine, request, step, 'fallback')
}

export async function askFallback(engine: Engine, request: Request, step: Step, act: 'fallback' | 'escalate'): Promise<void> {
  const users = await fallbackOf(engine, request)
  await addTasks(engine.db, request.id, { stepNo: step.no, userIds: users, origin: 'fallback', oneByOne: false })
  await addDeputies(engine.db, { examineId: request.id, stepNo: step.no }, await eligibleDeputies(engine, request, users))
  await writeLog(engine.db, request.id, { step, act, opinion: act === 'fallback' ? reviewText.fallbackStep : null })
  addNotice(engine, request, 'todo', users)
}

/** Repeats the approval of candidates who approved an earlier step, so that they are not asked twice; returns whether any did. */
async function repeatVotes({ db }: Engine, request: Request, step: Step, candidates: readonly string[]): Promise<boolean> {
  const earlier = (await tasksOf(db, request.id)).filter(task => task.stepNo < step.no && task.vote === 1)
  const again = candidates.filter(id => earlier.some(task => task.userId === id))
  for (const userId of again) {
    await takeTask(db, { examineId: request.id, stepNo: step.no, userId, vote: 1 })
    await writeLog(db, request.id, { step, userId, act: 'skip' })
  }
  return again.length > 0
}

export async function rejectRequest(engine: Engine, request: Request, step: Step | undefined, opinion: string): Promise<void> {
  const { db, by } = engine
  await setOpinion(db, request.id, opinion)
  await endRequest(db, { id: request.id, status: REJECTED })
  await writeLog(db, request.id, { step, userId: by?.userId, userName: by?.name, act: 'reject', opinion })
  addNotice(engine, request, 'rejected', [request.applyUserId])
}

type Verdict = 'passed' | 'rejected' | 'open'

/** Decides a step from its votes and those who can still vote. */
export function verdictOf(step: Step, tasks: readonly Task[]): Verdict {
  // An added examiner advises the examiner who added them, and has no vote of their own.
  const votes = tasks.filter(task => task.stepNo === step.no && task.origin !== 'add')
  const passes = votes.filter(task => task.vote === 1).length
  const rejects = votes.filter(task => task.vote === 0).length
  // A deputy and the user they stand in for have one vote together.
  const open = votes.filter(task => task.state === 'open' || task.state === 'waiting')
  const left = new Set(open.map(task => task.deputyOf ?? task.userId)).size
  if (step.mode === 'ratio') {
    const needed = Math.min(step.ratio, passes + rejects + left)
    if (passes >= needed && passes > 0) return 'passed'
    return passes + left < needed ? 'rejected' : 'open'
  }
  if (rejects > 0) return 'rejected'
  if (step.mode === 'or') return passes > 0 ? 'passed' : 'open'
  return passes > 0 && left === 0 ? 'passed' : 'open'
}

/** After a vote or the removal of an examiner: ends the request, goes to the next step, or waits for further votes. */
export async function settle(engine: Engine, request: Request, step: Step): Promise<void> {
  const { db } = engine
  const verdict = verdictOf(step, await tasksOf(db, request.id))
  if (verdict === 'rejected') {
    addNotice(engine, request, 'rejected', [request.applyUserId])
    return endRequest(db, { id: request.id, status: REJECTED })
  }
  if (verdict === 'open') {
    if (step.mode !== 'sequence') return undefined
    await openNext(db, request.id, step.no)
    addNotice(engine, request, 'todo', await openUsers(db, request.id, step.no))
    return undefined
  }
  await closeStep(db, request.id, step.no)
  await beginStep(engine, request, step.no + 1)
}

/** Makes the change with the applicant's rights; if refused, the request stays as it was. */
async function finish(engine: Engine, request: Request): Promise<void> {
  const objectId = await applyRequest(engine, request)
  await endRequest(engine.db, { id: request.id, status: PASSED, objectId })
  await writeLog(engine.db, request.id, { userId: engine.by?.userId, userName: engine.by?.name, act: 'apply' })
  addNotice(engine, request, 'passed', [request.applyUserId])
  addNotice(engine, request, 'copied', await copiedUsers(engine.db, request.id))
}
