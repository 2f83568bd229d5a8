import { sql } from 'kysely'
import { recheckAll } from '../server/src/domains/governance/review/change/recheck.ts'
import type { Step } from '../server/src/domains/governance/review/change/request.sql.ts'
import { inTransaction, SYSTEM, type Db } from '../server/src/platform/database/db.ts'
import { inDatabase } from './data.ts'
import { ms } from './measure.ts'
import type { Row } from './reads.ts'
import { clearReviews } from './reviews.ts'

const OPEN = 10_000
const ROLE = 'examiner'
const step: Step = {
  no: 1,
  nodeId: 'bench',
  name: '复核',
  approverType: 'role',
  approverIds: [ROLE],
  level: 0,
  mode: 'or',
  ratio: 1,
  ifNobody: 'fallback',
  sameAsBefore: 'ask',
  deadlineHours: null,
  onDeadline: 'remind',
}

/** The cost of the minutely check of all open requests (E9): without a change, and after the examiners' role changed. */
export async function recheck(folder: string): Promise<Row[]> {
  const rows: Row[] = []
  await inDatabase(folder, async kernel => {
    const { db } = kernel
    const measure = async (what: string, aim: string) => {
      const begin = performance.now()
      await recheckAll(kernel)
      const took = performance.now() - begin
      rows.push([`${OPEN.toLocaleString('en-US')} open requests looked at again, ${what}`, `${ms(took)} ms`, aim])
    }
    await clearReviews(db)
    const people = await db.selectFrom('users').select('id').where('deletedAt', 'is', null).where('status', '=', 1).limit(4).execute()
    const [, first, second, third] = people.map(({ id }) => id)
    const hold = (ids: readonly string[]) => inTransaction(db, SYSTEM, trx => holders(trx, ids))
    try {
      await hold([first!, second!])
      await inTransaction(db, SYSTEM, trx => fill(trx, [first!, second!]))
      await sql`analyze examine, examine_task`.execute(db)
      await measure('nothing changed', '')
      await hold([second!])
      await measure('one of two lost the role', '500 ms')
      await hold([third!])
      await measure('another came instead', '500 ms')
    } finally {
      await hold([])
      await clearReviews(db)
    }
  })
  return rows
}

async function holders(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('userRole').where('roleId', '=', ROLE).execute()
  if (ids.length > 0) await db.insertInto('userRole').values(ids.map(userId => ({ userId, roleId: ROLE }))).execute() // prettier-ignore
}

async function fill(db: Db, ids: readonly string[]): Promise<void> {
  await sql`insert into examine (id, object_type, object_id, object_name, org_id, operate_type, status, before_shown, after_shown, changes, form,
      apply_user_id, steps, step_no)
    select 'bench-' || lpad(n::text, 6, '0'), 'user', 'bench-user-' || n, '压测申请' || n, '1', 'update', 0, '{}', '{"remark": "新"}', '[]', '{}', '1',
      ${JSON.stringify([{ ...step, no: 0 }, step])}, 1
    from generate_series(1, ${sql.lit(OPEN)}) n`.execute(db)
  await sql`insert into examine_task (examine_id, step_no, user_id, state, origin)
    select e.id, 1, u.id, 'open', 'step' from examine e cross join unnest(${[...ids]}::text[]) u (id)`.execute(db)
}
