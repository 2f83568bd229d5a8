import type { FastifyBaseLogger } from 'fastify'

let failures = 0
/** How often background work has failed in this process, for the metrics. */
export const backgroundFailures = (): number => failures

/** Starts work that nobody waits for; a failure is logged and counted, and does not end the process. */
export function runInBackground(log: Pick<FastifyBaseLogger, 'error'>, what: string, work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    failures++
    log.error({ err: error }, what)
  })
}

/** Logs rejections nobody handles, which would otherwise end the process and all its other work. */
export function catchUnhandledRejections(log: Pick<FastifyBaseLogger, 'error'>, process: NodeJS.EventEmitter): void {
  process.on('unhandledRejection', (error: unknown) => {
    failures++
    log.error({ err: error }, 'unhandled rejection')
  })
}
