import type { FastifyBaseLogger } from 'fastify'
import type { JobKind } from '../../kernel/jobs.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { SmsFault, type SmsMessage } from '../../outside/sms/gateway.ts'
import { gatewayOf } from './gateways.ts'
import { settleSms, waitingSms } from './sms.sql.ts'
import { text } from './text.ts'

export const SMS_JOB = 'sms'
const PATIENCE_MS = 5000
/** A code lives five minutes: what has not left after three tries is no use to anybody. */
const MAX_TRIES = 3

/** Tells the gateway what was queued; a gateway in trouble is tried again by the queue. */
export const sendQueued = (kernel: Kernel, log: FastifyBaseLogger): JobKind<{ id: string }> => ({
  name: SMS_JOB,
  atOnce: 4,
  run: async ({ id }) => {
    const waiting = await waitingSms(kernel.db, id)
    if (!waiting) return
    const gateway = gatewayOf(kernel, log)
    if (!gateway) return void (await settleSms(kernel.db, id, { result: 0, message: text.noGateway }))
    try {
      const message = JSON.parse(kernel.keys.openField(waiting.sealed)) as SmsMessage
      const { receipt } = await gateway.send(message, AbortSignal.timeout(PATIENCE_MS))
      await settleSms(kernel.db, id, { result: 1, message: text.sent, receipt })
    } catch (error) {
      const fault = error instanceof SmsFault ? error : new SmsFault(text.unreachable, true)
      if (fault.retry && waiting.tries < MAX_TRIES) throw fault
      await settleSms(kernel.db, id, { result: 0, message: fault.message })
    }
  },
})
