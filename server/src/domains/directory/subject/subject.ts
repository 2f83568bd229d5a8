export { subjectName } from './subject-name.sql.ts'
