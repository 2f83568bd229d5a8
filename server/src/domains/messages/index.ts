export { canMail } from './mail/mail-servers.ts'
export { queueCodeMail, queueMails, refuseWithoutMail, wakeMail } from './mail/mail.ts'
export { smsCleaner } from './sms/sms-cleaner.sql.ts'
export { queuePasswords, queueSms, refuseWithoutGateway, wakeSms } from './sms/sms.ts'
