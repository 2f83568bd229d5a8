import { z } from 'zod'
import { Path } from '../apps/access.ts'
import { URI_LENGTH_MAX } from '../apps/app-uri.ts'
import { button, post } from '../call.ts'
import { id } from '../shapes.ts'
import { samlProblems } from './saml.ts'

/** Scopes an application may request; `openid` is always requested. */
export const testedScopes = ['openid', 'profile', 'email', 'phone', 'org', 'roles', 'groups', 'offline_access'] as const
export type TestedScope = (typeof testedScopes)[number]

/** Blockers of a sign-in, and notes about it. */
export const blockers = {
  // These stop every user.
  protocolMissing: 'stops',
  appDisabled: 'stops',
  noAddress: 'stops',
  addressUnknown: 'stops',
  /** `about`: the application the address belongs to. */
  addressOfAnother: 'stops',
  /** The metadata of the other party are missing. */
  noMetadata: 'stops',
  // These stop this user.
  personDisabled: 'stops',
  noAccess: 'stops',
  changePassword: 'stops',
  /** `about`: the kind of account name the user lacks (an e-mail address must be verified and unique). */
  accountMissing: 'stops',
  /** Another user has the same account name in the application. */
  accountShared: 'stops',
  // These do not stop the user.
  secondFactor: 'notes',
  /** `about`: the only addresses allowed. */
  ipWhitelist: 'notes',
  noSecret: 'notes',
  /** `about`: attributes of the mapping that are not sent, because they are empty. */
  claimEmpty: 'notes',
} as const
export type BlockerName = keyof typeof blockers
export const Blocker = z.object({
  name: z.enum(Object.keys(blockers) as [BlockerName, ...BlockerName[]]),
  stops: z.boolean(),
  about: z.array(z.string()),
})
export type Blocker = z.infer<typeof Blocker>

const anyClaims = z.record(z.string(), z.unknown())
/** What a code and tokens would contain; no code and no token is issued. */
export const OidcSignInTest = z.object({
  /** Where the browser would be sent; null: nowhere. */
  redirect: z.string().nullable(),
  /** null: there would be no token. */
  header: anyClaims.nullable(),
  claims: anyClaims.nullable(),
  userinfo: anyClaims.nullable(),
  /** Lifetimes in seconds. */
  lives: z.object({ code: z.number(), idToken: z.number(), accessToken: z.number(), refreshToken: z.number() }).nullable(),
})
export type OidcSignInTest = z.infer<typeof OidcSignInTest>
export const CasSignInTest = z.object({
  redirect: z.string().nullable(),
  ticketSeconds: z.number(),
  /** Answers of /p3/serviceValidate, /serviceValidate and /validate. */
  third: z.string(),
  second: z.string(),
  first: z.string(),
})
export type CasSignInTest = z.infer<typeof CasSignInTest>

export const SamlSignInTest = z.object({
  /** The assertion consumer service the browser would be sent to. */
  redirect: z.string().nullable(),
  /** The value for a sign-in by password. */
  contextClass: z.string(),
  /** The encryption of the assertion; null: none. */
  encryption: z.string().nullable(),
  /** The assertion as it would be before it is signed and encrypted. */
  assertion: z.string().nullable(),
  /** Why there would be no assertion. */
  problem: z.enum(samlProblems).nullable(),
})
export type SamlSignInTest = z.infer<typeof SamlSignInTest>

export const SignInTest = z.object({
  /** Whether the user would get in. */
  open: z.boolean(),
  hurdles: z.array(Blocker),
  roles: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  paths: z.array(Path),
  /** The account name under which the application would know the user. */
  account: z.string().nullable(),
  oidc: OidcSignInTest.nullable(),
  cas: CasSignInTest.nullable(),
  saml: SamlSignInTest.nullable(),
})
export type SignInTest = z.infer<typeof SignInTest>

export const signInTest = {
  /**
   * Shows what an application would receive about a user who signs in now. No
   * session starts, and nothing produced here is valid anywhere.
   */
  run: post('/v3/app/testSignIn', {
    permit: button(['/app/list'], 'test-sign-in'),
    body: z.strictObject({
      appId: id,
      userId: id,
      /** One of the registered addresses; absent: the first. */
      address: z.string().max(URI_LENGTH_MAX).optional(),
      scopes: z.array(z.enum(testedScopes)).max(testedScopes.length).optional(),
    }),
    reply: SignInTest,
  }),
}
