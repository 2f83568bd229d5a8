export { operLogCleaner } from './audit/cut.ts'
export { namesFrom } from './names.sql.ts'
export { valueType } from './object-types.ts'
