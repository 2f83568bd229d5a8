import type { FastifyBaseLogger } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { TaskProgress } from '@hufu/contract/task'
import type { Tables } from '../../../migrations/tables.ts'
import { runInBackground } from './background-work.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../database/db.ts'
import { isStatementTooSlow, refusedFrom } from '../http/errors.ts'
import { newId } from '../database/ids.ts'
import type { Jobs, QueueJob } from '../jobs/jobs.ts'
import { refuse, sentenceOf } from '../http/refuse.ts'
import { BEAT_MS, LEASE_SECONDS, RunningTask, TRIES_MAX, Withdrawn, type ClaimedTask } from './running-task.ts'
import type { Principal } from '../access/sessions.ts'
import { text } from '../text/text.ts'
import { InFlight } from './in-flight.ts'

/** The work of one task kind; continues from `cursor` after a crash. */
export interface TaskKind<Payload, Cursor> {
  kind: string
  run: (task: RunningTask<Payload, Cursor>) => Promise<{ message: string; fileId?: string | null }>
  /** Closes what the task kept open, in the transaction that gives it up after its runs broke off too often. */
  giveUp?: (db: Db, payload: Payload, message: string) => Promise<void>
}

const KEPT_HOURS = 24
const STOP_MS = 4000
/** How long a task waits after an outage of the database before it is taken up again. */
const AGAIN_SECONDS = 2
const TASK_JOB = 'task'

/** Long work with progress and cancel. async_task is the queue as well. */
export class Tasks {
  readonly #db: Kysely<Tables>
  readonly #jobs: Jobs
  readonly #config: Config
  readonly #log: FastifyBaseLogger
  readonly #kinds = new Map<string, TaskKind<never, never>>()
  /** The tasks this node is running. */
  readonly running = new InFlight()
  #onEnd: (db: Db, taskId: string) => Promise<void> = async () => undefined
  #stopping = false
  #stopped: Promise<void> | undefined

  constructor(db: Kysely<Tables>, jobs: Jobs, config: Config, log: FastifyBaseLogger) {
    this.#db = db
    this.#jobs = jobs
    this.#config = config
    this.#log = log
  }

  define<Payload, Cursor>(kind: TaskKind<Payload, Cursor>): void {
    this.#kinds.set(kind.kind, kind)
  }

  /** Sets what runs in the transaction that ends a task. */
  onEnd(tell: (db: Db, taskId: string) => Promise<void>): void {
    this.#onEnd = tell
  }

  readonly job: QueueJob = { name: TASK_JOB, atOnce: 2, run: () => this.takeUp() }

  /** Runs the given task, or one that is waiting or was left behind by a dead node; false if there is none. */
  async takeUp(id?: string): Promise<boolean> {
    if (this.#stopping) return false
    await this.#giveUp()
    const row = await this.#claim(id)
    if (row) await this.running.keep(this.#carryOut(row))
    return row !== undefined
  }

  /**
   * Frees interrupted tasks at once. Only for a node that is the only one, before it starts: no other node can hold their lease.
   */
  async freeInterrupted(): Promise<void> {
    await sql`update async_task set lease_until = now() - interval '1 second' where status in ('WAIT', 'RUNNING')`.execute(this.#db)
  }

  /**
   * Starts a task in the caller's transaction and returns its id. `uuid` is chosen by the caller (D-49): repeating it returns the
   * same task, and somebody else's id is refused.
   */
  async start(db: Db, who: Pick<Principal, 'userId'>, kind: string, payload: unknown, uuid?: string): Promise<string> {
    const id = uuid ?? newId()
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('asyncTask')
      .values({ id, kind, ownerId: who.userId, payload: JSON.stringify(payload) })
      .onConflict(conflict => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) {
      const there = await db.selectFrom('asyncTask').select('ownerId').where('id', '=', id).executeTakeFirst()
      return there?.ownerId === who.userId ? id : refuse('taskIdTaken')
    }
    return id
  }

  wake(): void {
    this.#jobs.wake(TASK_JOB)
  }

  async #carryOut(row: ClaimedTask): Promise<void> {
    const kind = this.#kinds.get(row.kind)!
    const beat = setInterval(() => runInBackground(this.#log, 'lease of a task', this.#beat(row)), BEAT_MS)
    const task = new RunningTask(row, this.#db, () => this.#stopping)
    try {
      await this.#config.catchUp()
      const end = await kind.run(task as never)
      await this.#end(row, 'FINISH', end.message, end.fileId ?? null)
    } catch (error) {
      if (task.mayRunAgain(error)) await this.#interrupted(row, error)
      else await this.#failed(row, error)
    } finally {
      clearInterval(beat)
    }
  }

  /**
   * Gives up tasks whose runs broke off too often, so that a task which crashes its node does not crash one node after the other.
   * An orderly stop does not count as a try.
   */
  async #giveUp(): Promise<void> {
    const { rows } = await sql<Pick<ClaimedTask, 'id' | 'attempt' | 'kind' | 'payload'>>`select id, attempt, kind, payload from async_task
      where kind = any (${[...this.#kinds.keys()]}) and status = 'RUNNING' and lease_until < now() and tries >= ${sql.lit(TRIES_MAX)}`.execute(
      this.#db,
    )
    for (const row of rows) {
      const { giveUp } = this.#kinds.get(row.kind)!
      await this.#end(row, 'ERROR', text.taskGivenUp, null, db => giveUp?.(db, row.payload as never, text.taskGivenUp))
      this.#log.error({ taskId: row.id, kind: row.kind }, 'task given up after its runs broke off too often')
    }
  }

  /** A guarded update, so only one node gets the task. A node leaves kinds it does not know to nodes of another version. */
  async #claim(id: string | undefined): Promise<ClaimedTask | undefined> {
    const named = id === undefined ? sql`` : sql`id = ${id} and`
    const { rows } = await sql<ClaimedTask>`
      update async_task set status = 'RUNNING', attempt = attempt + 1, tries = tries + 1,
        lease_until = now() + ${sql.lit(LEASE_SECONDS)} * interval '1 second'
      where id = (select id from async_task where ${named} kind = any (${[...this.#kinds.keys()]})
          and (status = 'WAIT' or status = 'RUNNING' and lease_until < now())
        order by create_time limit 1 for update skip locked)
      returning id, kind, owner_id, payload, cursor, progress, attempt, tries`.execute(this.#db)
    return rows[0]
  }

  async #beat({ id, attempt }: ClaimedTask): Promise<void> {
    await sql`update async_task set lease_until = now() + ${sql.lit(LEASE_SECONDS)} * interval '1 second'
      where id = ${id} and attempt = ${attempt} and status = 'RUNNING'`.execute(this.#db)
  }

  async #failed(row: ClaimedTask, error: unknown): Promise<void> {
    const { id, attempt } = row
    if (error instanceof Withdrawn) {
      // Stopping: the next start may take it at once. Cancelled or taken over: nothing is updated.
      await sql`update async_task set lease_until = now(), tries = greatest(tries - 1, 0)
        where id = ${id} and attempt = ${attempt} and status = 'RUNNING'`.execute(this.#db)
      return
    }
    const refused = refusedFrom(error)
    const isTooSlow = isStatementTooSlow(error)
    if (!refused || isTooSlow) this.#log.error({ err: error, taskId: id }, 'task failed')
    const why = isTooSlow ? text.taskTooSlow : refused ? sentenceOf(refused.refusal, refused.detail) : text.taskFailed
    await this.#end(row, 'ERROR', why, null).catch((error: unknown) =>
      this.#log.error({ err: error, taskId: id }, 'end of a task was not written'),
    )
  }

  /**
   * A task interrupted by an outage of the database continues from its last finished batch, as after a crash. If the outage
   * lasts, nothing can be written here, and the task is taken up when its lease expires.
   */
  async #interrupted({ id, attempt }: ClaimedTask, error: unknown): Promise<void> {
    this.#log.warn({ err: error, taskId: id }, 'task interrupted by an outage')
    await sql`update async_task set lease_until = now() + ${sql.lit(AGAIN_SECONDS)} * interval '1 second'
      where id = ${id} and attempt = ${attempt} and status = 'RUNNING'`
      .execute(this.#db)
      .catch((error: unknown) => this.#log.warn({ err: error, taskId: id }, 'lease of an interrupted task was not shortened'))
  }

  async #end(
    { id, attempt }: Pick<ClaimedTask, 'id' | 'attempt'>,
    status: 'FINISH' | 'ERROR',
    message: string,
    fileId: string | null,
    alongside?: (db: Db) => Promise<void> | undefined,
  ): Promise<void> {
    await this.#db.transaction().execute(async db => {
      const { numUpdatedRows } = await db
        .updateTable('asyncTask')
        .set({
          status,
          message,
          fileId,
          finishTime: sql<string>`now()`,
          leaseUntil: null,
          ...(status === 'FINISH' && { progress: sql<number>`total` }),
        })
        .where('id', '=', id)
        .where('attempt', '=', attempt)
        .where('status', '=', 'RUNNING')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return
      await alongside?.(db)
      await this.#onEnd(db, id)
    })
  }

  async progress(db: Db, who: Principal, id: string): Promise<TaskProgress> {
    const row = await this.#own(db, who, id)
    const { stage, status, progress, total, message, fileId } = row
    const percentage = status === 'FINISH' ? 100 : total === 0 ? 0 : Math.min(99, Math.floor((progress * 100) / total))
    return { taskId: id, stage, status, progress, total, message, percentage, fileId }
  }

  /**
   * True if the task was waiting or running; items already done stay done. One guarded update, so cancel and finish cannot both
   * win.
   */
  async cancel(db: Db, who: Principal, id: string): Promise<boolean> {
    await this.#own(db, who, id)
    const { numUpdatedRows } = await db
      .updateTable('asyncTask')
      .set({ status: 'CANCEL', finishTime: sql<string>`now()`, leaseUntil: null })
      .where('id', '=', id)
      .where('status', 'in', ['WAIT', 'RUNNING'])
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async #own(db: Db, who: Principal, id: string) {
    const row = await db
      .selectFrom('asyncTask')
      .selectAll()
      .where('id', '=', id)
      .where('createTime', '>', sql<string>`now() - ${sql.lit(KEPT_HOURS)} * interval '1 hour'`)
      .executeTakeFirst()
    if (!row) refuse('taskMissing')
    if (row.ownerId !== who.userId && !who.rights.isAdmin) refuse('forbidden')
    return row
  }

  /** Each run ends after its current batch and releases the task at once; a hanging one is released when its lease expires. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#stopped ??= this.running.ended(STOP_MS)
    await this.#stopped
  }
}
