import type { AccountFrom } from '@hufu/contract/apps/app'
import { isSharedAccount } from '../../apps/index.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { findPerson, type Person } from './person.sql.ts'

/** Undefined if the field is empty, or the address unverified or shared. No other field is used instead (N-03). */
const sources: Readonly<Record<AccountFrom, (person: Person, keys: Keys) => string | null | undefined>> = {
  id: person => person.id,
  userName: person => person.userName,
  phone: ({ phoneCipher }, keys) => (phoneCipher === null ? undefined : keys.openField(phoneCipher)),
  email: person => (person.emailCounts ? person.email : undefined),
  employeeNumber: person => person.employeeNumber,
  originUserId: person => person.originUserId,
}

/** The account name by which an application knows a user; undefined if the user has none of the required kind. */
export function accountOf({ keys }: Pick<Kernel, 'keys'>, person: Person, accountFrom: string | undefined): string | undefined {
  const from = (accountFrom ?? 'userName') as AccountFrom
  return person.account ?? sources[from](person, keys) ?? undefined
}

export type AccountProblem = 'noAccount' | 'accountShared'

interface AccountQuery {
  userId: string
  appId: string
  accountFrom: string | undefined
}

/** Why the user cannot have an account name in the application: they have none, or another user has the same. */
export async function accountProblemOf(kernel: Kernel, { userId, appId, accountFrom }: AccountQuery): Promise<AccountProblem | undefined> {
  const person = await findPerson(kernel.db, { userId, appId })
  const account = person && accountOf(kernel, person, accountFrom)
  if (account === undefined) return 'noAccount'
  return (await isSharedAccount(kernel.db, kernel.keys, { appId, userId, account })) ? 'accountShared' : undefined
}
