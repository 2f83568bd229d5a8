import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import type { Step } from '../change/request.sql.ts'

export interface Task {
  stepNo: number
  userId: string
  state: 'open' | 'waiting' | 'done' | 'void'
  vote: 0 | 1 | null
  seq: number
  origin: 'step' | 'fallback' | 'reassign' | 'add'
  /** The user whom this deputy stands in for; null for others. */
  deputyOf: string | null
  /** The examiner who added this one and waits for their vote; null for others. */
  addedBy: string | null
}

export async function tasksOf(db: Db, examineId: string): Promise<Task[]> {
  const { rows } = await sql<Task>`select step_no, user_id, state, vote, seq, origin, deputy_of, added_by from examine_task
    where examine_id = ${examineId} and origin <> 'cc' order by step_no, seq, user_id`.execute(db)
  return rows
}

interface NewTasks {
  stepNo: number
  userIds: readonly string[]
  origin: Task['origin']
  /** Whether the users are asked one after the other: only the first is asked now. */
  oneByOne: boolean
  /** How many tasks come before these in the sequence. */
  from?: number
}

/** Creates tasks for the users. A voided task without a vote is reopened; other existing tasks stay as they are. */
export async function addTasks(db: Db, examineId: string, { stepNo, userIds, origin, oneByOne, from = 0 }: NewTasks): Promise<void> {
  if (userIds.length === 0) return
  await sql`insert into examine_task (examine_id, step_no, user_id, state, seq, origin)
    select ${examineId}, ${stepNo}, t.user_id, case when ${oneByOne} and t.seq + ${from} > 1 then 'waiting' else 'open' end, t.seq + ${from}, ${origin}
    from unnest(${[...userIds]}::text[]) with ordinality as t (user_id, seq)
    on conflict (examine_id, step_no, user_id) do update set state = excluded.state, since = now(), origin = excluded.origin
      where examine_task.state = 'void' and examine_task.vote is null`.execute(db)
}

/** Creates tasks for deputies, with the state of the task they stand in for, unless they have a task of their own. */
export async function addDeputies(
  db: Db,
  { examineId, stepNo }: { examineId: string; stepNo: number },
  pairs: readonly { userId: string; deputyId: string }[],
): Promise<void> {
  if (pairs.length === 0) return
  await sql`insert into examine_task (examine_id, step_no, user_id, state, seq, origin, deputy_of)
    select t.examine_id, t.step_no, p.deputy_id, t.state, t.seq, t.origin, t.user_id
    from unnest(${pairs.map(pair => pair.userId)}::text[], ${pairs.map(pair => pair.deputyId)}::text[]) as p (user_id, deputy_id)
    join examine_task t on t.examine_id = ${examineId} and t.step_no = ${stepNo} and t.user_id = p.user_id and t.state in ('open', 'waiting')
    on conflict do nothing`.execute(db)
}

export async function startStep(db: Db, examineId: string, step: Step): Promise<void> {
  await sql`update examine set step_no = ${step.no}, step_since = now(), reminded = 0, row_version = row_version + 1,
    deadline = now() + ${step.deadlineHours}::int * interval '1 hour' where id = ${examineId}`.execute(db)
  await endSteps(db, examineId)
  await sql`insert into examine_step (examine_id, step_no, node) values (${examineId}, ${step.no}, ${step.name})
    on conflict do nothing`.execute(db)
}

export const endSteps = (db: Db, examineId: string) =>
  sql`update examine_step set end_time = now() where examine_id = ${examineId} and end_time is null`.execute(db)

interface TakenTask {
  deputyOf: string | null
  addedBy: string | null
}
/** Records the vote of the user's open task and ends the tasks that share this vote; undefined if they have no open task. */
export async function takeTask(
  db: Db,
  { examineId, stepNo, userId, vote }: { examineId: string; stepNo: number; userId: string; vote: 0 | 1 },
): Promise<TakenTask | undefined> {
  const { rows } = await sql<TakenTask>`update examine_task set state = 'done', vote = ${vote}, end_time = now()
    where examine_id = ${examineId} and step_no = ${stepNo} and user_id = ${userId} and state = 'open' returning deputy_of, added_by`.execute(
    db,
  )
  const [taken] = rows
  if (!taken) return undefined
  const whose = taken.deputyOf ?? userId
  await sql`update examine_task set state = 'void' where examine_id = ${examineId} and step_no = ${stepNo} and state in ('open', 'waiting')
    and (user_id = ${whose} or deputy_of = ${whose} or added_by = ${whose} or added_by = ${userId})`.execute(db)
  return taken
}

export const voidTasks = (db: Db, examineId: string, stepNo: number, userIds: readonly string[]) =>
  sql`update examine_task set state = 'void' where examine_id = ${examineId} and step_no = ${stepNo}
    and user_id = any (${[...userIds]}) and state in ('open', 'waiting')`.execute(db)

/** Ends all tasks of a step that is over. */
export const closeStep = (db: Db, examineId: string, stepNo: number) =>
  sql`update examine_task set state = 'void' where examine_id = ${examineId} and step_no = ${stepNo} and state in ('open', 'waiting')`.execute(
    db,
  )

/** Asks the next examiner in the sequence, unless one is still asked. */
export const openNext = (db: Db, examineId: string, stepNo: number) =>
  sql`update examine_task set state = 'open', since = now() where examine_id = ${examineId} and step_no = ${stepNo} and state = 'waiting'
    and seq = (select min(seq) from examine_task where examine_id = ${examineId} and step_no = ${stepNo} and state = 'waiting')
    and not exists (select 1 from examine_task where examine_id = ${examineId} and step_no = ${stepNo} and state = 'open')`.execute(db)

/** Asks these users again, who waited for an examiner they had added. */
export const reopenTasks = (db: Db, examineId: string, stepNo: number, userIds: readonly string[]) =>
  sql`update examine_task set state = 'open', since = now() where examine_id = ${examineId} and step_no = ${stepNo}
    and user_id = any (${[...userIds]}) and state = 'waiting'`.execute(db)

interface HandedOverTask {
  examineId: string
  stepNo: number
  /** The asked examiner, or their deputy. */
  from: string
  to: string
}

/** Ends the tasks of an examiner who hands over and of those who share the vote; undefined if the examiner is not asked now. */
export async function leaveTask(db: Db, { examineId, stepNo, from }: Omit<HandedOverTask, 'to'>): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number; deputyOf: string | null }>`update examine_task set state = 'done', end_time = now()
    where examine_id = ${examineId} and step_no = ${stepNo} and user_id = ${from} and state = 'open' returning seq, deputy_of`.execute(db)
  const [left] = rows
  if (!left) return undefined
  const whose = left.deputyOf ?? from
  await sql`update examine_task set state = case when user_id = ${whose} then 'done' else 'void' end, end_time = now()
    where examine_id = ${examineId} and step_no = ${stepNo} and state in ('open', 'waiting')
    and (user_id = ${whose} or deputy_of = ${whose})`.execute(db)
  return left.seq
}

/** Makes the examiner wait for the one they add; undefined if they are not asked now. */
export async function waitTask(
  db: Db,
  { examineId, stepNo, from }: Omit<HandedOverTask, 'to'>,
): Promise<Pick<Task, 'seq' | 'origin'> | undefined> {
  const { rows } = await sql<Pick<Task, 'seq' | 'origin'>>`update examine_task set state = 'waiting'
    where examine_id = ${examineId} and step_no = ${stepNo} and user_id = ${from} and state = 'open' returning seq, origin`.execute(db)
  return rows[0]
}

/** Asks one more user; returns false if this user is or was already asked in this step. */
export async function askOne(
  db: Db,
  { examineId, stepNo, from, to }: HandedOverTask,
  { seq, origin }: Pick<Task, 'seq' | 'origin'>,
): Promise<boolean> {
  const addedBy = origin === 'add' ? from : null
  const { rows } = await sql`insert into examine_task (examine_id, step_no, user_id, state, seq, origin, added_by)
    values (${examineId}, ${stepNo}, ${to}, 'open', ${seq}, ${origin}, ${addedBy})
    on conflict (examine_id, step_no, user_id) do update set state = 'open', since = now(), end_time = null, seq = excluded.seq,
      origin = excluded.origin, added_by = excluded.added_by, deputy_of = null
      where examine_task.state = 'void' and examine_task.vote is null returning 1`.execute(db)
  return rows.length > 0
}

const COPY_STEP = -1
export const copyTo = (db: Db, examineId: string, userIds: readonly string[]) =>
  sql`insert into examine_task (examine_id, step_no, user_id, state, origin)
    select ${examineId}, ${sql.lit(COPY_STEP)}, u.id, 'done', 'cc' from unnest(${[...userIds]}::text[]) as u (id) on conflict do nothing`.execute(
    db,
  )

/** The users asked now. */
export async function openUsers(db: Db, examineId: string, stepNo: number): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`select user_id from examine_task where examine_id = ${examineId} and step_no = ${stepNo}
    and state = 'open'`.execute(db)
  return rows.map(row => row.userId)
}

export async function copiedUsers(db: Db, examineId: string): Promise<string[]> {
  const { rows } = await sql<{
    userId: string
  }>`select user_id from examine_task where examine_id = ${examineId} and origin = 'cc'`.execute(db)
  return rows.map(row => row.userId)
}
