export { changeRoles } from './holders.sql.ts'
