/** The door of this feature for others (house rule 3). */
export { forgetDevices } from './remembered.sql.ts'
