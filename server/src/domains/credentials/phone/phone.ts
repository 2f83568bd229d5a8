export { useCode } from './sms-code.sql.ts'
