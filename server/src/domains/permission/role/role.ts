/** The door of this feature for others (house rule 3). */
export { changeRoles } from './holders.sql.ts'
