/** The door of this feature for others (house rule 3). */
export { useCode } from './sms-code.sql.ts'
