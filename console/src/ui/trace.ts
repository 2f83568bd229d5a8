import { CallError } from '../platform/client.ts'

/** What a person may be told of an error, and the number by which the server's log knows it. */
export function traceOf(error: unknown): { message: string; trace: string } {
  if (!(error instanceof CallError)) return { message: '', trace: '' }
  const { traceId } = (error.envelope ?? {}) as { traceId?: string }
  return { message: error.message, trace: traceId ?? '' }
}
