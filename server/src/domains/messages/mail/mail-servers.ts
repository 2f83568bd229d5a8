import type { FastifyBaseLogger } from 'fastify'
import { configSecret } from '../../../platform/config/config.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { MailServer } from '../../../outside/mail/mail-server.ts'
import { openMailOutbox } from '../../../outside/mail/outbox.ts'
import { openSmtp } from '../../../outside/mail/smtp.ts'

type ConfigAndSettings = Pick<Kernel, 'config' | 'settings'>

const isSet = ({ config: { values } }: ConfigAndSettings): boolean => values['mail.host'] !== '' && values['mail.from'] !== ''

/** Whether mail can be sent at all. */
export const canMail = (kernel: ConfigAndSettings): boolean => isSet(kernel) || kernel.settings.mockProviders

/** The configured mail server; undefined if there is none. */
export function mailServerOf(kernel: Kernel, log: FastifyBaseLogger): MailServer | undefined {
  const { values } = kernel.config
  const { mockProviders, allowLoopback } = kernel.settings
  if (!isSet(kernel)) return mockProviders ? openMailOutbox(({ to, text }) => log.warn({ to, text }, 'mail outbox')) : undefined
  const account = {
    host: values['mail.host'],
    port: values['mail.port'],
    security: values['mail.security'],
    user: values['mail.user'],
    password: configSecret(kernel, 'mail.password'),
    from: values['mail.from'],
    fromName: values.systemName,
  }
  return openSmtp(account, { withLoopback: allowLoopback })
}
