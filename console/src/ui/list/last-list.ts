import { createSessionStore } from '../../platform/session.ts'

/** The rows of the last shown list in order: gives the records before and after one. */
export const lastList = createSessionStore<{ ids: readonly string[] }>({ ids: [] })

/** Not for lists within a record. */
export function rememberList(rows: readonly { id: string }[]): void {
  if (!new URLSearchParams(location.search).has('id')) lastList.set({ ids: rows.map(({ id }) => id) })
}
