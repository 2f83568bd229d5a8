import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Flag, Stamp } from './columns.ts'

export interface ClaimFrom {
  claim: string
  from: string
}

/** Applications, what is in them, and who may what. */
export interface AppTables {
  appGroup: { id: string; name: string; sortNum: Generated<number>; createTime: Stamp; updateTime: Stamp }
  app: {
    id: string
    seq: GeneratedAlways<number>
    appGroupId: string
    name: string
    code: string
    logo: string | null
    homeUrl: string | null
    protocol: string
    redirectUris: Generated<string[]>
    postLogoutUris: Generated<string[]>
    logoutUri: string | null
    clientId: string
    accountFrom: Generated<string>
    claims: ColumnType<ClaimFrom[], string | undefined, string>
    isListed: Flag
    tokenSeconds: Generated<number>
    tokenAlg: Generated<'RS256' | 'ES256' | 'SM2'>
    ipWhitelist: Generated<string[]>
    singleLogout: Flag
    asksJob: Flag
    openPush: Flag
    pushUrl: string | null
    pushObject: string | null
    status: Flag
    sortNum: Generated<number>
    remark: string | null
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  actingJob: { appId: string; sessionId: string; jobId: string; createTime: Stamp }
  appPushSecret: { appId: string; secretCipher: string }
  clientSecret: {
    id: string
    appId: string | null
    apiClientId: string | null
    secretHash: string
    endTime: string | null
    createTime: Stamp
  }
  appRole: {
    id: string
    appId: string
    code: string
    name: string
    status: Flag
    remark: string | null
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  appResource: {
    id: string
    appId: string
    parentId: string
    aboveId: GeneratedAlways<string | null>
    code: string
    name: string
    type: string
    uri: string | null
    status: Flag
    sortNum: Generated<number>
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  appRoleResource: { id: GeneratedAlways<string>; appId: string; roleId: string; resourceId: string }
  appAccount: {
    id: GeneratedAlways<string>
    appId: string
    userId: string
    account: string | null
    status: Flag
    createTime: Stamp
    updateTime: Stamp
  }
  authGroup: {
    id: string
    name: string
    code: string
    status: Flag
    sortNum: Generated<number>
    remark: string | null
    version: Generated<number>
    createTime: Stamp
    updateTime: Stamp
  }
  appGrant: {
    id: string
    subjectType: string
    subjectId: string
    below: Generated<boolean>
    appId: string | null
    roleId: string | null
    groupId: string | null
    beginTime: string | null
    endTime: string | null
    grantedBy: string
    approvalId: string | null
    createTime: Stamp
  }
}
