import { createStore } from '../../platform/store.ts'

/** The rows of the list that was shown last, in their order: what stands before and after a record. */
export const lastList = createStore<{ ids: readonly string[] }>({ ids: [] })

/** A list within a record is not the one it was opened from. */
export function rememberList(rows: readonly { id: string }[]): void {
  if (!new URLSearchParams(location.search).has('id')) lastList.set({ ids: rows.map(({ id }) => id) })
}
