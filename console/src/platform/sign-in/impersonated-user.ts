/** The impersonated user of this window (decision 0016); kept per window, so that other windows stay the user's own. */
export interface ImpersonatedUser {
  id: string
  realName: string
}

const KEY = 'hufu-view-as'
/** Named as in contract/permission/impersonation.ts; plain-calls.test.ts compares them. */
export const VIEW_AS_HEADER = 'view-as'

let viewed: ImpersonatedUser | undefined = storedUser()

function storedUser(): ImpersonatedUser | undefined {
  const stored = globalThis.sessionStorage?.getItem(KEY)
  return stored ? (JSON.parse(stored) as ImpersonatedUser) : undefined
}

export const impersonatedUser = (): ImpersonatedUser | undefined => viewed

export function impersonate(person: ImpersonatedUser): void {
  viewed = person
  sessionStorage.setItem(KEY, JSON.stringify(person))
}

export function stopImpersonating(): void {
  viewed = undefined
  globalThis.sessionStorage?.removeItem(KEY)
}
