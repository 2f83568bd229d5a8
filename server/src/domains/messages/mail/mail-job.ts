import type { FastifyBaseLogger } from 'fastify'
import type { JobKind } from '../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { MailFault, type Mail } from '../../../outside/mail/mail-server.ts'
import { mailServerOf } from './mail-servers.ts'
import { dropMail, mayTryAgain, takeMail } from './mail.sql.ts'

export const MAIL_JOB = 'mail'
/** A mail server has fifteen seconds; after this its node counts as dead and another takes the mail up. */
const LOST_AFTER_SECONDS = 40

/** Sends what was queued; a mail server in trouble is tried again by the queue. */
export const sendMails = (kernel: Kernel, log: FastifyBaseLogger): JobKind<{ id: string }> => ({
  name: MAIL_JOB,
  atOnce: 2,
  withinSeconds: LOST_AFTER_SECONDS,
  run: async ({ id }) => {
    await kernel.config.catchUp()
    const taken = await takeMail(kernel.db, id)
    if (!taken) {
      await dropMail(kernel.db, id)
      return
    }
    const server = mailServerOf(kernel, log)
    const fault = server && (await server.send(JSON.parse(kernel.keys.openField(taken.sealed)) as Mail).then(() => undefined, faultOf))
    if (fault) log.warn({ mail: id, fault: fault.message, tries: taken.tries }, 'mail not sent')
    if (fault?.retry && mayTryAgain(taken)) throw fault
    await dropMail(kernel.db, id)
  },
})

/** Anything else is a defect of ours and may hold the mail: its words are not kept. */
const faultOf = (error: unknown): MailFault => (error instanceof MailFault ? error : new MailFault('defect', { retry: false }))
