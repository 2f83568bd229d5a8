import { sql } from 'kysely'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'

export const noteReminder = (db: Db, id: string) => sql`update examine set reminded = reminded + 1 where id = ${id}`.execute(db)

/** A user who stops or starts being asked in the present step of a request. */
export interface AskedReviewer {
  examineId: string
  stepNo: number
  node: string
  userId: string
}

const listed = (
  places: readonly AskedReviewer[],
) => sql`unnest(${places.map(place => place.examineId)}::text[], ${places.map(place => place.stepNo)}::int[],
  ${places.map(place => place.node)}::text[], ${places.map(place => place.userId)}::text[]) with ordinality as p (examine_id, step_no, node, user_id, place)`

/** Voids the tasks of these users and writes that to the log. */
export async function voidTasksOf(db: Db, places: readonly AskedReviewer[]): Promise<void> {
  if (places.length === 0) return
  await sql`update examine_task t set state = 'void' from ${listed(places)}
    where t.examine_id = p.examine_id and t.step_no = p.step_no and t.user_id = p.user_id and t.state in ('open', 'waiting')`.execute(db)
  await everyone(
    'examiners who may no longer act, named in the log of the request',
    sql`insert into examine_log (examine_id, step_no, node, user_id, user_name, act)
    select p.examine_id, p.step_no, p.node, p.user_id, u.real_name, 'void' from ${listed(places)} join users u on u.id = p.user_id
    order by p.place`,
  ).execute(db)
}

/** Asks these users in one statement; reopens the voided task of a user who was asked before. */
export async function insertTasksOf(db: Db, places: readonly AskedReviewer[]): Promise<void> {
  if (places.length === 0) return
  await sql`insert into examine_task (examine_id, step_no, user_id, state, seq, origin)
    select p.examine_id, p.step_no, p.user_id, 'open', p.place + (select count(*) from examine_task b
      where b.examine_id = p.examine_id and b.step_no = p.step_no), 'step'
    from ${listed(places)}
    on conflict (examine_id, step_no, user_id) do update set state = 'open', since = now(), origin = 'step'
      where examine_task.state = 'void' and examine_task.vote is null`.execute(db)
}
