import { sql } from 'kysely'
import { browserOf, systemOf } from '../../../platform/http/agent-names.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'

export interface Visit {
  appId: string
  userId: string
  sessionId: string
  protocol: string
  problem: string
  ip: string
  agent: string
  /** The client that acted for the user. */
  actor?: string
}

/** Records that a user has opened an application, or was refused because of `problem`. */
export async function writeVisit(db: Db, { agent, actor = '', problem, ...visit }: Visit): Promise<string> {
  const id = newId()
  await db
    .insertInto('appVisit')
    .values({ ...visit, id, fault: problem, agent: actor, browser: browserOf(agent), os: systemOf(agent) })
    .execute()
  return id
}

/** The id of the record of the refusal just shown to the user; writes one if the protocol has not. */
export async function refusedVisit(db: Db, visit: Visit): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from app_visit where user_id = ${visit.userId} and app_id = ${visit.appId}
    and session_id = ${visit.sessionId} and fault = ${visit.problem} and visit_time > now() - interval '1 minute'
    order by visit_time desc, id desc limit 1`.execute(db)
  return rows[0]?.id ?? writeVisit(db, visit)
}
