import type { Account, AccountClaims, Client, KoaContextWithOIDC } from 'oidc-provider'
import type { Kernel } from '../../../platform/kernel.ts'
import { accessOf, actingJobOf } from '../../apps/index.ts'
import { accountOf as accountNameOf } from '../protocol/account.ts'
import { fieldsOf, mappedOf, present, type Told } from '../protocol/fields.ts'
import type { OwnMetadata } from './client.sql.ts'
import { findPerson, type Person } from '../protocol/person.sql.ts'

/** Which claims a scope asks for. */
export const CLAIMS = {
  openid: ['sub', 'auth_time'],
  profile: ['name', 'preferred_username', 'employee_number', 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  org: ['org', 'jobs', 'acting_job'],
  roles: ['roles'],
  groups: ['groups'],
}

/** Where the claims an application defines for itself travel until they have passed the sieve of scopes. */
export const OWN_CLAIMS = 'hufu:own'

/** What a mapping may never say: by these a token is believed. */
const RESERVED = new Set(
  'sub iss aud exp iat nbf jti nonce azp auth_time acr amr sid at_hash c_hash s_hash events scope client_id cnf'.split(' '),
)

/** What the library knows of a client, and what we do. */
export const ownOf = (client: object | undefined): OwnMetadata =>
  (client as { own?: OwnMetadata } | undefined)?.own ?? { tokenSeconds: 0, ipWhitelist: [], secrets: [] }

/** The client of a token; one that has just been read for this request is not read again. */
export async function clientOf({ oidc }: KoaContextWithOIDC, clientId: string): Promise<Client | undefined> {
  return oidc.client?.clientId === clientId ? oidc.client : oidc.provider.Client.find(clientId)
}

/**
 * The person behind a token, or undefined where they may not have it any more: gone, switched off, or no longer let into the
 * application. At the authorization endpoint the policy decides, which can say why.
 */
export const findAccountOf =
  (kernel: Kernel) =>
  async (ctx: KoaContextWithOIDC, sub: string, token?: Shown): Promise<Account | undefined> => {
    const client = token?.clientId === undefined ? ctx.oidc.client : await clientOf(ctx, token.clientId)
    return accountOf(kernel, ownOf(client), sub, { hasAccess: token !== undefined, sessionId: token?.sessionUid })
  }

/** Of a token, as far as it matters here. */
interface Shown {
  clientId?: string | undefined
  /** The session of the console it was given in, also where that has ended. */
  sessionUid?: string | undefined
}

interface Situation {
  /** Only who may open the application just now. */
  hasAccess: boolean
  sessionId?: string | undefined
}

export async function accountOf(
  kernel: Told,
  own: OwnMetadata,
  sub: string,
  { hasAccess, sessionId }: Situation,
): Promise<Account | undefined> {
  const { appId } = own
  if (appId === undefined) return undefined
  const rolesOf = async () => (await accessOf(kernel.db, { userId: sub, appId }))?.roles
  const [person, known] = await Promise.all([findPerson(kernel.db, { userId: sub, appId }), hasAccess ? rolesOf() : undefined])
  if (!person || (hasAccess && (!known || accountNameOf(kernel, person, own.accountFrom) === undefined))) return undefined
  const claims = async (_use: string, scope: string) =>
    claimsOf(kernel, { person, roles: known ?? (await rolesOf()) ?? [], own, sessionId }, scope)
  return { accountId: sub, claims }
}

interface Subject {
  person: Person
  roles: { code: string; name: string }[]
  own: OwnMetadata
  sessionId: string | undefined
}

async function claimsOf(kernel: Told, { person, roles, own, sessionId }: Subject, scope: string): Promise<AccountClaims> {
  const asked = new Set(scope.split(' '))
  const mapped = own.claims ?? []
  const wants = (name: string) => asked.has(name) || mapped.some(({ from }) => from.startsWith(name))
  const isAsked = own.asksJob === true && own.appId !== undefined && sessionId !== undefined
  const actingJobId = isAsked ? await actingJobOf(kernel.db, person.id, { appId: own.appId!, sessionId }) : undefined
  const fields = await fieldsOf(kernel, { person, roles, accountFrom: own.accountFrom, wants, actingJobId })
  return {
    sub: person.id,
    ...present({
      name: person.realName,
      preferred_username: fields.account,
      employee_number: person.employeeNumber,
      updated_at: person.updatedAt,
      email: person.email,
      email_verified: fields.emailVerified,
      phone_number: fields.phone,
      phone_number_verified: fields.phoneVerified,
      org: fields.org,
      jobs: fields.jobs,
      acting_job: fields.actingJob,
      roles: fields.roles,
      groups: fields.groups,
    }),
    [OWN_CLAIMS]: Object.fromEntries(mappedOf(mapped, fields).filter(([claim]) => !RESERVED.has(claim))),
  }
}
