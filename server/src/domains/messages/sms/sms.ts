/** The door of this feature for others (house rule 3). */
export { queuePasswords } from './password-sms.ts'
export { queueSms, refuseWithoutGateway, wakeSms } from './queue.ts'
