import type { TokenAlg } from '@hufu/contract/apps/app-setting'

/** A secret that is valid now. */
export interface ValidSecret {
  hash: string
  /** Remaining seconds; null: without end. */
  rest: number | null
}

/** Hufu's metadata of a client beyond the standard's. */
export interface ExtraMetadata {
  appId?: string
  apiClientId?: string
  tokenSeconds: number
  tokenAlg?: TokenAlg
  ipWhitelist: string[]
  secrets: readonly ValidSecret[]
  /** The calls an API client was granted, as scopes. */
  calls?: readonly string[]
  claims?: readonly { claim: string; from: string }[]
  accountFrom?: string
  /** A user with several jobs is asked in which one they act. */
  asksJob?: boolean
  /** A confidential client may send a nonce instead of using PKCE. */
  acceptsNonceInsteadOfPkce?: boolean
  /** The scopes of OpenID Connect it may have; absent: all. */
  scopes?: readonly string[]
  /** offline_access is granted without prompt=consent. */
  isOffline?: boolean
  /** The user must consent before the application receives anything about them. */
  asksConsent?: boolean
  /** Held to FAPI 2.0. */
  isFapi?: boolean
  /** It is given only signed introspection responses (RFC 9701). */
  asksSigned?: boolean
  /** It is told of sign-outs by front-channel logout. */
  isToldByFrame?: boolean
  /** A resource server: it introspects its tokens and exchanges them. */
  isResource?: boolean
  /** Known only by its client metadata document: not an application of this server. */
  isExternal?: boolean
}
