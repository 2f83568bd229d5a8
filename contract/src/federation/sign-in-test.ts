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
  // Nobody gets in.
  protocolMissing: 'stops',
  appDisabled: 'stops',
  noAddress: 'stops',
  addressUnknown: 'stops',
  /** `about`: whose it is. */
  addressOfAnother: 'stops',
  /** The other party is not known. */
  noMetadata: 'stops',
  // They do not get in.
  personDisabled: 'stops',
  noAccess: 'stops',
  changePassword: 'stops',
  /** `about`: the kind of account name the user has none of (an address must be proven and unique). */
  accountMissing: 'stops',
  /** Somebody else is known there by the same name. */
  accountShared: 'stops',
  // They do, but.
  secondFactor: 'notes',
  /** `about`: the only ones there are. */
  ipWhitelist: 'notes',
  noSecret: 'notes',
  /** `about`: attributes of the mapping that are not sent, for there is nothing in them. */
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
/** Neither a code nor a token: what would stand in them. */
export const OidcSignInTest = z.object({
  /** Where the browser would be sent; null: nowhere. */
  redirect: z.string().nullable(),
  /** null: there would be no token. */
  header: anyClaims.nullable(),
  claims: anyClaims.nullable(),
  userinfo: anyClaims.nullable(),
  /** How long in seconds. */
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
  /** After a sign-in by password. */
  contextClass: z.string(),
  /** The encryption of the assertion; null: none. */
  encryption: z.string().nullable(),
  /** Unsigned, and in clear. */
  assertion: z.string().nullable(),
  /** Why there would be none. */
  problem: z.enum(samlProblems).nullable(),
})
export type SamlSignInTest = z.infer<typeof SamlSignInTest>

export const SignInTest = z.object({
  /** Nothing stops them. */
  open: z.boolean(),
  hurdles: z.array(Blocker),
  roles: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  paths: z.array(Path),
  /** Under which name the application would know them. */
  account: z.string().nullable(),
  oidc: OidcSignInTest.nullable(),
  cas: CasSignInTest.nullable(),
  saml: SamlSignInTest.nullable(),
})
export type SignInTest = z.infer<typeof SignInTest>

export const signInTest = {
  /** What an application would be told of a person if they signed in now. They are not signed in, and nothing made here opens anything. */
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
