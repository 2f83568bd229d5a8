/** The door of this feature for others (house rule 3). */
export { queueSms, refuseWithoutGateway } from './queue.ts'
