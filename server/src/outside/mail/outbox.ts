import type { Mail, MailServer } from './mail-server.ts'

/** For faked external systems (HUFU_MOCK_PROVIDERS): sends nothing and shows the mail. */
export const openMailOutbox = (show: (mail: Mail) => void): MailServer => ({
  name: 'outbox',
  send: async mail => {
    show(mail)
  },
})
