import type { FastifyBaseLogger } from 'fastify'
import type { JobKind } from '../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { SmsFault, type SmsMessage } from '../../../outside/sms/gateway.ts'
import { gatewayOf } from './gateways.ts'
import { forgetTry, giveUpSms, mayTryAgain, settleSms, takeSms, type Taken } from './sms.sql.ts'
import { text } from './text.ts'

export const SMS_JOB = 'sms'
/** A gateway has five seconds; after this its node counts as dead and another takes the message up. */
const LOST_AFTER_SECONDS = 30

/** Tells the gateway what was queued; a gateway in trouble is tried again by the queue (docs/decisions/0018). */
export const sendQueued = (kernel: Kernel, log: FastifyBaseLogger): JobKind<{ id: string }> => ({
  name: SMS_JOB,
  atOnce: 4,
  withinSeconds: LOST_AFTER_SECONDS,
  run: async ({ id }) => {
    await kernel.config.catchUp()
    const taken = await takeSms(kernel.db, id)
    await (taken ? tell(kernel, log, id, taken) : giveUpSms(kernel.db, id))
  },
})

async function tell(kernel: Kernel, log: FastifyBaseLogger, id: string, taken: Taken): Promise<void> {
  const message = JSON.parse(kernel.keys.openField(taken.sealed)) as SmsMessage
  const gateway = gatewayOf(kernel, log)
  if (!gateway) {
    await settleSms(kernel.db, id, { result: 0, message: text.noGateway })
    return
  }
  const sent = await gateway.send(message).catch((error: unknown) => faultOf(error, message))
  if (!(sent instanceof SmsFault)) {
    await settleSms(kernel.db, id, { result: 1, message: text.sent, receipt: sent.receipt })
    return
  }
  if (!sent.retry || !mayTryAgain(taken, sent.unsure)) {
    await settleSms(kernel.db, id, { result: 0, message: sent.message })
    return
  }
  if (!sent.unsure) await forgetTry(kernel.db, id)
  throw sent
}

/** A gateway's sentence may repeat what it was told; neither record nor queue keeps that. */
function faultOf(error: unknown, { telephone, values }: SmsMessage): SmsFault {
  if (!(error instanceof SmsFault)) return new SmsFault(text.defect, { retry: true, unsure: true })
  const secrets = [telephone, ...values.map(({ value }) => value)].filter(value => value.length > 3)
  const words = secrets
    .flatMap(secret => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .reduce((said, secret) => said.replaceAll(secret, text.veil), error.message)
  return new SmsFault(words, error)
}
