import { inTransaction, SYSTEM, type Db } from '../../../../platform/database/db.ts'
import { unlessRefused } from '../../../../platform/database/savepoint.ts'
import type { PeriodicJob } from '../../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { reviewText } from '@hufu/contract/governance/review'
import { candidatesOf, eligibleAmong } from '../decide/candidates.ts'
import { engineOf, type Engine } from '../decide/engine.ts'
import { lockWaiting, waitingAfter, writeLog, type Request, type Step, type Waiting } from './request.sql.ts'
import { askFallback, handleNoApprovers, rejectRequest, settle, verdictOf } from '../decide/steps.ts'
import { noteReminder } from './recheck.sql.ts'
import { eligibleDeputies } from '../decide/deputy.ts'
import { changeExaminers, examinerChangeFinder, type ExaminerChange } from '../decide/examiner-change.ts'
import { noteProblem } from '../note-problem.ts'
import { sendNotices, addNotice } from '../notice.ts'
import { addDeputies, addTasks, openUsers, reopenTasks, tasksOf, voidTasks } from '../decide/task.sql.ts'
import { ableToSignInAmong, namesOfUsers } from '../decide/candidate.sql.ts'

const READ_AT_ONCE = 1000
/** How many requests one transaction locks: more of those whose examiners only change, as few statements handle them together. */
const SHIFTED_AT_ONCE = 500
const FULL_RECHECKS_AT_ONCE = 100

/** Every minute removes examiners who may no longer act, adds those who now may, and handles deadlines. */
export const reviewClock = (kernel: Kernel): PeriodicJob => ({
  name: 'reviews',
  period: { every: 'minute' },
  run: () => recheckAll(kernel),
})

export async function recheckAll(kernel: Kernel): Promise<void> {
  await kernel.config.catchUp()
  let after = ''
  for (;;) {
    const { last, shifted, whole } = await inTransaction(kernel.db, SYSTEM, db => sortRequests(db, kernel, after))
    for (const ids of [...batches(shifted, SHIFTED_AT_ONCE), ...batches(whole, FULL_RECHECKS_AT_ONCE)])
      await inTransaction(kernel.db, SYSTEM, db => recheckSome(db, kernel, ids))
    if (last === undefined) return
    after = last
  }
}

const batches = (ids: readonly string[], size: number) =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => ids.slice(n * size, (n + 1) * size))

interface SortedRequests {
  last: string | undefined
  shifted: string[]
  whole: string[]
}

/** Finds the requests that need a change; the others, most of them, are not locked. */
async function sortRequests(db: Db, kernel: Kernel, after: string): Promise<SortedRequests> {
  const requests = await waitingAfter(db, after, READ_AT_ONCE)
  const shiftOf = examinerChangeFinder(engineOf(db, kernel, null, SYSTEM))
  const sorted: SortedRequests = { last: requests.at(-1)?.id, shifted: [], whole: [] }
  for (const request of requests) {
    const shift = await shiftOf(request)
    if (!shift) sorted.whole.push(request.id)
    else if (shift.gone.length + shift.came.length > 0) sorted.shifted.push(request.id)
  }
  return sorted
}

async function recheckSome(db: Db, kernel: Kernel, ids: readonly string[]): Promise<void> {
  const requests = await lockWaiting(db, ids)
  const engine = engineOf(db, kernel, null, SYSTEM)
  const shiftOf = examinerChangeFinder(engine)
  const shifts: ExaminerChange[] = []
  for (const request of requests) {
    const shift = await shiftOf(request)
    if (shift) {
      shifts.push(shift)
      continue
    }
    const noticesBefore = engine.notices.length
    const refused = await unlessRefused(db, () => recheck(engine, request))
    if (!refused) continue
    engine.notices.length = noticesBefore
    await noteProblem(engine, request, refused)
  }
  await changeExaminers(engine, shifts)
  await sendNotices(engine)
}

/** Handles a request that needs more than another list of examiners. */
async function recheck(engine: Engine, request: Waiting): Promise<void> {
  const step = request.steps[request.stepNo]
  if (!step) return
  const isChanged = await renewTasks(engine, request, step)
  if (isChanged && verdictOf(step, await tasksOf(engine.db, request.id)) !== 'open') return settle(engine, request, step)
  if (request.isOverdue) await handleDeadline(engine, request, step)
}

/** Removes and adds examiners of the step. Returns whether its verdict must be taken again, because an examiner was removed. */
async function renewTasks(engine: Engine, request: Request, step: Step): Promise<boolean> {
  const { db } = engine
  const tasks = (await tasksOf(db, request.id)).filter(task => task.stepNo === step.no)
  const openTasks = tasks.filter(task => task.state === 'open' || task.state === 'waiting')
  const named = await candidatesOf(engine, request, step)
  // Examiners who were asked in another way than by the step itself stay as long as they may act.
  const others = openTasks.filter(task => task.origin !== 'step').map(task => task.userId)
  const fit = [...named, ...(await eligibleAmong(engine, request, await ableToSignInAmong(db, others)))]
  const deputies = await eligibleDeputies(engine, request, fit)
  const stillFit = new Set([...fit, ...deputies.map(({ deputyId }) => deputyId)])
  const unfit = new Set(openTasks.filter(task => !stillFit.has(task.userId)).map(task => task.userId))
  // Examiners are removed together with the examiner who added them.
  const gone = openTasks
    .filter(task => unfit.has(task.userId) || (task.addedBy !== null && unfit.has(task.addedBy)))
    .map(task => task.userId)
  const came = named.filter(id => !tasks.some(task => task.userId === id && task.state !== 'void'))
  if (gone.length > 0) {
    await voidTasks(db, request.id, step.no, gone)
    const waiting = openTasks.filter(task => gone.includes(task.userId)).flatMap(task => task.addedBy ?? [])
    await reopenTasks(db, request.id, step.no, waiting)
    for (const { id, name } of await namesOfUsers(db, gone))
      await writeLog(db, request.id, { step, userId: id, userName: name, act: 'void' })
  }
  await addTasks(db, request.id, { stepNo: step.no, userIds: came, origin: 'step', oneByOne: step.mode === 'sequence', from: tasks.length })
  await addDeputies(db, { examineId: request.id, stepNo: step.no }, deputies)
  addNotice(engine, request, 'todo', step.mode === 'sequence' ? [] : came)
  const left = openTasks.filter(task => task.origin !== 'add' && !gone.includes(task.userId)).length + came.length
  const hasVotes = tasks.some(task => task.vote !== null)
  if (left === 0 && !hasVotes) await handleNoApprovers(engine, request, step)
  return gone.length > 0 && left + Number(hasVotes) > 0
}

const REMINDERS_MAX = 3

async function handleDeadline(engine: Engine, request: Request, step: Step): Promise<void> {
  const { db } = engine
  if (step.onDeadline === 'reject') return rejectRequest(engine, request, step, reviewText.deadlineReject)
  const isFirst = request.reminded === 0
  await noteReminder(db, request.id)
  if (step.onDeadline === 'escalate' && isFirst) return askFallback(engine, request, step, 'escalate')
  if (step.onDeadline !== 'remind' || request.reminded >= REMINDERS_MAX) return
  await writeLog(db, request.id, { step, act: 'remind' })
  addNotice(engine, request, 'remind', await openUsers(db, request.id, step.no))
}
