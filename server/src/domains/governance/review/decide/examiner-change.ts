import { candidatesOf } from './candidates.ts'
import { deputiesOf } from './deputy.sql.ts'
import type { Engine } from './engine.ts'
import { addNotice } from '../notice.ts'
import { insertTasksOf, voidTasksOf } from '../change/recheck.sql.ts'
import type { Request, Step, Waiting } from '../change/request.sql.ts'

/** Examiners to remove from and add to the present step of a request. */
export interface ExaminerChange {
  request: Request
  step: Step
  gone: readonly string[]
  came: readonly string[]
}

type FindNamed = (request: Request, step: Step) => Promise<{ ids: readonly string[]; hasDeputies: boolean }>

/** The users a step asks, before a request excludes any; computed once for all requests at the same step. */
function namedBy(engine: Engine): FindNamed {
  const found = new Map<string, ReturnType<FindNamed>>()
  const find: FindNamed = async ({ objectType, orgId }, step) => {
    const ids = await candidatesOf(engine, { objectType, orgId, objectId: null, applyUserId: '' }, step)
    return { ids, hasDeputies: (await deputiesOf(engine.db, objectType, ids)).length > 0 }
  }
  return (request, step) => {
    const { no: _no, nodeId: _id, name: _name, ...rule } = step
    const key = JSON.stringify([request.objectType, request.orgId, rule])
    const cached = found.get(key) ?? find(request, step)
    found.set(key, cached)
    return cached
  }
}

/**
 * The new examiners of a simple request, so that ten thousand such requests take few statements. Simple means: no votes, deadline
 * not passed, examiners named by the step itself, at least one remains. Undefined if the request needs a full recheck.
 */
export function examinerChangeFinder(engine: Engine): (request: Waiting) => Promise<ExaminerChange | undefined> {
  const named = namedBy(engine)
  return async request => {
    const { asked, isOverdue, isRanked, hasVotes, applyUserId, objectId } = request
    const step = request.steps[request.stepNo]
    if (!step || step.approverType === 'orgAdmin' || isOverdue || isRanked || hasVotes || asked.some(one => !one.isPlain)) return undefined
    const { ids, hasDeputies } = await named(request, step)
    const now = ids.filter(id => id !== applyUserId && id !== objectId)
    if (hasDeputies || now.length === 0) return undefined
    const before = new Set(asked.map(one => one.userId))
    const gone = [...before.difference(new Set(now))]
    const came = now.filter(id => !before.has(id))
    // In sequential steps, another list of examiners may change which of them is asked now.
    if (step.mode === 'sequence' && gone.length + came.length > 0) return undefined
    return { request, step, gone, came }
  }
}

export async function changeExaminers(engine: Engine, shifts: readonly ExaminerChange[]): Promise<void> {
  const places = (of: 'gone' | 'came') =>
    shifts.flatMap(({ request, step, [of]: ids }) =>
      ids.map(userId => ({ examineId: request.id, stepNo: step.no, node: step.name, userId })),
    )
  await voidTasksOf(engine.db, places('gone'))
  await insertTasksOf(engine.db, places('came'))
  for (const { request, came } of shifts) addNotice(engine, request, 'todo', came)
}
