import type { Generated } from 'kysely'
import type { Json, JsonWithDefault } from '../columns.ts'

/** Printed from the migrated database by `npm run print`; do not edit. A test fails when this copy is stale. */
export interface ProvisioningTables {
  changeDue: { objectType: 'user' | 'org' | 'access'; objectId: string; userId: string | null }
  pushFailure: { appId: string; objectType: 'user' | 'org'; objectId: string; logId: string }
  pushItem: {
    appId: string
    objectType: 'user' | 'org'
    objectId: string
    generation: Generated<number>
    createTime: Generated<string>
    dueTime: Generated<string>
    tries: Generated<number>
    userId: string | null
    isAuto: boolean
    taskId: string | null
    retryOf: string | null
    attempt: Generated<number>
    isHeld: Generated<boolean>
    isReleased: Generated<boolean>
    isOutside: Generated<boolean>
  }
  pushLink: {
    appId: string
    objectType: 'user' | 'org'
    objectId: string
    state: 'there' | 'disabled' | 'gone'
    stateTime: Generated<string>
    sentHash: string
    keys: Json<Record<string, unknown>>
    sentTime: Generated<string>
    isReleased: Generated<boolean>
  }
  pushTarget: {
    appId: string
    openTime: Generated<string>
    phone: Generated<'masked' | 'clear'>
    leaseUntil: string | null
    attempt: Generated<number>
    claimTime: Generated<string>
    waitUntil: Generated<string>
    faults: Generated<number>
    lastTime: string | null
    lastFault: string | null
    faultTime: string | null
    heldSince: string | null
    kind: Generated<'json' | 'scim'>
    scope: Generated<'all' | 'entitled'>
    compareDue: Generated<boolean>
    compareTime: Generated<string>
    compareAfter: Generated<string>
    scimUrl: string | null
    scimPatch: Generated<boolean>
    scimByExternalId: Generated<boolean>
    scimTime: string | null
  }
  syncConfig: {
    id: string
    name: string
    direction: 'in' | 'out'
    objectType: 'org' | 'user' | 'all'
    type: Generated<string>
    appId: string | null
    url: string | null
    method: Generated<'GET' | 'POST'>
    options: JsonWithDefault<Record<string, unknown>>
    mapping: Json<unknown>
    policy: JsonWithDefault<Record<string, unknown>>
    cron: string | null
    status: Generated<0 | 1>
    remark: string | null
    version: Generated<number>
    createTime: Generated<string>
    updateTime: Generated<string>
    editedBy: string | null
    inboxKey: Generated<string>
  }
  syncConflict: {
    syncId: string
    objectType: 'org' | 'user'
    originId: string
    runId: string
    name: string
    reason: string
    fields: Json<unknown>
    candidates: string[]
    choice: 'create' | 'ignore' | null
    createTime: Generated<string>
  }
  syncEvent: { syncId: string; eventId: string; createTime: Generated<string> }
  syncHint: { syncId: string; objectType: 'user' | 'org'; originId: string; createTime: Generated<string>; isLeaving: Generated<boolean> }
  syncLink: {
    syncId: string
    objectType: 'org' | 'user'
    originId: string
    objectId: string
    rowHash: Generated<string>
    objectVersion: number | null
    state: Generated<'linked' | 'gone'>
    isOwner: boolean
    goneSince: string | null
    goneRuns: Generated<number>
    disabledTime: string | null
  }
  syncLog: {
    id: string
    syncId: string | null
    syncName: string | null
    appId: string | null
    appName: string | null
    runId: string | null
    objectType: 'org' | 'user' | 'all'
    operateType: 'insert' | 'update' | 'delete' | 'run'
    objectId: string | null
    originId: string | null
    name: Generated<string>
    result: 0 | 1
    message: Generated<string>
    request: string | null
    response: string | null
    before: Json<Record<string, unknown>> | null
    after: Json<Record<string, unknown>> | null
    attempt: Generated<number>
    retryOf: string | null
    createTime: Generated<string>
  }
  syncRaw: { runId: string; objectType: string; originId: string; request: string; raw: string }
  syncRow: {
    runId: string
    objectType: string
    originId: string
    rowNo: number
    rowHash: string
    verdict: string | null
    mapped: string | null
    parentOriginId: string | null
    name: Generated<string>
    orgId: string | null
    targetId: string | null
    targetVersion: number | null
    goneRuns: number | null
    isOwner: boolean | null
    act: 'disable' | 'trash' | 'count' | 'link' | 'restore' | null
    changes: JsonWithDefault<unknown>
    faults: JsonWithDefault<unknown>
    meaning: Json<unknown> | null
    batchNo: number | null
    isDone: boolean | null
    difference: string | null
  }
  syncRun: {
    id: string
    syncId: string
    mode: 'plan' | 'full' | 'delta' | 'one' | 'relink'
    trigger: 'clock' | 'hand' | 'job' | 'event'
    state: Generated<
      | 'reading'
      | 'planned'
      | 'blocked'
      | 'replaced'
      | 'discarded'
      | 'lapsed'
      | 'released'
      | 'writing'
      | 'done'
      | 'part'
      | 'failed'
      | 'cancelled'
    >
    taskId: string | null
    userId: string | null
    beginTime: Generated<string>
    endTime: string | null
    isComplete: Generated<boolean>
    readOrg: Generated<number>
    readUser: Generated<number>
    counts: JsonWithDefault<unknown>
    brake: JsonWithDefault<unknown>
    losses: JsonWithDefault<unknown>
    digest: string | null
    onlyAdd: Generated<boolean>
    written: Generated<number>
    failed: Generated<number>
    planTime: string | null
    releasedBy: string | null
    releaseTime: string | null
    releaseReason: string | null
    report: Json<unknown> | null
    message: Generated<string>
    mark: Json<unknown> | null
    blockedSince: string | null
    writtenBatch: Generated<number>
    relink: Json<unknown> | null
  }
  syncSecret: { syncId: string; name: string; sealed: string }
  syncState: {
    syncId: string
    nextTime: string | null
    lastTime: string | null
    lastResult: 0 | 1 | 2 | 3 | null
    mark: Json<unknown> | null
    nextDelta: string | null
  }
  syncTold: {
    syncId: string
    objectType: 'user' | 'org'
    objectId: string
    state: 'there' | 'disabled' | 'gone'
    sentHash: string
    keys: Json<Record<string, unknown>>
    sentTime: Generated<string>
  }
}
