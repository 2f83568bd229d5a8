export { actingJobOf, chooseJob, jobsOf, mustChoose, type Job } from './acting-job.sql.ts'
export { opensAnyApp, hasDirectAppGrant } from './account-apps.sql.ts'
