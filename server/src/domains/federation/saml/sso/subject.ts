import { randomBytes } from 'node:crypto'
import { accessOf, actingJobOf } from '../../../apps/index.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { fieldsOf, mappedOf, type DbAndKeys, DEFAULT_MAPPING } from '../../protocol/fields.ts'
import { findPerson, type Person } from '../../protocol/person.sql.ts'
import { keepPersistentId, persistentIdOf } from './name-id.sql.ts'
import { reject } from '../problem.ts'
import type { Name } from './respond.ts'
import type { ServiceProvider } from '../sp.sql.ts'

const newName = () => `_${randomBytes(16).toString('hex')}`

interface Wanted {
  kind: Name['kind']
  /** Whether this is a sign-in test, which stores nothing. */
  isTest?: boolean
}

const EXAMPLE = '_<persistent>'

/**
 * The user's NameID of this kind; refused if the user has none. AllowCreate of the request has no effect, because every user has
 * a persistent identifier for each application, which is stored when it is first used.
 */
async function nameOf(kernel: DbAndKeys, sp: ServiceProvider, person: Person, { kind, isTest }: Wanted, account: string): Promise<Name> {
  if (kind === 'unspecified') return { kind, value: account }
  if (kind === 'transient') return { kind, value: newName() }
  // Only a proven and unique e-mail address names a user (N-03).
  if (kind === 'email') return { kind, value: (person.emailCounts ? person.email : null) ?? reject('nameId', 'email') }
  const existing = await persistentIdOf(kernel.db, sp.appId, person.id)
  if (existing !== undefined) return { kind, value: existing }
  return { kind, value: isTest ? EXAMPLE : await keepPersistentId(kernel.db, sp.appId, person.id, newName()) }
}

/** NameID and attributes of the user; undefined: they are no longer entitled. */
export async function subjectOf(kernel: Kernel, sp: ServiceProvider, who: { userId: string; sessionId?: string }, wanted: Wanted) {
  const userAndApp = { userId: who.userId, appId: sp.appId }
  const [person, access] = await Promise.all([findPerson(kernel.db, userAndApp), accessOf(kernel.db, userAndApp)])
  if (!person || !access) return undefined
  const { accountFrom, asksJob } = sp
  const { sessionId } = who
  const actingJobId =
    asksJob === 1 && sessionId !== undefined ? await actingJobOf(kernel.db, who.userId, { appId: sp.appId, sessionId }) : undefined
  const mapping = sp.claims.length > 0 ? sp.claims : DEFAULT_MAPPING
  const wants = (name: string) => mapping.some(({ from }) => from.startsWith(name))
  const fields = await fieldsOf(kernel, { person, roles: access.roles, accountFrom, wants, actingJobId })
  if (fields.account === undefined) return undefined
  const name = await nameOf(kernel, sp, person, wanted, String(fields.account))
  return { name, attributes: mappedOf(mapping, fields) }
}
