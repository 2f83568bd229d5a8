export { operLogCleaner } from './audit/cut.ts'
export { namesFrom, valueType } from './object-types.ts'
