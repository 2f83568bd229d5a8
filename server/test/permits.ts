import type { AnyCall } from '@hufu/contract/call'
import { buttonsOf } from '@hufu/contract/buttons'
import { permitTable } from './permit-table.ts'

/** Pages someone holds and, on each, their buttons. */
export type Holdings = Readonly<Record<string, readonly string[]>>

export const buttonsOn = (page: string): readonly string[] => buttonsOf(page)

/**
 * Whether a user with these pages and buttons may make the call according to the table; a named button is always required (N-01).
 */
export function permits(call: AnyCall, holds: Holdings): boolean {
  const permit = permitTable[call.path] ?? ''
  if (permit === 'anyone' || permit === 'signedIn') return true
  if (permit === 'superAdmin' || permit === 'client') return false
  if (permit === 'any page') return Object.keys(holds).length > 0
  const [named, alone = ''] = permit.split('; ')
  const [pages, codes] = named!.split(' + ')
  const heldPages = pages!.split(' ').filter(page => page in holds)
  if (codes === undefined) return heldPages.length > 0
  return (
    heldPages.some(page => codes.split(' or ').some(code => holds[page]!.includes(code))) || alone.split(' ').some(page => page in holds)
  )
}
