import type { FastifyBaseLogger } from 'fastify'
import type { QueueJob } from '../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { SmsError, type SmsMessage } from '../../../outside/sms/gateway.ts'
import { gatewayOf } from './gateways.ts'
import { endExpiredSms, mayTryAgain, settleSms, claimSms, retryLater, type ClaimedSms } from './sms.sql.ts'
import { text } from './text.ts'

export const SMS_JOB = 'sms'
/** Passes queued messages to the gateway, and retries when the gateway fails (docs/decisions/messages.md, 0018). */
export const sendQueued = (kernel: Kernel, log: FastifyBaseLogger): QueueJob => ({
  name: SMS_JOB,
  atOnce: 4,
  run: async () => {
    const taken = await claimSms(kernel.db)
    if (taken) await sendSms(kernel, log, taken)
    else await endExpiredSms(kernel.db)
    return taken !== undefined
  },
})

async function sendSms(kernel: Kernel, log: FastifyBaseLogger, taken: ClaimedSms): Promise<void> {
  const { id } = taken
  await kernel.config.catchUp()
  const message = JSON.parse(kernel.keys.openField(taken.sealed)) as SmsMessage
  const gateway = gatewayOf(kernel, log)
  if (!gateway) {
    await settleSms(kernel.db, id, { result: 0, message: text.noGateway })
    return
  }
  const sent = await gateway.send(message).catch((error: unknown) => errorOf(error, message))
  if (!(sent instanceof SmsError)) {
    await settleSms(kernel.db, id, { result: 1, message: text.sent, receipt: sent.receipt })
    return
  }
  if (!sent.retry || !mayTryAgain(taken, sent.unsure)) {
    await settleSms(kernel.db, id, { result: 0, message: sent.message })
    return
  }
  log.warn({ sms: id, error: sent.message, tries: taken.tries }, 'message not sent')
  await retryLater(kernel.db, taken, sent.unsure)
}

/** Removes the secrets of the message from the gateway's error, because neither record nor log may store them. */
function errorOf(error: unknown, { telephone, values }: SmsMessage): SmsError {
  if (!(error instanceof SmsError)) return new SmsError(text.defect, { retry: true, unsure: true })
  const secrets = [telephone, ...values.map(({ value }) => value)].filter(value => value.length > 3)
  const words = secrets
    .flatMap(secret => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .reduce((message, secret) => message.replaceAll(secret, text.veil), error.message)
  return new SmsError(words, error)
}
