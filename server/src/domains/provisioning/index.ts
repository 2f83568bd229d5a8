export { syncLogCleaner } from './sync-log/sync-log.sql.ts'
export { startByJob } from './sync/run/start.ts'
export { lastRuns } from './sync/run/last-runs.sql.ts'
