/** The door of this feature for others (house rule 3). */
export { subjectName } from './subject-name.sql.ts'
