export { actingJobOf, chooseJob, jobsOf, mustChoose, type Job } from './acting-job.sql.ts'
export { opensAny, opensPlainly } from './account-apps.sql.ts'
