import type { ProviderRules } from '@hufu/contract/federation/identity-provider'
import type { PublicKeys } from '@hufu/contract/federation/oidc-client'
import type { SamlPeer, SamlProblemName } from '@hufu/contract/federation/saml'
import type { ConnectProblem } from '@hufu/contract/federation/connect'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, JsonWithDefault } from '../columns.ts'

/** Printed from the migrated database by `npm run print`; do not edit. A test fails when this copy is stale. */
export interface FederationTables {
  apiClient: {
    id: string
    name: string
    clientId: string
    ipWhitelist: Generated<string[]>
    endTime: string | null
    status: Generated<0 | 1>
    remark: string | null
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
    limitPerMinute: number | null
  }
  apiClientCall: { clientId: string; call: string; id: GeneratedAlways<string>; openedBy: string | null }
  apiClientUse: { clientId: string; call: string; lastTime: Generated<string>; lastIp: string }
  apiItem: {
    id: string
    groupName: string
    name: string
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    path: string
    call: GeneratedAlways<string>
    openable: Generated<0 | 1>
    status: Generated<0 | 1>
    builtIn: Generated<0 | 1>
    remark: string | null
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  appRegistration: {
    appId: string
    tokenId: string
    accessHash: string
    authMethod: 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt'
    grantTypes: string[]
    registered: Json<unknown>
    about: Json<Record<string, string>>
    approvedTime: string | null
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  appRequest: {
    id: string
    appId: string
    userId: string
    tokenHash: string
    scopes: string[]
    resources: Generated<string[]>
    bindingMessage: Generated<string>
    ip: string
    createTime: Generated<string>
    endTime: string
    answer: 'yes' | 'no' | null
    answerTime: string | null
    sessionId: string | null
    factor: '' | 'any' | 'crypto' | null
    authTime: string | null
    polledTime: string | null
    takenTime: string | null
  }
  casLogin: {
    id: string
    sessionId: string
    appId: string
    service: string
    ticketSealed: string
    tries: Generated<number>
    dueTime: string | null
    createTime: Generated<string>
  }
  firstSignIn: { appId: string; createTime: Generated<string> }
  identityLink: {
    id: string
    providerId: string
    subject: string
    userId: string
    name: string
    origin: 'self' | 'rule' | 'made'
    createTime: Generated<string>
    lastLoginTime: string | null
  }
  identityProvider: {
    id: string
    name: string
    code: string
    kind: 'oidc' | 'cas' | 'saml'
    options: Json<Record<string, unknown>>
    forceAuthn: Generated<boolean>
    rules: Json<ProviderRules>
    orgId: string | null
    isShown: Generated<0 | 1>
    status: Generated<0 | 1>
    sortNum: Generated<number>
    remark: string | null
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
    keptBy: string | null
  }
  identityProviderSecret: { providerId: string; sealed: string }
  madeUser: { userId: string; providerId: string }
  oidcAgent: { appId: string; agentId: string; scopes: string[] }
  oidcClient: {
    appId: string
    pkce: Generated<'required' | 'nonce'>
    scopes: string[] | null
    offline: Generated<0 | 1>
    asksConsent: Generated<0 | 1>
    authMethod: Generated<'secret' | 'key' | 'tls' | 'selfSigned'>
    jwks: Json<PublicKeys> | null
    fapi: Generated<0 | 1>
    version: Generated<number>
    updateTime: Generated<string>
    signedRequest: Generated<0 | 1>
    signedResponse: Generated<0 | 1>
    signedIntrospection: Generated<0 | 1>
    ciba: Generated<0 | 1>
    certificates: Generated<string>
    frontchannelUri: string | null
  }
  oidcConsent: {
    id: string
    userId: string
    clientId: string
    clientName: string
    clientHost: string
    resourceId: string | null
    scopes: string[]
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  oidcDetailType: {
    type: string
    appId: string
    label: string
    explanation: Generated<string>
    fields: Json<unknown>
    sortNum: Generated<number>
  }
  oidcKey: {
    kid: string
    alg: 'ES256' | 'RS256' | 'SM2'
    sealed: string
    beginTime: string
    endTime: string | null
    createTime: Generated<string>
  }
  oidcLogout: { id: string; clientId: string; userId: string; sid: string; tries: Generated<number>; dueTime: Generated<string> }
  oidcPayload: {
    type: string
    idHash: string
    payload: Json<Record<string, unknown>>
    grantId: string | null
    userCode: string | null
    uid: string | null
    expiresAt: string
    consumedAt: string | null
    parentHash: string | null
  }
  oidcResource: {
    appId: string
    identifier: string
    tokenFormat: Generated<'opaque' | 'jwt'>
    version: Generated<number>
    updateTime: Generated<string>
  }
  oidcScope: { appId: string; name: string; label: string; explanation: Generated<string>; sortNum: Generated<number> }
  refusedRequest: {
    id: string
    appId: string
    problem: ConnectProblem
    sent: string
    detail: string
    ip: string
    createTime: Generated<string>
  }
  registrationToken: {
    id: string
    name: string
    tokenHash: string
    maxUses: number
    uses: Generated<number>
    endTime: string
    redirectHosts: Generated<string[]>
    redirectSchemes: Generated<string[]>
    grantTypes: string[]
    scopes: string[] | null
    appGroupId: string | null
    needsApproval: 0 | 1
    revokedTime: string | null
    createTime: Generated<string>
  }
  samlDecryptionKey: { kid: string; sealed: string; certificate: string; createTime: Generated<string> }
  samlKey: { kid: string; sealed: string; certificate: string; beginTime: Generated<string>; endTime: string | null }
  samlLogin: {
    id: string
    sessionId: string
    appId: string
    nameId: string
    nameFormat: string
    sessionIndex: string
    state: Generated<'in' | 'told' | 'failed' | 'unreachable'>
    tries: Generated<number>
    dueTime: string | null
    createTime: Generated<string>
  }
  samlMetadata: {
    appId: string
    validUntil: string | null
    etag: string | null
    fetchTime: string | null
    dueTime: string | null
    tries: Generated<number>
    fault: string | null
    faultTime: string | null
    proposalId: string | null
    proposal: Json<unknown> | null
    proposalWhy: 'hosts' | 'keys' | null
    proposalTime: string | null
  }
  samlNameId: { appId: string; userId: string; value: string; createTime: Generated<string> }
  samlRefusal: { id: string; appId: string; problem: SamlProblemName; detail: string; ip: string; createTime: Generated<string> }
  samlSp: {
    appId: string
    entityId: string
    name: Generated<string>
    acs: Json<SamlPeer['acs']>
    slo: JsonWithDefault<SamlPeer['slo']>
    signingCerts: Generated<string[]>
    encryptionCert: string | null
    algorithms: Generated<string[]>
    nameId: Generated<'persistent' | 'transient' | 'email' | 'unspecified'>
    wantsSignedRequest: Generated<0 | 1>
    signWhat: Generated<'both' | 'assertion' | 'response'>
    encrypt: Generated<'never' | 'always'>
    allowCbc: Generated<0 | 1>
    allowUnsolicited: Generated<0 | 1>
    relayStateStart: string | null
    skewSeconds: Generated<number>
    kid: string | null
    ignored: Generated<string[]>
    version: Generated<number>
    updateTime: Generated<string>
    metadataUrl: string | null
    metadataPin: string | null
  }
  scimClient: {
    clientId: string
    rootOrg: string
    defaultOrg: string
    unknownOrg: Generated<'default' | 'refuse'>
    groupsAre: Generated<'workGroup' | 'label' | 'org'>
    onDelete: Generated<'delete' | 'disable'>
    adopts: Generated<0 | 1>
    brakePercent: Generated<number>
    brakeLeast: Generated<number>
    state: Generated<'open' | 'blocked'>
    blockedWhy: string | null
    blockedTime: string | null
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  scimExtra: {
    clientId: string
    type: 'User' | 'Group' | 'Organization'
    id: string
    doc: Json<unknown>
    isGone: Generated<boolean>
    goneAs: string | null
  }
  scimLink: { clientId: string; type: 'User' | 'Group' | 'Organization'; externalId: string; id: string; createTime: Generated<string> }
  scimRemoval: {
    id: GeneratedAlways<number>
    clientId: string
    kind: 'delete' | 'disable' | 'members' | 'org'
    recordId: string
    createTime: Generated<string>
  }
}
