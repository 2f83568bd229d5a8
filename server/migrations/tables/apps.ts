import type { Generated, GeneratedAlways } from 'kysely'
import type { ClaimFrom, JsonWithDefault } from '../columns.ts'

/** Printed from the migrated database by `npm run print`; do not edit. A test fails when this copy is stale. */
export interface AppsTables {
  actingJob: { appId: string; sessionId: string; jobId: string; createTime: Generated<string> }
  app: {
    id: string
    seq: GeneratedAlways<number>
    appGroupId: string
    name: string
    code: string
    logo: string | null
    homeUrl: string | null
    protocol: 'oauth2' | 'cas' | 'saml' | 'form' | 'resource'
    redirectUris: Generated<string[]>
    postLogoutUris: Generated<string[]>
    logoutUri: string | null
    clientId: string
    accountFrom: Generated<'userName' | 'phone' | 'email' | 'employeeNumber' | 'originUserId' | 'id'>
    claims: JsonWithDefault<ClaimFrom[]>
    isListed: Generated<0 | 1>
    tokenSeconds: Generated<number>
    ipWhitelist: Generated<string[]>
    singleLogout: Generated<0 | 1>
    openPush: Generated<0 | 1>
    pushUrl: string | null
    pushObject: 'org' | 'user' | 'all' | null
    status: Generated<0 | 1>
    sortNum: Generated<number>
    remark: string | null
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
    asksJob: Generated<0 | 1>
    tokenAlg: Generated<'RS256' | 'ES256' | 'SM2'>
  }
  appAccount: {
    id: GeneratedAlways<string>
    appId: string
    userId: string
    account: string | null
    status: Generated<0 | 1>
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  appGrant: {
    id: string
    subjectType: 'user' | 'org' | 'label' | 'workGroup' | 'post' | 'stripe' | 'authGroup'
    subjectId: string
    below: Generated<boolean>
    appId: string | null
    roleId: string | null
    groupId: string | null
    beginTime: string | null
    endTime: string | null
    grantedBy: string
    approvalId: string | null
    createTime: Generated<string>
  }
  appGroup: { id: string; name: string; sortNum: Generated<number>; createTime: Generated<string>; updateTime: Generated<string> }
  appPushSecret: { appId: string; secretCipher: string }
  appResource: {
    id: string
    appId: string
    parentId: string
    aboveId: GeneratedAlways<string | null>
    code: string
    name: string
    type: 'menu' | 'button' | 'api'
    uri: string | null
    status: Generated<0 | 1>
    sortNum: Generated<number>
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  appRole: {
    id: string
    appId: string
    code: string
    name: string
    status: Generated<0 | 1>
    remark: string | null
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  appRoleResource: { id: GeneratedAlways<string>; appId: string; roleId: string; resourceId: string }
  appVisit: {
    id: string
    appId: string
    userId: string
    sessionId: string
    protocol: string
    fault: Generated<string>
    ip: string
    browser: string
    os: string
    visitTime: Generated<string>
    agent: Generated<string>
  }
  authGroup: {
    id: string
    name: string
    code: string
    status: Generated<0 | 1>
    sortNum: Generated<number>
    remark: string | null
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
  }
  clientSecret: {
    id: string
    appId: string | null
    apiClientId: string | null
    secretHash: string
    endTime: string | null
    createTime: Generated<string>
  }
}
