import type { FastifyBaseLogger } from 'fastify'

let failures = 0
/** How often background work has failed in this process, for the metrics. */
export const backgroundFailures = (): number => failures

/** Starts work that nobody waits for: its failure is logged and counted, and ends nothing. */
export function runInBackground(log: Pick<FastifyBaseLogger, 'error'>, what: string, work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    failures++
    log.error({ err: error }, what)
  })
}

/** The last net: a rejection that nobody handles would end the process, and with it whatever it is doing for others. */
export function catchUnhandledRejections(log: Pick<FastifyBaseLogger, 'error'>, process: NodeJS.EventEmitter): void {
  process.on('unhandledRejection', (error: unknown) => {
    failures++
    log.error({ err: error }, 'unhandled rejection')
  })
}
