/** A mail of plain text to one address. */
export interface Mail {
  to: string
  subject: string
  text: string
}

export type MailSecurity = 'starttls' | 'tls' | 'none'

/** An account with a mail server, as it stands in the configuration. */
export interface MailAccount {
  host: string
  port: number
  security: MailSecurity
  /** '': the server asks for none. */
  user: string
  password: string
  from: string
  /** Shown beside the address. */
  fromName: string
}

export interface MailServer {
  name: string
  /** Throws MailFault. */
  send: (mail: Mail) => Promise<void>
}

/** The server refused the mail, or was not to be understood. */
export class MailError extends Error {
  /** It may take it in a while. */
  readonly retry: boolean
  constructor(message: string, { retry }: { retry: boolean }) {
    super(message)
    this.retry = retry
  }
}
