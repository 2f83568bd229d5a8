import { browserOf, systemOf } from '../../../platform/http/agent-names.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'

export interface Visit {
  appId: string
  userId: string
  sessionId: string
  protocol: string
  fault: string
  ip: string
  agent: string
}

/** Somebody opened an application, or was refused (`fault`). */
export const writeVisit = (db: Db, { agent, ...visit }: Visit) =>
  db
    .insertInto('appVisit')
    .values({ ...visit, id: newId(), browser: browserOf(agent), os: systemOf(agent) })
    .execute()
