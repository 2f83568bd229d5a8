export { actingJobOf, chooseJob, jobsOf, mustChoose, type Job } from './acting-job.sql.ts'
export { opensAny, opensPlainly } from './own-app.sql.ts'
