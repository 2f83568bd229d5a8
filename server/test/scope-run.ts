import type { AnyCall } from '@hufu/contract/call'
import { sql } from 'kysely'
import { acts, type Act, type ActTargets, type ActorScope, type Target } from './scope-acts.ts'
import { startTestServer, type Answered, type TestServer } from './harness.ts'
import type { Change, Grant, Job, Org, Person, Reaches, Reference } from './scope-reference.ts'
import { changesSince, readReference, type World } from './scope-world.ts'

/** One random operation: actor, act and targets, all as numbers. */
export interface Operation {
  act: number
  who: number
  /** For each target, whether it is chosen within the actor's scope. */
  near: boolean[]
  at: number[]
  n: number
  flag: boolean
}
const targets: readonly Target[] = ['org', 'to', 'person', 'other', 'goneOrg', 'gonePerson', 'grant', 'task', 'file']
const UNKNOWN = 'nobody0000'
const KEPT_MS = 1000
const isSuccess = (answer: Answered) => answer.status === 200 && ['success', '0', ''].includes(answer.envelope.code)
const textOf = ({ status, envelope, bytes }: Answered) =>
  envelope.code === '' ? `${status} ${bytes.length} bytes` : JSON.stringify([status, envelope])

/** What happened, for reading a counterexample and for checking that enough was tried. */
export interface RunReport {
  operations: number
  foreign: number
  succeeded: Set<string>
}

/** Runs the operations on a fresh copy of the world; returns the first problem. */
export async function runOperations(
  world: World,
  operations: readonly Operation[],
  report: RunReport,
  lines: string[],
): Promise<string | undefined> {
  const server = await startTestServer({ like: world.database, jobs: true })
  try {
    const run = await Run.open(server, world)
    for (const operation of operations) {
      report.operations++
      const problem = await run.step(operation, report, lines).catch((error: unknown) => `breaks: ${String((error as Error).stack)}`)
      if (problem !== undefined) return problem
    }
    return undefined
  } finally {
    await server.close()
  }
}

class Run {
  readonly #server: TestServer
  readonly #world: World
  readonly #reference: Reference
  #upTo: number
  readonly #thrownOut = new Set<string>()
  readonly #things: { task: OwnedObject[]; file: OwnedObject[] } = { task: [], file: [] }

  private constructor(server: TestServer, world: World, { reference, upTo }: { reference: Reference; upTo: number }) {
    this.#server = server
    this.#world = world
    this.#reference = reference
    this.#upTo = upTo
  }
  static open = async (server: TestServer, world: World) => new Run(server, world, await readReference(server.kernel))

  async step(operation: Operation, report: RunReport, lines: string[]): Promise<string | undefined> {
    const reference = this.#reference
    const one = acts[operation.act % acts.length]!
    const { userId: actorId, token } = this.#world.admins[operation.who % this.#world.admins.length]!
    const grants = reference.grantsOf(actorId, one.call)
    const reaches: Reaches = orgId => typeof orgId === 'string' && grants.some(grant => reference.covers(grant, orgId))
    const actorScope: ActorScope = { reference, reaches, people: reference.people(job => reaches(job.org_id)), actorId }
    const grant = grants[operation.n % grants.length]
    const aim = this.#aim(operation, one, actorScope, grant ? reference.nodes(grant) : new Set())
    const subject = this.#server.withToken(token)
    const name = `${one.call.path} ${one.name}`
    const isAbove = (one.upon ?? []).some(target => reference.standsAbove(aim[target], actorId))

    const answer = await subject.send(one.call, await one.input(aim, reference))
    lines.push(this.#line(actorId, grants, name, one, aim, answer))
    const foreign = one.targets.filter(target => !isVisible(target, aim[target], actorScope, this.#things))
    const twin = foreign.length > 0 && !one.isTask && !one.isNamed ? await this.#twin(one, aim, foreign, token) : undefined
    const followed =
      one.isTask && isSuccess(answer) ? await one.follow?.(answer.envelope.data as never, actorScope, aim, subject) : undefined
    const { changes, upTo } = await changesSince(this.#server.kernel.db, this.#upTo)
    this.#upTo = upTo
    const mayAsk = typeof one.call.permit !== 'object' || grants.length > 0
    const problem =
      followed ??
      (this.#thrownOut.has(actorId)
        ? expected('6', answer)
        : mayAsk
          ? answerProblem({ one, actorScope, aim, answer, twin, foreign, isAbove })
          : expected('4403', answer)) ??
      changes.map(change => changeProblem(change, one, actorScope)).find(found => found !== undefined)
    if (isSuccess(answer)) report.succeeded.add(one.name)
    if (foreign.length > 0) report.foreign++
    if (isSuccess(answer) && one.isTask) await this.#remember(actorId, answer.envelope.data as string)
    return (await this.#settle(changes)) ?? problem
  }

  #aim({ near, at, n, flag }: Operation, one: Act, actorScope: ActorScope, held: ReadonlySet<string>): ActTargets {
    const picked = targets.map((target, t): [Target, string] => {
      const all = idsOf(target, actorScope, this.#things)
      const inReach = near[t] ? all.filter(id => isVisible(target, id, actorScope, this.#things)) : []
      const pool = inReach.length > 0 ? inReach : all
      return [target, pool[at[t]! % pool.length] ?? UNKNOWN]
    })
    const aim = { ...(Object.fromEntries(picked) as Record<Target, string>), n, flag, held }
    return one.aim?.(aim, actorScope.reference) ?? aim
  }

  /** The same request with ids that do not exist (D-75). */
  async #twin(one: Act, aim: ActTargets, foreign: readonly Target[], token: string): Promise<Answered> {
    const elsewhere = { ...aim, ...Object.fromEntries(foreign.map(target => [target, `${UNKNOWN}-${target}`])) }
    return this.#server.withToken(token).send(one.call as AnyCall, await one.input(elsewhere, this.#reference))
  }

  async #remember(owner: string, taskId: string): Promise<void> {
    this.#things.task.push({ id: taskId, owner })
    const { rows } = await sql<{ id: string }>`select id from file where owner_id = ${owner}`.execute(this.#server.kernel.db)
    this.#things.file = [...this.#things.file.filter(thing => thing.owner !== owner), ...rows.map(({ id }) => ({ id, owner }))]
  }

  /** Updates the reference, and compares all delegations if some may have changed. */
  async #settle(changes: readonly Change[]): Promise<string | undefined> {
    const reference = this.#reference
    const live = () => [...reference.grade_admin.values()].filter(grant => reference.isLive(grant)).map(grant => grant.id)
    const before = live().join()
    for (const change of changes) {
      reference.apply(change)
      const after = change.after as Person | null
      if (change.table_name === 'users' && after && (after.status === 0 || after.deleted_at)) this.#thrownOut.add(after.id)
    }
    if (!changes.some(change => change.table_name.startsWith('grade') || change.table_name === 'org')) return undefined
    const { rows } = await sql<{ id: string }>`select live_grades(array(select id from grade_admin)) as id`.execute(this.#server.kernel.db)
    const now = live()
    if (rows.map(row => row.id).sort().join() !== now.sort().join()) return 'leaves grants live that rest, or resting that live' // prettier-ignore
    const beyond = [...reference.grade_admin.values()].find(grant => reference.beyondSource(grant).length > 0)
    if (beyond) return `leaves ${beyond.id} with more than it was handed on from: ${reference.beyondSource(beyond).join(', ')}`
    // Delegations are suspended and resumed without a row being written; that takes effect within a second (docs/decisions/rights.md, 0014).
    if (before !== now.join() && changes.every(change => change.table_name === 'org')) this.#server.letPass(KEPT_MS)
    return undefined
  }

  #line(actorId: string, grants: readonly Grant[], name: string, one: Act, aim: ActTargets, answer: Answered): string {
    const heldGrants = grants.map(grant => `${grant.org_id}${grant.has_include_child ? '↓' : ''}`).join(' ')
    const at = one.targets.map(target => `${target} ${aim[target]}`).join(', ')
    return `${actorId} (${heldGrants}): ${name} [${at}] n ${aim.n} ${aim.flag} → ${textOf(answer).slice(0, 160)}`
  }
}

interface OwnedObject {
  id: string
  owner: string
}

function idsOf(target: Target, { reference, actorId }: ActorScope, things: Record<'task' | 'file', OwnedObject[]>): string[] {
  const ids = <T extends { id: string }>(rows: Iterable<T>, isWanted: (row: T) => boolean) => [...rows].filter(isWanted).map(row => row.id)
  if (target === 'org' || target === 'to') return ids(reference.org.values(), org => org.deleted_at === null)
  if (target === 'goneOrg') return ids(reference.org.values(), org => org.deleted_at !== null)
  if (target === 'person' || target === 'other') return ids(reference.users.values(), person => person.deleted_at === null)
  if (target === 'gonePerson') return ids(reference.users.values(), person => person.deleted_at !== null)
  if (target === 'grant') return ids(reference.grade_admin.values(), () => true)
  return things[target].filter(thing => thing.owner !== actorId).map(thing => thing.id)
}

function isVisible(
  target: Target,
  id: string,
  { reference, reaches, people, actorId }: ActorScope,
  things: Record<'task' | 'file', OwnedObject[]>,
): boolean {
  if (target === 'org' || target === 'to') return reference.org.get(id)?.deleted_at === null && reaches(id)
  if (target === 'goneOrg') return reference.org.get(id)?.deleted_at != null && reaches(id)
  if (target === 'person' || target === 'other') return people.has(id)
  if (target === 'gonePerson') return reaches(reference.formerOrg(reference.users.get(id)))
  if (target === 'grant') return reaches(reference.grade_admin.get(id)?.org_id)
  return things[target].some(thing => thing.id === id && thing.owner === actorId)
}

const expected = (code: string, answer: Answered) => (answer.envelope.code === code ? undefined : `should be refused with ${code}`)

interface CheckedAct {
  one: Act
  actorScope: ActorScope
  aim: ActTargets
  answer: Answered
  twin: Answered | undefined
  foreign: readonly Target[]
  isAbove: boolean
}

function answerProblem({ one, actorScope, aim, answer, twin, foreign, isAbove }: CheckedAct): string | undefined {
  if (answer.status >= 500) return 'is a defect'
  if (twin && textOf(twin) !== textOf(answer)) return `tells what is out of reach from what is not there: ${textOf(twin)}`
  if (!isSuccess(answer)) return undefined
  if (foreign.length > 0 && !one.isFilter && !one.isTask) return `succeeds though ${foreign.join(' and ')} is out of reach`
  if (isAbove) return 'acts upon somebody who stands above them'
  return one.isTask ? undefined : one.problem?.(answer.envelope.data as never, actorScope, aim)
}

/** What is wrong with a written row: it, or the place it was moved to, is out of scope. */
function changeProblem({ table_name, before, after }: Change, one: Act, actorScope: ActorScope): string | undefined {
  const { reference, reaches, actorId } = actorScope
  if (table_name === 'org') {
    const [was, is] = [before as Org | null, after as Org | null]
    if (was && !reaches(was.id)) return 'an organisation'
    if (is && is.parent_id !== was?.parent_id && !reaches(is.parent_id)) return 'where an organisation goes'
    const below =
      was && is && was.parent_id !== is.parent_id ? [...reference.org.values()].filter(each => reference.isBelow(each.id, was.id)) : []
    return below.some(each => !reaches(each.id)) ? 'what lies below an organisation that moves' : undefined
  }
  if (table_name === 'job' && !one.isWhole)
    return [before, after].every(row => row === null || reaches((row as Job).org_id)) ? undefined : 'a job'
  // As before the call, because a restored user is written twice in it.
  const person = table_name === 'users' && before !== null ? reference.users.get(before.id) : undefined
  if (table_name === 'users') return person === undefined || seen(person, actorScope) ? undefined : 'a person'
  if (table_name !== 'grade_admin') return undefined
  const grant = (before ?? after) as Grant
  if (grant.user_id === actorId) return 'their own grant'
  if (one.isWhole) return undefined
  const source = grant.source_id === null ? undefined : reference.grade_admin.get(grant.source_id)
  if (before === null)
    return source?.user_id === actorId && source.has_hand_on === 1 && reaches(grant.org_id) ? undefined : 'a grant of nobody’s'
  return comesFrom(grant, actorId, reference) ? undefined : 'a grant that does not come from them'
}

const seen = (person: Person, { reference, reaches, people }: ActorScope) =>
  person.deleted_at ? reaches(reference.formerOrg(person)) : people.has(person.id)

function comesFrom(grant: Grant, actorId: string, reference: Reference): boolean {
  for (let at: Grant | undefined = grant; at; at = reference.grade_admin.get(at.source_id ?? ''))
    if (at.user_id === actorId && at !== grant) return true
  return false
}
