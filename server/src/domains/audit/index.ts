export { operLogCleaner } from './audit/cut.ts'
export { objectTables, valueType } from './object-types.ts'
