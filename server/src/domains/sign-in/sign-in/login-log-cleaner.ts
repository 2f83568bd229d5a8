import { agedRows } from '../../../platform/database/cleaner.ts'

/** What was counted of a sign-in stays counted. */
export const loginLogCleaner = agedRows({ table: 'login_log', time: 'login_time' })
