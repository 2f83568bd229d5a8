export { syncLogCleaner } from './sync-log/sync-log.sql.ts'
export { startByJob } from './sync/start.ts'
export { lastRuns } from './sync/last-runs.sql.ts'
