import type { Provider } from 'oidc-provider'
import { isOutage } from '../../../platform/http/errors.ts'

export const UNAVAILABLE = 503
/** What a program reads while the database is out (RFC 6749, 4.1.2.1 has the name). */
export const unavailable = { error: 'temporarily_unavailable', error_description: 'the service is unavailable, try again later' }

/** Answers 503 where the library answers 500 because the database is out or busy: the same request may succeed later. */
export function answerOutages(provider: Provider): void {
  const interrupted = new WeakSet<object>()
  provider.on('server_error', (ctx, error) => {
    if (isOutage(error)) interrupted.add(ctx)
  })
  provider.use(async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      if (!isOutage(error)) throw error
      interrupted.add(ctx)
      ctx.body = unavailable
    }
    if (!interrupted.has(ctx)) return
    ctx.status = UNAVAILABLE
    // A page already has the sentence.
    if (typeof ctx.body !== 'string') ctx.body = unavailable
  })
}
