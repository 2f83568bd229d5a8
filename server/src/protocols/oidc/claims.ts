import type { Account, AccountClaims, KoaContextWithOIDC } from 'oidc-provider'
import type { Kernel } from '../../kernel/kernel.ts'
import { accessOf, groupsOf } from '../../features/access/access.ts'
import type { OwnMetadata } from './client.sql.ts'
import { findPerson, jobsOf, type Job, type Person } from './person.sql.ts'

/** Which claims a scope asks for. */
export const CLAIMS = {
  openid: ['sub', 'auth_time'],
  profile: ['name', 'preferred_username', 'employee_number', 'updated_at'],
  email: ['email'],
  phone: ['phone_number'],
  org: ['org', 'jobs'],
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
  (client as { own?: OwnMetadata } | undefined)?.own ?? { tokenSeconds: 0, ipWhitelist: [] }

/**
 * The person behind a token, or undefined where he may not have it any more: gone, switched off, or no longer let into the
 * application. At the authorization endpoint the policy decides, which can say why.
 */
export const findAccountOf =
  (kernel: Kernel) =>
  async (ctx: KoaContextWithOIDC, sub: string, token?: { clientId?: string | undefined }): Promise<Account | undefined> => {
    const { db } = kernel
    const client = token?.clientId === undefined ? ctx.oidc.client : await ctx.oidc.provider.Client.find(token.clientId)
    const own = ownOf(client)
    if (own.appId === undefined) return undefined
    const person = await findPerson(db, sub, own.appId)
    if (!person) return undefined
    const access = await accessOf(db, sub, own.appId)
    if (token && !access) return undefined
    const roles = access?.roles ?? []
    return { accountId: sub, claims: (_use, scope) => claimsOf(kernel, { person, roles, own }, scope) }
  }

interface Subject {
  person: Person
  roles: { code: string; name: string }[]
  own: OwnMetadata
}

async function claimsOf({ db, keys }: Kernel, { person, roles, own }: Subject, scope: string): Promise<AccountClaims> {
  const asked = new Set(scope.split(' '))
  const mapped = own.claims ?? []
  const needs = (name: string) => asked.has(name) || mapped.some(({ from }) => from.startsWith(name))
  const jobs = needs('org') || needs('jobs') ? await jobsOf(db, person.id) : []
  const groups = needs('groups') ? (await groupsOf(db, person.id)).map(group => group.name) : []
  const phone = person.phoneCipher === null ? undefined : keys.openField(person.phoneCipher)
  const fields = fieldsOf({ person, phone, jobs, roles: roles.map(role => role.code), groups, accountFrom: own.accountFrom })
  const said = mapped.flatMap(({ claim, from }) => {
    const value = Object.hasOwn(fields, from) ? fields[from] : undefined
    return value === undefined || value === null || RESERVED.has(claim) ? [] : [[claim, value] as const]
  })
  return {
    sub: person.id,
    ...present({
      name: person.realName,
      preferred_username: fields.account,
      employee_number: person.employeeNumber,
      updated_at: person.updatedAt,
      email: person.email,
      phone_number: phone,
      org: fields.org,
      jobs: fields.jobs,
      roles: fields.roles,
      groups,
    }),
    [OWN_CLAIMS]: Object.fromEntries(said),
  }
}

interface Known {
  person: Person
  phone: string | undefined
  jobs: Job[]
  roles: string[]
  groups: string[]
  accountFrom: string | undefined
}

/** Everything a claim can come from, by the name the mapping gives it. */
function fieldsOf({ person, phone, jobs, roles, groups, accountFrom }: Known): Record<string, unknown> {
  const { id, userName, realName, email, employeeNumber, originUserId } = person
  const main = jobs.find(job => job.isMain)
  const plain: Record<string, unknown> = { id, userName, realName, email, employeeNumber, originUserId, phone }
  return {
    ...plain,
    account: person.account ?? plain[accountFrom ?? 'userName'] ?? userName,
    org: main && { id: main.orgId, name: main.orgName, code: main.orgCode },
    orgId: main?.orgId,
    orgName: main?.orgName,
    orgCode: main?.orgCode,
    jobs: jobs.map(told),
    roles,
    groups,
  }
}

const told = ({ orgId, orgName, orgCode, isMain, ...standing }: Job) => ({
  org: { id: orgId, name: orgName, code: orgCode },
  main: isMain,
  ...present({ ...standing }),
})

const present = (claims: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined && value !== null))
