import type { SmsGateway, SmsMessage } from './gateway.ts'

/** For faked external systems (HUFU_MOCK_PROVIDERS): sends nothing and shows the message. */
export const openOutbox = (show: (message: SmsMessage) => void): SmsGateway => ({
  name: 'outbox',
  send: async message => {
    show(message)
    return { receipt: 'outbox' }
  },
})
