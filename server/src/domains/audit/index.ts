export { operLogCleaner } from './audit/cut.ts'
