import type { FastifyBaseLogger } from 'fastify'
import { isConnectionLost } from '../http/errors.ts'
import { runInBackground } from '../tasks/background-work.ts'
import type { Pulse } from './pulse.ts'

/**
 * A log for work that fails again and again during an outage: the pulse logs when the database goes and when it is
 * back, and connections lost in between are not logged.
 */
export function quietLog(log: FastifyBaseLogger, pulse: Pick<Pulse, 'isOutage'>): FastifyBaseLogger {
  const quiet = (level: 'warn' | 'error') => {
    const write = log[level].bind(log) as (...entry: unknown[]) => void
    return (...entry: unknown[]): void => {
      const [first] = entry
      const error = first !== null && typeof first === 'object' && 'err' in first ? first.err : undefined
      if (!isConnectionLost(error)) return write(...entry)
      runInBackground(
        log,
        'pulse of the database',
        pulse.isOutage().then(isKnown => (isKnown ? undefined : write(...entry))),
      )
    }
  }
  const child: FastifyBaseLogger['child'] = (...given) => quietLog(log.child(...given), pulse)
  const own: Readonly<Record<PropertyKey, unknown>> = { warn: quiet('warn'), error: quiet('error'), child }
  return new Proxy(log, { get: (target, name) => own[name] ?? (Reflect.get(target, name) as unknown) })
}
