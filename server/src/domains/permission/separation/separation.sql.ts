import { sql } from 'kysely'
import type { SegregatedRole, SeparationState } from '@hufu/contract/permission/separation'
import { segregatedRoles } from '@hufu/contract/permission/separation'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'

/** Allows one change of holders or of the mode at a time; the triggers take the same lock. */
export const lockSeparation = (db: Db) => sql`select pg_advisory_xact_lock(7317)`.execute(db)

const VOTE = sql`v.create_time > now() - interval '1 day'`

export async function isSeparated(db: Db): Promise<boolean> {
  const { isOn } = await db.selectFrom('separation').select('isOn').executeTakeFirstOrThrow()
  return isOn
}

export async function stateFor(db: Db, viewer: Pick<SeparationState, 'mine' | 'mayAppoint'>): Promise<SeparationState> {
  const isOn = await isSeparated(db)
  const { rows } = await everyone(
    'the three administrators are known to each other and to super administrators',
    sql<{
      duty: SegregatedRole
      id: string
      userName: string
      realName: string
      isAble: boolean
      wish: boolean | null
    }>`
    select h.duty, u.id, u.user_name, u.real_name, u.id in (select user_id from able_duty_holder) as is_able, v.wish
    from duty_holder h join users u on u.id = h.user_id left join separation_vote v on v.user_id = h.user_id and ${VOTE}
    order by h.create_time, u.id`,
  ).execute(db)
  const of = (segregatedRole: SegregatedRole) => {
    const holders = rows.filter(row => row.duty === segregatedRole)
    const voter = holders.find(row => row.wish === !isOn)
    return {
      duty: segregatedRole,
      holders: holders.map(({ id, userName, realName, isAble }) => ({ id, userName, realName, isAble })),
      agreed: voter?.wish ?? null,
      agreedBy: voter?.realName ?? null,
    }
  }
  return { isOn, duties: segregatedRoles.map(of), ...viewer }
}

export async function appoint(db: Db, segregatedRole: SegregatedRole, userIds: readonly string[]): Promise<number> {
  const wanted = [...new Set(userIds)]
  if (wanted.length === 0) refuse('nothingChosen')
  await lockSeparation(db)
  const { rows } = await everyone(
    'only super administrators and the security administrator appoint (refuseUnlessMayAppoint)',
    sql`select id from live_user where id = any (${wanted})`,
  ).execute(db)
  if (rows.length !== wanted.length) refuse('userMissing')
  await db
    .insertInto('dutyHolder')
    .values(wanted.map(userId => ({ userId, duty: segregatedRole })))
    .execute()
  return wanted.length
}

export async function dismiss(db: Db, userIds: readonly string[]): Promise<number> {
  const wanted = [...new Set(userIds)]
  if (wanted.length === 0) refuse('nothingChosen')
  await lockSeparation(db)
  const gone = await db.deleteFrom('dutyHolder').where('userId', 'in', wanted).returning('userId').execute()
  return gone.length === wanted.length ? gone.length : refuse('userMissing')
}

/**
 * Holders of two of the three roles change the mode by agreeing within a day; all three roles must have a holder who can sign in.
 */
export async function voteForSeparation(db: Db, userId: string, wish: boolean): Promise<void> {
  await lockSeparation(db)
  if ((await isSeparated(db)) === wish) refuse('separationSame')
  const able = await db.selectFrom('dutyHolder').select('duty').where('userId', '=', userId).executeTakeFirst()
  if (!able) refuse('forbidden')
  const { rows: present } = await sql`select distinct duty from able_duty_holder`.execute(db)
  if (present.length < segregatedRoles.length) refuse('dutiesIncomplete')
  await sql`insert into separation_vote (user_id, wish) values (${userId}, ${wish})
    on conflict (user_id) do update set wish = excluded.wish, create_time = now()`.execute(db)
  const { rows: agreed } = await sql`select distinct h.duty from separation_vote v join able_duty_holder h on h.user_id = v.user_id
    where v.wish = ${wish} and ${VOTE}`.execute(db)
  if (agreed.length < 2) return
  await db
    .updateTable('separation')
    .set({ isOn: wish, updateTime: sql<string>`now()` })
    .execute()
  await db.deleteFrom('separationVote').execute()
}

export const withdraw = (db: Db, userId: string) => db.deleteFrom('separationVote').where('userId', '=', userId).execute()
