import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { Step } from './request.sql.ts'

export interface Task {
  stepNo: number
  userId: string
  state: 'open' | 'waiting' | 'done' | 'void'
  vote: 0 | 1 | null
  seq: number
  origin: 'step' | 'fallback'
}

export async function tasksOf(db: Db, examineId: string): Promise<Task[]> {
  const { rows } = await sql<Task>`select step_no, user_id, state, vote, seq, origin from examine_task
    where examine_id = ${examineId} order by step_no, seq, user_id`.execute(db)
  return rows
}

interface NewTasks {
  stepNo: number
  userIds: readonly string[]
  origin: Task['origin']
  /** One after the other. */
  inTurn: boolean
  /** How many stand before them. */
  from?: number
}

/** Whoever was asked before and may act again is asked again; a vote stays. */
export async function addTasks(db: Db, examineId: string, { stepNo, userIds, origin, inTurn, from = 0 }: NewTasks): Promise<void> {
  if (userIds.length === 0) return
  await sql`insert into examine_task (examine_id, step_no, user_id, state, seq, origin)
    select ${examineId}, ${stepNo}, t.user_id, case when ${inTurn} and t.seq + ${from} > 1 then 'waiting' else 'open' end, t.seq + ${from}, ${origin}
    from unnest(${[...userIds]}::text[]) with ordinality as t (user_id, seq)
    on conflict (examine_id, step_no, user_id) do update set state = excluded.state, since = now(), origin = excluded.origin
      where examine_task.state = 'void' and examine_task.vote is null`.execute(db)
}

export const startStep = (db: Db, examineId: string, step: Step) =>
  sql`update examine set step_no = ${step.no}, step_since = now(), reminded = 0, row_version = row_version + 1,
    deadline = now() + ${step.deadlineHours}::int * interval '1 hour' where id = ${examineId}`.execute(db)

/** True where the caller had an open task in this step: it is theirs no more. */
export async function takeTask(
  db: Db,
  { examineId, stepNo, userId, vote }: { examineId: string; stepNo: number; userId: string; vote: 0 | 1 },
) {
  const { rows } = await sql`update examine_task set state = 'done', vote = ${vote}
    where examine_id = ${examineId} and step_no = ${stepNo} and user_id = ${userId} and state = 'open' returning user_id`.execute(db)
  return rows.length > 0
}

export const voidTasks = (db: Db, examineId: string, stepNo: number, userIds: readonly string[]) =>
  sql`update examine_task set state = 'void' where examine_id = ${examineId} and step_no = ${stepNo}
    and user_id = any (${[...userIds]}) and state in ('open', 'waiting')`.execute(db)

/** Nobody of a step that is left is asked any more. */
export const closeStep = (db: Db, examineId: string, stepNo: number) =>
  sql`update examine_task set state = 'void' where examine_id = ${examineId} and step_no = ${stepNo} and state in ('open', 'waiting')`.execute(
    db,
  )

/** Of those that wait for their turn the first. */
export const openNext = (db: Db, examineId: string, stepNo: number) =>
  sql`update examine_task set state = 'open', since = now() where examine_id = ${examineId} and step_no = ${stepNo} and state = 'waiting'
    and seq = (select min(seq) from examine_task where examine_id = ${examineId} and step_no = ${stepNo} and state = 'waiting')
    and not exists (select 1 from examine_task where examine_id = ${examineId} and step_no = ${stepNo} and state = 'open')`.execute(db)
