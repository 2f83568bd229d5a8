import type { Mail, MailServer } from './mail-server.ts'

/** Where outside systems are faked (HUFU_MOCK_PROVIDERS): nothing leaves, the mail is shown. */
export const openMailOutbox = (show: (mail: Mail) => void): MailServer => ({
  name: 'outbox',
  send: async mail => {
    show(mail)
  },
})
