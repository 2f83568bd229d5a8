import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { send, type Sending } from './client.ts'
import { inBackground } from './error-log.ts'
import { CallError, ok, type AnySendable, type Envelope, type GivenQuery, type Sendable } from './transport/wire.ts'

interface CallOptions<Q, B> {
  query?: GivenQuery<Q> | undefined
  /** For POST calls that only read. */
  body?: B | undefined
  enabled?: boolean
  /** For paging: keeps the old rows until the new ones are loaded. */
  keepPrevious?: boolean
  staleTime?: number
  /** Refusals are not alerted; the component shows them. */
  quietly?: boolean
}

/** The reply of a call, cached by path and parameters. */
export function useCall<Q, B, R>(call: Sendable<Q, B, R>, asking: CallOptions<NoInfer<Q>, NoInfer<B>> = {}): UseQueryResult<R> {
  const { query, body, enabled = true, keepPrevious = false, staleTime = 0, quietly } = asking
  return useQuery({
    queryKey: keyOf(call, query, body),
    queryFn: ({ signal }) => fetchData(call, { query, body, signal, quietly } as Sending<Q, B>),
    enabled,
    staleTime,
    retry: false,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  })
}

/** The data of a successful reply; throws otherwise, so that a query shows its error state. */
export async function fetchData<Q, B, R>(call: Sendable<Q, B, R>, sending: Sending<NoInfer<Q>, NoInfer<B>> = {}): Promise<R> {
  const answer = await send(call, sending)
  if (ok(answer)) return answer.data
  throw new CallError(answer.message, { envelope: answer, isShown: answer.status === false })
}

export const keyOf = (call: AnySendable, ...parameters: unknown[]): unknown[] => [call.path, ...parameters]

export interface Action<Q, B, R> {
  /**
   * Never rejects for refusals or network failures: check `ok(answer)`. Refusals have been shown, except codes that pass
   * (specification section 8), whose message the caller shows.
   */
  run(input?: Sending<Q, B>): Promise<Envelope<R>>
  pending: boolean
}

/** A call that changes something; a second click while it runs joins the first. */
export function useAction<Q, B, R>(
  call: Sendable<Q, B, R>,
  { refreshes = [] }: { refreshes?: readonly AnySendable[] } = {},
): Action<Q, B, R> {
  const client = useQueryClient()
  const running = useRef<Promise<Envelope<R>>>(undefined)
  const [pending, setPending] = useState(false)

  async function act(input: Sending<Q, B>): Promise<Envelope<R>> {
    setPending(true)
    try {
      const answer = await send(call, input as Sending<NoInfer<Q>, NoInfer<B>>)
      if (ok(answer)) for (const { path } of refreshes) inBackground(client.invalidateQueries({ queryKey: [path] }))
      return answer
    } catch (error) {
      if (error instanceof CallError) return (error.envelope as Envelope<R>) ?? { code: error.kind, message: error.message, data: null }
      throw error
    } finally {
      running.current = undefined
      setPending(false)
    }
  }
  return { pending, run: (input = {}) => (running.current ??= act(input)) }
}
