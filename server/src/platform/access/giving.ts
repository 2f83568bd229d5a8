import { refusals, type RefusalName } from '@hufu/contract/refusals'
import { sql } from 'kysely'
import type { Opening } from './opener.ts'
import type { Acting } from './seniority.ts'
import type { Db } from '../database/db.ts'
import { Refused, sentenceOf } from '../http/refuse.ts'

/** A right somebody gained through a transaction and which the caller may not give. */
export interface Gained {
  /** null: everybody covered by the subject gains the right. */
  userId: string | null
  /** The caller themselves. */
  isOwn: boolean
  appName: string
  roleName: string | null
  subjectType: string | null
  subjectId: string | null
  subjectName: string | null
  /** The organisation of the job through which the user gained the right. */
  orgId: string | null
  /** Whether a rule decides who belongs to the subject. */
  byRule: boolean
  /** The grant, where it was made to this one user. */
  grantId: string | null
}

const reasonOf = ({ isOwn }: Gained) => (isOwn ? 'givesOneself' : 'givesBeyondOwn')

export const gainedSentence = (gained: Gained): string => sentenceOf(refusals[reasonOf(gained)], { ...gained })

/** Carries all that was gained, for callers that can leave a part out. */
export class GivesBeyond extends Refused {
  readonly gained: readonly Gained[]
  constructor(first: Gained, gained: readonly Gained[], reason: RefusalName = reasonOf(first)) {
    super(reason, { ...first })
    this.gained = gained
  }
}

/** Refuses a transaction that gives what the caller does not hold, or an API client's opener may not give. */
export type CheckGiven = (db: Db, who: Acting, opening?: Opening) => Promise<void>

/**
 * Runs `write` and compares what it gives with what the caller holds. If it gives too much, it is rolled back and the excess is
 * returned; an empty result means it was written.
 */
export async function gainedBy(db: Db, write: () => Promise<void>): Promise<readonly Gained[]> {
  await sql`savepoint giving`.execute(db)
  try {
    await write()
    await sql`release savepoint giving`.execute(db)
    return []
  } catch (error) {
    if (!(error instanceof GivesBeyond)) throw error
    await sql`rollback to savepoint giving`.execute(db)
    await sql`release savepoint giving`.execute(db)
    return error.gained
  }
}
