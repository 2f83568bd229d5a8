import { refusals } from '@hufu/contract/refusals'
import { sql } from 'kysely'
import type { Acting } from './seniority.ts'
import type { Db } from '../database/db.ts'
import { Refused, sentenceOf } from '../http/refuse.ts'

/** A right somebody gained by what a transaction put them under (N-02), and which the caller may not give. */
export interface Gained {
  /** null: everybody below it. */
  userId: string | null
  /** The caller themselves. */
  isOwn: boolean
  appName: string
  roleName: string | null
  subjectType: string | null
  subjectId: string | null
  subjectName: string | null
  /** The organisation of the job by which they came under it. */
  orgId: string | null
  /** A rule decides who is under it. */
  byRule: boolean
  /** Grants made to one user. */
  grantId: string | null
}

const reasonOf = ({ isOwn }: Gained) => (isOwn ? 'givesOneself' : 'givesBeyondOwn')

export const gainedSentence = (gained: Gained): string => sentenceOf(refusals[reasonOf(gained)], { ...gained })

/** Returns all that was gained, for callers that can leave a part out. */
export class GivesBeyond extends Refused {
  readonly gained: readonly Gained[]
  constructor(first: Gained, gained: readonly Gained[]) {
    super(reasonOf(first), { ...first })
    this.gained = gained
  }
}

/** Refuses a transaction that gives what the caller does not hold. */
export type CheckGiven = (db: Db, who: Acting) => Promise<void>

/** Writes, then compares. A write that gives too much is rolled back and what it gave is returned; an empty answer means it was written. */
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
