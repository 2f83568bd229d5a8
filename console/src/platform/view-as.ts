/** Whose view this window shows (decision 0016); kept by the window, so that another one of the same person stays their own. */
export interface Viewed {
  id: string
  realName: string
}

const KEY = 'hufu-view-as'
/** As contract/permission/impersonation.ts names it; plain-calls.test.ts holds it against the contract. */
export const VIEW_AS_HEADER = 'view-as'

let viewed: Viewed | undefined = restored()

function restored(): Viewed | undefined {
  const kept = globalThis.sessionStorage?.getItem(KEY)
  return kept ? (JSON.parse(kept) as Viewed) : undefined
}

export const viewedPerson = (): Viewed | undefined => viewed

export function impersonate(person: Viewed): void {
  viewed = person
  sessionStorage.setItem(KEY, JSON.stringify(person))
}

export function stopLooking(): void {
  viewed = undefined
  globalThis.sessionStorage?.removeItem(KEY)
}
