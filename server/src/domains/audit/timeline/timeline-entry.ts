import { refuseElsewhere } from '../../../platform/access/seniority.ts'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { isInScope, readChanges, readTrace, type Subject } from './timeline.sql.ts'

const missing = { user: 'userMissing', org: 'orgMissing', app: 'appMissing', role: 'roleMissing', appRole: 'appRoleMissing' } as const

/** Refuses an object out of scope; `toChange`: also a user whose account is administered elsewhere. */
export async function findSubject(db: Db, subject: Subject, { toChange = false } = {}): Promise<void> {
  if (!(await isInScope(db, subject))) refuse(missing[subject.type])
  if (toChange && subject.type === 'user') await refuseElsewhere(db, subject.scope, [subject.id])
}

/** The ids of the changes that the timeline of the object shows with this one; refuses a change that it does not show. */
export async function changesOfEntry(db: Db, subject: Subject, changeId: string): Promise<string[]> {
  const { traceId, isOwn } = (await readTrace(db, subject, changeId)) ?? refuse('historyMissing')
  if (traceId === null) return isOwn ? [changeId] : refuse('historyMissing')
  const ids = (await readChanges(db, subject, [traceId])).map(row => row.id)
  return ids.includes(changeId) ? ids : refuse('historyMissing')
}
