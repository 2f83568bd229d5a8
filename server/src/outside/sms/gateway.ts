/** What a gateway is told: those with templates take the kind and the values, the others the finished text. */
export interface SmsMessage {
  telephone: string
  kind: SmsKind
  /** In the order of the template's places. */
  values: readonly { name: string; value: string }[]
  text: string
}
export type SmsKind = 'code' | 'password'

/** An account with a provider, as it stands in the configuration. */
export interface SmsAccount {
  /** Empty: the provider's own. */
  address: string
  keyId: string
  secret: string
  appId: string
  region: string
  signName: string
  templates: Readonly<Record<SmsKind, string>>
}

export interface SmsGateway {
  name: string
  /** Answers the gateway's own number for the message. Throws SmsFault. */
  send: (message: SmsMessage) => Promise<{ receipt: string }>
}

interface FaultKind {
  /** It may say yes in a while (outage, flow control). */
  retry: boolean
  /** It may have been taken all the same: whoever asks again may send it twice. */
  unsure?: boolean
}

/** The gateway said no, or nothing that can be understood. */
export class SmsError extends Error {
  readonly retry: boolean
  readonly unsure: boolean
  constructor(message: string, { retry, unsure = false }: FaultKind) {
    super(message)
    this.retry = retry
    this.unsure = unsure
  }
}
