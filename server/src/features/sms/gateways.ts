import type { FastifyBaseLogger } from 'fastify'
import type { Kernel } from '../../kernel/kernel.ts'
import type { SmsGateway } from '../../outside/sms/gateway.ts'
import { openOutbox } from '../../outside/sms/outbox.ts'

/** The name of the gateway that is set up, '' where none is. */
export const gatewayName = ({ config, settings }: Pick<Kernel, 'config' | 'settings'>): string =>
  config.values['sms.gateway'] || (settings.mockProviders ? 'outbox' : '')

/** Undefined where none is set up. */
export function gatewayOf(kernel: Kernel, log: FastifyBaseLogger): SmsGateway | undefined {
  const name = gatewayName(kernel)
  if (name === 'outbox') return openOutbox(({ telephone, text }) => log.warn({ telephone, text }, 'sms outbox'))
  return undefined
}
