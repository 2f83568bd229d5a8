import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Mail } from '../../../outside/mail/mail-server.ts'
import { MAIL_JOB } from './mail-job.ts'
import { canMail } from './mail-servers.ts'
import { insertMail } from './mail.sql.ts'
import { text } from './text.ts'

export function refuseWithoutMail(kernel: Pick<Kernel, 'config' | 'settings'>): void {
  if (!canMail(kernel)) refuse('mailServerMissing')
}

/** Queues the mail with a verification code, in the transaction that made the code; it is sent after the commit, or not at all. */
export async function queueCodeMail(kernel: Kernel, db: Db, to: string, says: { code: string; minutes: number; userName: string }) {
  const { systemName } = kernel.config.values
  const mail: Mail = {
    to,
    subject: text.codeSubject(systemName),
    text: text.code(systemName, says.userName, says.code, says.minutes),
  }
  await insertMail(db, { id: newId(), sealed: kernel.keys.sealField(JSON.stringify(mail)) })
}

/** Queues notifications to verified addresses; without a mail server nothing is sent. */
export async function queueMails(kernel: Kernel, db: Db, mails: readonly Mail[]): Promise<void> {
  if (!canMail(kernel)) return
  for (const mail of mails) await insertMail(db, { id: newId(), sealed: kernel.keys.sealField(JSON.stringify(mail)) })
}

/** Sends the queue at once instead of within a second; call after the commit. */
export const wakeMail = (kernel: Pick<Kernel, 'jobs'>): void => kernel.jobs.wake(MAIL_JOB)
