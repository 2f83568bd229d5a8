/** The door of this feature for others (house rule 3). */
export { addOwnItems } from './api-item.sql.ts'
