import { inTransaction, SYSTEM, type Db } from '../../../platform/database/db.ts'
import type { PeriodicJob } from '../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { reviewText } from '@hufu/contract/governance/review'
import { candidatesOf, fitAmong } from './candidates.ts'
import { engineOf, type Engine } from './engine.ts'
import { lockPending, writeLog, type Request, type Step, type Waiting } from './request.sql.ts'
import { askFallback, nobodyThere, rejectRequest, settle, verdictOf } from './steps.ts'
import { deputiesOf } from './deputy.sql.ts'
import { noteReminder } from './recheck.sql.ts'
import { fitDeputies } from './deputy.ts'
import { noteProblem, tried } from './tried.ts'
import { sendNotices, tell } from './notice.ts'
import { addDeputies, addTasks, openUsers, reopenTasks, tasksOf, voidTasks } from './task.sql.ts'
import { ableAmong, namesOfUsers } from './candidate.sql.ts'

const AT_A_TIME = 100

/** Every minute: who is asked and may act no more, who may act now, and what time is up. */
export const reviewClock = (kernel: Kernel): PeriodicJob => ({
  name: 'reviews',
  period: { every: 'minute' },
  run: () => recheckAll(kernel),
})

export async function recheckAll(kernel: Kernel): Promise<void> {
  await kernel.config.catchUp()
  for (let after = ''; ;) {
    const seen = await inTransaction(kernel.db, SYSTEM, db => recheckSome(db, kernel, after))
    if (seen === undefined) return
    after = seen
  }
}

async function recheckSome(db: Db, kernel: Kernel, after: string): Promise<string | undefined> {
  const requests = await lockPending(db, after, AT_A_TIME)
  const engine = engineOf(db, kernel, null, SYSTEM)
  const usual = usualOf(engine)
  for (const request of requests) {
    if (await isAsUsual(usual, request)) continue
    const told = engine.notices.length
    const refused = await tried(db, () => recheck(engine, request))
    if (!refused) continue
    engine.notices.length = told
    await noteProblem(engine, request, refused)
  }
  await sendNotices(engine)
  return requests.at(-1)?.id
}

type Usual = (request: Request, step: Step) => Promise<{ ids: readonly string[]; hasDeputies: boolean }>

/** Whom a step asks where the request itself excludes nobody: found once for all that wait at the same step. */
function usualOf(engine: Engine): Usual {
  const found = new Map<string, ReturnType<Usual>>()
  const find: Usual = async ({ objectType, orgId }, step) => {
    const ids = await candidatesOf(engine, { objectType, orgId, objectId: null, applyUserId: '' }, step)
    return { ids, hasDeputies: (await deputiesOf(engine.db, objectType, ids)).length > 0 }
  }
  return (request, step) => {
    const { no: _no, nodeId: _id, name: _name, ...rule } = step
    const key = JSON.stringify([request.objectType, request.orgId, rule])
    const known = found.get(key) ?? find(request, step)
    found.set(key, known)
    return known
  }
}

/** Most requests ask just those whom their step names, and no time is up: nothing more is read of them. */
async function isAsUsual(usual: Usual, request: Waiting): Promise<boolean> {
  const step = request.steps[request.stepNo]
  const { asked, isOverdue, isRanked, applyUserId, objectId } = request
  if (!step || step.approverType === 'orgAdmin' || isOverdue || isRanked || asked.length === 0 || asked.some(one => !one.isPlain))
    return false
  const { ids, hasDeputies } = await usual(request, step)
  const named = new Set(ids.filter(id => id !== applyUserId && id !== objectId))
  // Whoever has voted is named and asked no more; such requests are looked at whole.
  return !hasDeputies && named.symmetricDifference(new Set(asked.map(one => one.userId))).size === 0
}

async function recheck(engine: Engine, request: Waiting): Promise<void> {
  const step = request.steps[request.stepNo]
  if (!step) return
  const isChanged = await renewTasks(engine, request, step)
  if (isChanged && verdictOf(step, await tasksOf(engine.db, request.id)) !== 'open') return settle(engine, request, step)
  if (request.isOverdue) await atDeadline(engine, request, step)
}

/** True where somebody left or came. */
async function renewTasks(engine: Engine, request: Request, step: Step): Promise<boolean> {
  const { db } = engine
  const tasks = (await tasksOf(db, request.id)).filter(task => task.stepNo === step.no)
  const asked = tasks.filter(task => task.state === 'open' || task.state === 'waiting')
  const named = await candidatesOf(engine, request, step)
  // Those the step itself does not name stay as long as they may act.
  const others = asked.filter(task => task.origin !== 'step').map(task => task.userId)
  const fit = [...named, ...(await fitAmong(engine, request, await ableAmong(db, others)))]
  const deputies = await fitDeputies(engine, request, fit)
  const stillFit = new Set([...fit, ...deputies.map(({ deputyId }) => deputyId)])
  const unfit = new Set(asked.filter(task => !stillFit.has(task.userId)).map(task => task.userId))
  // With whoever added somebody goes whom they added.
  const gone = asked.filter(task => unfit.has(task.userId) || (task.addedBy !== null && unfit.has(task.addedBy))).map(task => task.userId)
  const came = named.filter(id => !tasks.some(task => task.userId === id && task.state !== 'void'))
  if (gone.length > 0) {
    await voidTasks(db, request.id, step.no, gone)
    const waiting = asked.filter(task => gone.includes(task.userId)).flatMap(task => task.addedBy ?? [])
    await reopenTasks(db, request.id, step.no, waiting)
    for (const { id, name } of await namesOfUsers(db, gone))
      await writeLog(db, request.id, { step, userId: id, userName: name, act: 'void' })
  }
  await addTasks(db, request.id, { stepNo: step.no, userIds: came, origin: 'step', oneByOne: step.mode === 'sequence', from: tasks.length })
  await addDeputies(db, { examineId: request.id, stepNo: step.no }, deputies)
  tell(engine, request, 'todo', step.mode === 'sequence' ? [] : came)
  const left = asked.filter(task => task.origin !== 'add' && !gone.includes(task.userId)).length + came.length
  const hasVotes = tasks.some(task => task.vote !== null)
  if (left === 0 && !hasVotes) await nobodyThere(engine, request, step)
  return gone.length > 0 && left + Number(hasVotes) > 0
}

const REMINDERS_MAX = 3

async function atDeadline(engine: Engine, request: Request, step: Step): Promise<void> {
  const { db } = engine
  if (step.onDeadline === 'reject') return rejectRequest(engine, request, step, reviewText.deadlineReject)
  const isFirst = request.reminded === 0
  await noteReminder(db, request.id)
  if (step.onDeadline === 'escalate' && isFirst) return askFallback(engine, request, step, 'escalate')
  if (step.onDeadline !== 'remind' || request.reminded >= REMINDERS_MAX) return
  await writeLog(db, request.id, { step, act: 'remind' })
  tell(engine, request, 'remind', await openUsers(db, request.id, step.no))
}
