import type { TokenAlg } from '@hufu/contract/apps/app-setting'

/** A secret that holds now. */
export interface ValidSecret {
  hash: string
  /** For how many seconds more; null: until it is ended. */
  rest: number | null
}

/** What we know of a client besides the standard's own metadata. */
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
  /** Who has several jobs is asked in which one they act. */
  asksJob?: boolean
  /** A confidential client that sends a nonce where others prove possession of a code verifier. */
  takesNonce?: boolean
  /** The scopes of OpenID Connect it may have; absent: all. */
  scopes?: readonly string[]
  /** offline_access is granted without prompt=consent. */
  isOffline?: boolean
  /** The user is asked before it is told anything. */
  asksConsent?: boolean
  /** Held to FAPI 2.0. */
  isFapi?: boolean
  /** Asked about tokens, it is answered by signed answers alone. */
  asksSigned?: boolean
  /** Sign-outs are told to it by the browser. */
  isToldByFrame?: boolean
  /** A resource server: it introspects its tokens and exchanges them. */
  isResource?: boolean
  /** Known by its metadata document alone, or registered by itself: no application of ours. */
  isExternal?: boolean
}
