import { type Blocker, type BlockerName, blockers } from '@hufu/contract/federation/sign-in-test'
import { isRegistered } from '@hufu/contract/apps/app-uri'
import type { Kernel } from '../../../platform/kernel.ts'
import type { Principal } from '../../../platform/access/sessions.ts'
import { ownerOfService } from '../cas/sign-in-test.ts'
import { fieldsOf } from '../protocol/fields.ts'
import { findPerson, type Person } from '../protocol/person.sql.ts'
import { type Access, accessOf, isSharedAccount } from '../../apps/index.ts'
import type { TestedApp } from './sign-in-test.sql.ts'

const blockerOf = (name: BlockerName, about: readonly string[] = []): Blocker => ({
  name,
  stops: blockers[name] === 'stops',
  about: [...about],
})

/** Blockers that apply to every user. */
export async function blockersOfApp(kernel: Kernel, app: TestedApp, address: string | undefined): Promise<Blocker[]> {
  const { protocol, redirectUris } = app
  if (protocol === 'form') return [blockerOf('protocolMissing')]
  const found = app.status === 1 ? [] : [blockerOf('appDisabled')]
  if (address === undefined) return [...found, blockerOf(protocol === 'saml' ? 'noMetadata' : 'noAddress')]
  if (!isRegistered(protocol, redirectUris, address)) return [...found, blockerOf('addressUnknown', [address])]
  const owner = protocol === 'cas' ? await ownerOfService(kernel, address) : undefined
  return owner && owner.id !== app.id ? [...found, blockerOf('addressOfAnother', [owner.name])] : found
}

export interface SignInTestInput {
  userId: string
  person: Person | undefined
  access: Access | undefined
}

export async function findSubject({ db }: Kernel, userId: string, appId: string): Promise<SignInTestInput> {
  return { userId, person: await findPerson(db, { userId, appId }), access: await accessOf(db, { userId, appId }) }
}

/** What keeps the user out, in the order of the access checks, and what they must do first. */
export async function blockersOfPerson(kernel: Kernel, { userId, person, access }: SignInTestInput, caller: Principal): Promise<Blocker[]> {
  if (!person) return [blockerOf('personDisabled')]
  const { sessions, config } = kernel
  const isForced = config.values.updatePasswordMode === 'force' && (await sessions.forcedOf(userId)).hasForceChangePwd
  const { rights } = await sessions.seenAs(caller, userId)
  return [
    ...(isForced ? [blockerOf('changePassword')] : []),
    ...(rights.secondFactor === '' ? [] : [blockerOf('secondFactor')]),
    ...(access ? [] : [blockerOf('noAccess')]),
  ]
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Claims that would be missing, and the account name the application would get. */
export async function blockersOfFields(kernel: Kernel, app: TestedApp, { userId, person, access }: SignInTestInput) {
  const found: Blocker[] = []
  if (app.protocol === 'oauth2' && !app.hasSecret) found.push(blockerOf('noSecret'))
  if (app.ipWhitelist.length > 0) found.push(blockerOf('ipWhitelist', app.ipWhitelist))
  if (!person) return { account: null, found }
  const { accountFrom } = app
  const fields = await fieldsOf(kernel, { person, roles: access?.roles ?? [], accountFrom, wants: () => true })
  const account = fields.account === undefined ? null : String(fields.account)
  if (account === null) found.push(blockerOf('accountMissing', [accountFrom]))
  else if (await isSharedAccount(kernel.db, kernel.keys, { appId: app.id, userId, account }))
    found.push(blockerOf('accountShared', [account]))
  const empty = app.claims.filter(({ from }) => isNothing(fields[from]))
  if (empty.length > 0) found.push(blockerOf('claimEmpty', empty.map(({ claim }) => claim))) // prettier-ignore
  return { account, found }
}
