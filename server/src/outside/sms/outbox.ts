import type { SmsGateway, SmsMessage } from './gateway.ts'

/** Where outside systems are faked (HUFU_MOCK_PROVIDERS): nothing leaves, the message is shown. */
export const openOutbox = (show: (message: SmsMessage) => void): SmsGateway => ({
  name: 'outbox',
  send: async message => {
    show(message)
    return { receipt: 'outbox' }
  },
})
