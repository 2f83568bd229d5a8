import type { Permit } from '@hufu/contract/call'
import type { ReactNode } from 'react'
import { useAction } from '../../platform/calls.ts'
import type { Envelope, Undo } from '../../platform/client.ts'
import { confirmAct } from '../dialog/confirm-act.ts'
import { useEnabling } from '../use-undo.ts'
import { toastIfDone } from '../toast-if-done.ts'
import { text } from './list-text.ts'

type SetStatus = Parameters<typeof useAction<{ status?: 0 | 1 | undefined }, { ids: string[] }, unknown>>
type Remove = Parameters<typeof useAction<undefined, { ids: string[] }, unknown>>

type Named = (name: string) => string
type Counted = (count: number) => string

/** Sentences of a list whose rows can be enabled, disabled and deleted. */
interface Words {
  remove: string
  enableTitle: Named
  disableTitle: Named
  removeTitle: Named
  enableMany: Counted
  disableMany: Counted
  removeMany: Counted
  done: string
  removed: string
}

interface Parts<R> {
  calls: { setStatus: SetStatus[0] & { permit: Permit }; remove: Remove[0] }
  /** The calls that show these rows. */
  refreshes: NonNullable<SetStatus[1]>['refreshes']
  words: Words
  /** What a title calls a row. */
  nameOf: (row: R) => string
  /** The consequences for these rows. */
  statusText: (rows: readonly R[], status: 0 | 1) => string
  removeText: (rows: readonly R[]) => ReactNode
  /** Called after success, before the message. */
  onDone: () => void
}

/** Enables, disables and deletes rows: each asks first and names the consequences. */
export function useListActs<R extends { id: string; status: number }>(parts: Parts<R>) {
  const { calls, words, nameOf, statusText, removeText, onDone } = parts
  const refreshed = { refreshes: parts.refreshes ?? [] }
  const setStatus = useAction(calls.setStatus, refreshed)
  const remove = useAction(calls.remove, refreshed)
  const enabling = useEnabling(calls.setStatus, refreshed.refreshes)
  const finish = (answer: Envelope, sentence: string, undo?: Undo) => {
    if (toastIfDone(answer, sentence, undo)) onDone()
  }
  const idsOf = (rows: readonly R[]) => ({ ids: rows.map(row => row.id) })
  const titled = (rows: readonly R[], named: Named, counted: Counted) =>
    rows.length === 1 ? named(nameOf(rows[0]!)) : counted(rows.length)
  const setStatuses = (rows: readonly R[], status: 0 | 1) =>
    confirmAct({
      title: status ? titled(rows, words.enableTitle, words.enableMany) : titled(rows, words.disableTitle, words.disableMany),
      content: statusText(rows, status),
      okText: status ? text.enable : text.disable,
      danger: status === 0,
      run: async () => {
        const enabled = idsOf(rows.filter(row => row.status === 1)).ids
        finish(await setStatus.run({ query: { status }, body: idsOf(rows) }), words.done, enabling(enabled, status))
      },
    })
  const removeMany = (rows: readonly R[]) =>
    confirmAct({
      title: titled(rows, words.removeTitle, words.removeMany),
      content: removeText(rows),
      okText: words.remove,
      danger: true,
      run: async () => finish(await remove.run({ body: idsOf(rows) }), words.removed),
    })
  return {
    finish,
    setStatus: (row: R, status: 0 | 1) => setStatuses([row], status),
    setStatuses,
    remove: (row: R) => removeMany([row]),
    removeMany,
  }
}
