import { sql } from 'kysely'
import { agedRows } from '../../../platform/database/cleaner.ts'

/** Messages still waiting are kept. */
export const smsCleaner = agedRows({ table: 'sms', time: 'create_time', only: sql`t.result is not null` })
