export { type Access, accessOf, groupsOf, pathsOf } from './access/access.ts'
export { isSharedAccount } from './app-user/app-user.ts'
export { addSecret, endFormerSecrets } from './app/app.ts'
export { actingJobOf, chooseJob, type Job, jobsOf, mustChoose } from './own-app/own-app.ts'
