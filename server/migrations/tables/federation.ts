import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from '../columns.ts'

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
  apiClientCall: { clientId: string; call: string; id: GeneratedAlways<string> }
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
  scimExtra: { clientId: string; type: 'User' | 'Group' | 'Organization'; id: string; doc: Json<unknown>; isGone: Generated<boolean> }
  scimLink: { clientId: string; type: 'User' | 'Group' | 'Organization'; externalId: string; id: string; createTime: Generated<string> }
  scimRemoval: {
    id: GeneratedAlways<number>
    clientId: string
    kind: 'delete' | 'disable' | 'members' | 'org'
    recordId: string
    createTime: Generated<string>
  }
}
