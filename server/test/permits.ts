import type { Permit } from '@hufu/contract/call'
import { screens } from '@hufu/contract/screens'

/** Pages someone holds and, on each, his buttons. */
export type Holdings = Readonly<Record<string, readonly string[]>>

export const buttonsOn = (page: string): string[] =>
  screens
    .filter(screen => screen.type === 'button' && screen.parents.includes(page))
    .flatMap(screen => (typeof screen.code === 'string' ? [screen.code] : []))

/** D-33, told a second time and apart from kernel/rights.ts. */
export function permits(permit: Permit, holds: Holdings): boolean {
  if (permit === 'anyone' || permit === 'signedIn') return true
  if (permit === 'superAdmin' || permit === 'client') return false
  const held = Object.keys(holds)
  if (permit.pages === '*') return held.length > 0
  return permit.pages
    .filter(page => held.includes(page))
    .some(page => {
      const standing = permit.buttons.filter(code => buttonsOn(page).includes(code))
      return standing.length === 0 || standing.some(code => holds[page]!.includes(code))
    })
}
