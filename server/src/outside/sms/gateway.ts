/** A message for a gateway: those with templates use kind and values, others the finished text. */
export interface SmsMessage {
  telephone: string
  kind: SmsKind
  /** In the order of the template's placeholders. */
  values: readonly { name: string; value: string }[]
  text: string
}
export type SmsKind = 'code' | 'password'

/** An account with a provider, from the configuration. */
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
  /** Returns the gateway's own id of the message. Throws SmsError. */
  send: (message: SmsMessage) => Promise<{ receipt: string }>
}

interface GatewayErrorKind {
  /** A later try may succeed (outage, flow control). */
  retry: boolean
  /** The message may have been sent, so a retry may send it twice. */
  unsure?: boolean
}

/** The gateway refused, or its answer is invalid. */
export class SmsError extends Error {
  readonly retry: boolean
  readonly unsure: boolean
  constructor(message: string, { retry, unsure = false }: GatewayErrorKind) {
    super(message)
    this.retry = retry
    this.unsure = unsure
  }
}
