import { session } from './session.ts'

/**
 * What is being typed into a form, kept by this window until it is saved or given up: a session that ends meanwhile
 * takes nothing along. One at a time, for whoever typed it and no one else.
 */
interface Draft {
  owner: string
  /** The form's address. */
  path: string
  /** Of the record as it stood when typing began. */
  version: number | undefined
  values: unknown
}

const KEY = 'hufu-draft'

export function keepDraft(path: string, version: number | undefined, values: unknown): void {
  const draft: Draft = { owner: session.get().id, path, version, values }
  sessionStorage.setItem(KEY, JSON.stringify(draft))
}

export const dropDraft = (): void => sessionStorage.removeItem(KEY)

/** Gives it back to whoever typed it, at the form they typed it into. */
export function draftAt(path: string): { version: number | undefined; values: unknown } | undefined {
  const kept = sessionStorage.getItem(KEY)
  if (kept === null) return undefined
  const draft = JSON.parse(kept) as Draft
  if (draft.owner === session.get().id) return draft.path === path ? draft : undefined
  dropDraft()
  return undefined
}
