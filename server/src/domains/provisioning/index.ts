export { startByJob } from './sync/start.ts'
