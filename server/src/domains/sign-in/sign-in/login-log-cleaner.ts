import { agedRows } from '../../../platform/database/cleaner.ts'

/** Statistics of removed sign-ins are kept. */
export const loginLogCleaner = agedRows({ table: 'login_log', time: 'login_time' })
