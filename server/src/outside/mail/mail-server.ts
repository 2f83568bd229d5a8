/** A plain text mail to one address. */
export interface Mail {
  to: string
  subject: string
  text: string
}

export type MailSecurity = 'starttls' | 'tls' | 'none'

/** An account at a mail server, from the configuration. */
export interface MailAccount {
  host: string
  port: number
  security: MailSecurity
  /** '': without authentication. */
  user: string
  password: string
  from: string
  /** Shown beside the address. */
  fromName: string
}

export interface MailServer {
  name: string
  /** Throws MailError. */
  send: (mail: Mail) => Promise<void>
}

/** The server refused the mail, or its answer is invalid. */
export class MailError extends Error {
  /** A later try may succeed. */
  readonly retry: boolean
  constructor(message: string, { retry }: { retry: boolean }) {
    super(message)
    this.retry = retry
  }
}
