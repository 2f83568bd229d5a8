/** The impersonated user of this window (decision 0016); kept per window, so that other windows stay the user's own. */
export interface Viewed {
  id: string
  realName: string
}

const KEY = 'hufu-view-as'
/** Named as in contract/permission/impersonation.ts; plain-calls.test.ts compares them. */
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
