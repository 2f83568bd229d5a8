import { session } from './session.ts'

/**
 * The values typed into a form, kept by this window until saved or discarded, so that an ended session loses nothing. One
 * draft at a time, only for the user who typed it.
 */
interface Draft {
  owner: string
  /** The form's address. */
  path: string
  /** The version of the record when typing began. */
  version: number | undefined
  values: unknown
}

const KEY = 'hufu-draft'

export function keepDraft(path: string, version: number | undefined, values: unknown): void {
  const draft: Draft = { owner: session.get().id, path, version, values }
  sessionStorage.setItem(KEY, JSON.stringify(draft))
}

export const dropDraft = (): void => sessionStorage.removeItem(KEY)

/** Returns the draft to the user who typed it, in the same form. */
export function draftAt(path: string): { version: number | undefined; values: unknown } | undefined {
  const stored = sessionStorage.getItem(KEY)
  if (stored === null) return undefined
  const draft = JSON.parse(stored) as Draft
  if (draft.owner === session.get().id) return draft.path === path ? draft : undefined
  dropDraft()
  return undefined
}
