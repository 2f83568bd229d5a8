import type { FastifyBaseLogger } from 'fastify'
import type { QueueJob } from '../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { MailError, type Mail } from '../../../outside/mail/mail-server.ts'
import { mailServerOf } from './mail-servers.ts'
import { dropMail, dropSpentMails, mayTryAgain, claimMail, retryLater, type ClaimedMail } from './mail.sql.ts'

export const MAIL_JOB = 'mail'

/** Sends queued mails; failures of the mail server are retried. */
export const sendMails = (kernel: Kernel, log: FastifyBaseLogger): QueueJob => ({
  name: MAIL_JOB,
  atOnce: 2,
  run: async () => {
    const taken = await claimMail(kernel.db)
    if (taken) await send(kernel, log, taken)
    else await dropSpentMails(kernel.db)
    return taken !== undefined
  },
})

async function send(kernel: Kernel, log: FastifyBaseLogger, taken: ClaimedMail): Promise<void> {
  await kernel.config.catchUp()
  const server = mailServerOf(kernel, log)
  const error = server && (await server.send(JSON.parse(kernel.keys.openField(taken.sealed)) as Mail).then(() => undefined, errorOf))
  if (error) log.warn({ mail: taken.id, error: error.message, tries: taken.tries }, 'mail not sent')
  if (error?.retry && mayTryAgain(taken)) await retryLater(kernel.db, taken)
  else await dropMail(kernel.db, taken.id)
}

/** Any other error is a defect of Hufu, and its text is not stored, because it may contain the mail. */
const errorOf = (error: unknown): MailError => (error instanceof MailError ? error : new MailError('defect', { retry: false }))
