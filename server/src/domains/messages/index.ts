export { queueCodeMail, refuseWithoutMail, wakeMail } from './mail/mail.ts'
export { queuePasswords, queueSms, refuseWithoutGateway, wakeSms } from './sms/sms.ts'
