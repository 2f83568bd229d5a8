import { agedRows } from '../../../platform/database/cleaner.ts'

/** Removes old rows of the login log; the statistics counted from them stay. */
export const loginLogCleaner = agedRows({ table: 'login_log', time: 'login_time' })
