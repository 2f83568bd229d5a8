export { queueCodeMail, refuseWithoutMail, wakeMail } from './mail/mail.ts'
export { smsCleaner } from './sms/sms-cleaner.sql.ts'
export { queuePasswords, queueSms, refuseWithoutGateway, wakeSms } from './sms/sms.ts'
