import { CallError } from '../platform/client.ts'

/** The message of an error for users, and its trace number in the server's log. */
export function traceOf(error: unknown): { message: string; trace: string } {
  if (!(error instanceof CallError)) return { message: '', trace: '' }
  const { traceId } = (error.envelope ?? {}) as { traceId?: string }
  return { message: error.message, trace: traceId ?? '' }
}
