import { z } from 'zod'
import { tokenAlgs } from '../apps/app-setting.ts'
import { webUriProblem } from '../apps/app-uri.ts'
import { button, get, post } from '../call.ts'
import { done, flag, id } from '../shapes.ts'

/** Scopes of OpenID Connect an application may ask for. */
export const oidcScopes = ['openid', 'profile', 'email', 'phone', 'org', 'roles', 'groups', 'offline_access'] as const
export type OidcScope = (typeof oidcScopes)[number]
export const pkceModes = ['required', 'nonce'] as const
/** The available algorithms that FAPI 2.0 allows for ID tokens. */
export const FAPI_TOKEN_ALG = 'ES256'
/**
 * tls: a certificate issued by an authority, recognised by its subject;
 * selfSigned: exactly one of the registered certificates (RFC 8705).
 */
export const authMethods = ['secret', 'key', 'tls', 'selfSigned'] as const
export const showsCertificate = (method: (typeof authMethods)[number] | undefined): boolean => method === 'tls' || method === 'selfSigned'

const JWKS_MAX = 5
const KEY_PART_MAX = 2000
const keyTypes = ['RSA', 'EC', 'OKP'] as const
const keyAlgs = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as const
interface PublicKey {
  kty: (typeof keyTypes)[number]
  use?: 'sig'
  alg?: (typeof keyAlgs)[number]
  key_ops?: ['verify']
  kid?: string
  n?: string
  e?: string
  crv?: string
  x?: string
  y?: string
}
export interface PublicKeys {
  keys: PublicKey[]
}

const isOneOf = (list: readonly unknown[]) => (value: unknown) => list.includes(value)
const isKeyPart = (value: unknown) => typeof value === 'string' && value.length > 0 && value.length <= KEY_PART_MAX
const keyMemberChecks: Readonly<Record<string, (value: unknown) => boolean>> = {
  kty: isOneOf(keyTypes),
  use: isOneOf(['sig']),
  alg: isOneOf(keyAlgs),
  key_ops: value => Array.isArray(value) && value.every(isOneOf(['verify'])),
  ...Object.fromEntries(['kid', 'n', 'e', 'crv', 'x', 'y'].map(name => [name, isKeyPart])),
}
const isPublicKey = (key: unknown): key is PublicKey =>
  typeof key === 'object' &&
  key !== null &&
  'kty' in key &&
  Object.entries(key).every(([name, value]) => Object.hasOwn(keyMemberChecks, name) && keyMemberChecks[name]!(value))

/**
 * Reads a pasted JSON Web Key Set; undefined unless it holds public keys only: a private key has members that are refused.
 * Not a schema, because the console calls it too and loads no schemas.
 */
export function publicKeysIn(typed: string): PublicKeys | undefined {
  try {
    const set = JSON.parse(typed) as { keys?: unknown } | null
    const keys: unknown = set?.keys
    if (!Array.isArray(keys) || keys.length === 0 || keys.length > JWKS_MAX || Object.keys(set!).length !== 1) return undefined
    return keys.every(isPublicKey) ? { keys } : undefined
  } catch {
    return undefined
  }
}

export const OidcClient = z.object({
  appId: z.string(),
  /** The client has neither a secret nor a key. */
  isPublic: z.boolean(),
  pkce: z.enum(pkceModes),
  /** null: all scopes. */
  scopes: z.array(z.enum(oidcScopes)).nullable(),
  offline: z.number(),
  asksConsent: z.number(),
  authMethod: z.enum(authMethods),
  /** The text of the key set; '' without one. */
  jwks: z.string(),
  /** In PEM; '' without one. */
  certificates: z.string(),
  /** Whether this server takes certificates of applications (HUFU_MTLS_URL). */
  hasMtls: z.boolean(),
  fapi: z.number(),
  /** Authorization requests must be signed with the client's key (RFC 9101). */
  signedRequest: z.number(),
  /** Authorization responses must be signed (JARM). */
  signedResponse: z.number(),
  /** Introspection answers are signed only (RFC 9701). */
  signedIntrospection: z.number(),
  /** The client may use CIBA. */
  ciba: z.number(),
  /** The address the browser loads in a hidden frame at sign-out (OpenID Connect Front-Channel Logout 1.0); '': none. */
  frontchannelUri: z.string(),
  /** The algorithm of its ID tokens. */
  tokenAlg: z.enum(tokenAlgs),
  version: z.number(),
})
export type OidcClient = z.infer<typeof OidcClient>

const JWKS_PROBLEM = '公钥格式不正确，应为只含公钥的 JWKS，最多5个'
const CERTIFICATES_PROBLEM = '证书不能超过20000个字符'
export const OidcClientDraft = z.strictObject({
  appId: id,
  pkce: z.enum(pkceModes),
  scopes: z
    .array(z.enum(oidcScopes))
    .max(oidcScopes.length)
    .refine(list => new Set(list).size === list.length)
    .nullable(),
  offline: flag,
  asksConsent: flag,
  authMethod: z.enum(authMethods),
  jwks: z
    .string()
    .max(20_000, JWKS_PROBLEM)
    .refine(typed => typed.trim() === '' || publicKeysIn(typed) !== undefined, JWKS_PROBLEM),
  fapi: flag,
  /** Absent: unchanged. */
  certificates: z.string().max(20_000, CERTIFICATES_PROBLEM).optional(),
  signedRequest: flag.optional(),
  signedResponse: flag.optional(),
  signedIntrospection: flag.optional(),
  ciba: flag.optional(),
  frontchannelUri: z
    .string()
    .superRefine((uri, { addIssue }) => {
      const message = uri === '' ? undefined : webUriProblem(uri)
      if (message !== undefined) addIssue({ code: 'custom', message })
    })
    .optional(),
  version: z.int(),
})
export type OidcClientDraft = z.infer<typeof OidcClientDraft>

const edits = button(['/app/list'], 'edit-c')
const ofApp = z.object({ appId: id })

export const oidcClient = {
  get: get('/v3/oidcClient/get', { permit: edits, query: ofApp, reply: OidcClient }),
  update: post('/v3/oidcClient/update', {
    permit: button(['/app/list'], 'edit-app'),
    stepUp: true,
    reads: 'get',
    body: OidcClientDraft,
    reply: done,
  }),
}
