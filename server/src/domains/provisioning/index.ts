export { syncLogCleaner } from './sync-log/sync-log.sql.ts'
