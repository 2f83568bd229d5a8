import { sql } from 'kysely'
import { agedRows } from '../../../platform/database/cleaner.ts'

/** One that still waits to be sent stays. */
export const smsCleaner = agedRows({ table: 'sms', time: 'create_time', only: sql`t.result is not null` })
