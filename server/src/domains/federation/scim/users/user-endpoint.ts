import { hashGiven } from '../../../directory/index.ts'
import type { Caller } from '../caller.ts'
import type { Endpoint } from '../protocol/endpoint.ts'
import { missing, problem } from '../protocol/problem.ts'
import { isSelected } from '../protocol/project.ts'
import { withTargets, operationsOf, patched, type Operation } from '../protocol/patch.ts'
import { readerOf } from '../reader.ts'
import { isObject, resourceFor, type Resource } from '../protocol/resource.ts'
import { userType } from '../protocol/schema.ts'
import { text } from '../text.ts'
import { userLister } from './user-list.sql.ts'
import { userResource } from './user-resource.ts'
import { readUser } from './user.sql.ts'
import { changeUser, createUser, deleteUser, replaced, type PasswordHash } from './user-write.ts'

/** Refuses a password from a client without `writePassword`. Hashes before the transaction, because hashing is slow. */
async function hashed(caller: Caller, password: unknown, resource: Resource): Promise<PasswordHash> {
  if (typeof password !== 'string') return undefined
  if (!caller.holds('writePassword')) problem(403, text.passwordNotGranted)
  await caller.use('writePassword')
  return hashGiven(caller.kernel, password, namesIn(resource))
}

/** The names that a password must not resemble. */
const namesIn = ({ userName, displayName, name }: Resource): string[] => {
  const { familyName, givenName, formatted } = isObject(name) ? name : {}
  return [userName, displayName, formatted, `${String(familyName ?? '')}${String(givenName ?? '')}`].flatMap(one =>
    typeof one === 'string' ? [one] : [],
  )
}

/** The names of a user in the client's scope; none for others, who are answered as unknown later. */
async function presentNames(caller: Caller, id: string): Promise<Resource> {
  const row = await readUser(caller.kernel.db, readerOf(caller), id)
  return row ? { userName: row.userName, displayName: row.realName } : {}
}

function passwordIn(operations: readonly Operation[]): unknown {
  const passwords = [...withTargets(userType, operations)].filter(({ target, operation }) => target.attribute.name === 'password' && operation.op !== 'remove') // prettier-ignore
  return passwords.at(-1)?.operation.value
}

/** Drops the password: it is hashed separately and no stored resource contains it. */
function withoutPassword(resource: Resource): Resource {
  const { password: _, ...rest } = resource
  return rest
}

export const userEndpoint: Endpoint = {
  type: userType,
  reads: 'readUsers',
  writes: 'writeUsers',
  lister: userLister,
  get: async (caller, id, wanted) => {
    const { kernel, base } = caller
    const row = (await readUser(kernel.db, readerOf(caller), id, isSelected(wanted, userType, 'groups'))) ?? missing()
    return userResource(row, { base, keys: kernel.keys, isSensitive: caller.holds('readSensitive') })
  },
  create: async (caller, body) => {
    const resource = resourceFor(userType, body)
    const hash = await hashed(caller, resource.password, resource)
    return ctx => createUser(ctx, withoutPassword(resource), hash)
  },
  replace: async (caller, id, { body, ifMatch }) => {
    const resource = resourceFor(userType, body)
    const hash = await hashed(caller, resource.password, resource)
    const isSensitive = caller.holds('readSensitive')
    return ctx => changeUser(ctx, id, { make: before => replaced(withoutPassword(resource), before, isSensitive), hash, ifMatch })
  },
  patch: async (caller, id, { body, ifMatch }) => {
    const operations = operationsOf(body)
    const hash = await hashed(caller, passwordIn(operations), await presentNames(caller, id))
    return ctx => changeUser(ctx, id, { make: ({ whole }) => withoutPassword(patched(userType, whole, operations)), hash, ifMatch })
  },
  remove:
    (id, { ifMatch }) =>
    async ctx => {
      await deleteUser(ctx, id, ifMatch)
      return undefined
    },
}
