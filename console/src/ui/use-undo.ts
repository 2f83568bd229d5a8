import type { Permit } from '@hufu/contract/call'
import { useQueryClient } from '@tanstack/react-query'
import { CallError, notifier, ok, send, type AnySendable, type Sendable, type Sending, type Undo } from '../platform/client.ts'
import { WARNING_MS } from '../platform/constants.ts'
import { inBackground } from '../platform/error-log.ts'
import { useMay } from './permitted.ts'
import { text } from './text.ts'

type SetStatus = Sendable<{ status?: 0 | 1 | undefined }, { ids: string[] }, unknown> & { permit: Permit }

/** More calls than this would take too long one after the other. */
const CALLS_MAX = 100

/**
 * For what takes an act back: a call, sent once for each input, after which `refreshes` are read again. Undefined where the
 * caller may not make that call, or there is nothing to take back. `remarkOf`: what the reply says could not be taken back.
 */
export function useUndo(refreshes: readonly AnySendable[]) {
  const client = useQueryClient()
  const may = useMay()
  return <Q, B, R>(
    call: Sendable<Q, B, R> & { permit: Permit },
    inputs: readonly Sending<NoInfer<Q>, NoInfer<B>>[],
    remarkOf?: (reply: NoInfer<R>) => string | undefined,
  ): Undo | undefined => {
    if (inputs.length === 0 || inputs.length > CALLS_MAX || !may(call)) return undefined
    return async () => {
      const remarks = new Set<string | undefined>()
      try {
        for (const input of inputs) {
          const answer = await send(call, input)
          if (!ok(answer)) return
          remarks.add(remarkOf?.(answer.data))
        }
      } catch (error) {
        // The client has shown the refusal.
        if (error instanceof CallError) return
        throw error
      } finally {
        for (const { path } of refreshes) inBackground(client.invalidateQueries({ queryKey: [path] }))
      }
      const exceptions = [...remarks].filter(remark => remark !== undefined)
      if (exceptions.length === 0) return notifier.done(text.undone)
      notifier.toast(text.undoneExcept(exceptions), WARNING_MS, 'warning')
    }
  }
}

/** For what takes disabling back: `ids` are those that were enabled before. Undefined for enabling. */
export function useEnabling(call: SetStatus, refreshes: readonly AnySendable[]) {
  const undoBy = useUndo(refreshes)
  return (ids: string[], status: 0 | 1) => undoBy(call, status === 0 && ids.length > 0 ? [{ query: { status: 1 }, body: { ids } }] : [])
}
