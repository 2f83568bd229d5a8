export { queuePasswords } from './password-sms.ts'
export { queueSms, refuseWithoutGateway, wakeSms } from './queue.ts'
