/** What a gateway is told: those with templates take the kind and the values, the others the finished text. */
export interface SmsMessage {
  telephone: string
  kind: 'code' | 'password'
  /** In the order of the template's places. */
  values: readonly { name: string; value: string }[]
  text: string
}

export interface SmsGateway {
  name: string
  /** Answers the gateway's own number for the message. Throws SmsFault. */
  send: (message: SmsMessage, signal: AbortSignal) => Promise<{ receipt: string }>
}

/** The gateway said no. `retry`: it may say yes in a while (outage, flow control). */
export class SmsFault extends Error {
  readonly retry: boolean
  constructor(message: string, retry: boolean) {
    super(message)
    this.retry = retry
  }
}
