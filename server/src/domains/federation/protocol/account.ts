import type { AccountFrom } from '@hufu/contract/apps/app'
import { isSharedAccount } from '../../apps/index.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { findPerson, type Person } from './person.sql.ts'

/** A field that is empty, an address that is not proven or not unique: undefined. No other kind of name stands in for it (N-03). */
const sources: Readonly<Record<AccountFrom, (person: Person, keys: Keys) => string | null | undefined>> = {
  id: person => person.id,
  userName: person => person.userName,
  phone: ({ phoneCipher }, keys) => (phoneCipher === null ? undefined : keys.openField(phoneCipher)),
  email: person => (person.emailCounts ? person.email : undefined),
  employeeNumber: person => person.employeeNumber,
  originUserId: person => person.originUserId,
}

/** The name an application knows a user by; undefined where the user has none of the kind it asks for. */
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

/** Why an application cannot know a user by name: the user has no such name, or somebody else has the same there. */
export async function accountProblemOf(kernel: Kernel, { userId, appId, accountFrom }: AccountQuery): Promise<AccountProblem | undefined> {
  const person = await findPerson(kernel.db, { userId, appId })
  const account = person && accountOf(kernel, person, accountFrom)
  if (account === undefined) return 'noAccount'
  return (await isSharedAccount(kernel.db, kernel.keys, { appId, userId, account })) ? 'accountShared' : undefined
}
