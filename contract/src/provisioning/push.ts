import { problems } from '../text.ts'
import { z } from 'zod'
import { button, get, menu, post } from '../call.ts'
import { count, done, expected, filters, id, ids, optionalText, REMARK_MAX } from '../shapes.ts'
import { pushObjects } from '../apps/app-setting.ts'
import { orgDeletedPush, orgPush } from '../directory/org.ts'
import { userPush } from '../directory/user.ts'
import { started } from '../task.ts'

/** The types of objects that are pushed to applications. */
export const pushTypes = ['user', 'org'] as const
export type PushType = (typeof pushTypes)[number]
const pushType = z.enum(pushTypes)
export const pushOperates = ['insert', 'update', 'delete'] as const
export type PushOperate = (typeof pushOperates)[number]

/** How telephone numbers are sent to an application. */
export const pushPhones = ['masked', 'clear'] as const
/**
 * How an application receives pushes: as signed JSON (D-56), or as a SCIM server, whose
 * base address is the push address and whose bearer token is the secret.
 */
export const pushKinds = ['json', 'scim'] as const
export type PushKind = (typeof pushKinds)[number]

/** Which users are pushed to an application: all, or those who may open it. */
export const pushScopes = ['all', 'entitled'] as const

const Named = z.object({ id: z.string(), name: z.string() })

/** An object, and the operation that would be pushed. */
export const PushName = z.object({ objectType: pushType, operateType: z.enum(pushOperates), id: z.string(), name: z.string() })
export type PushName = z.infer<typeof PushName>

export const PushState = z.object({
  appId: z.string(),
  openPush: z.number(),
  pushObject: z.enum(pushObjects).nullable(),
  /**
   * `held`: the brake holds deletions and disablings until a release. `broken`:
   * the application did not answer; the next try is at `retryTime`.
   */
  state: z.enum(['open', 'held', 'broken']),
  retryTime: z.string().nullable(),
  /** The number of objects waiting to be pushed, and since when the oldest has waited. */
  queued: z.number(),
  waitingSince: z.string().nullable(),
  /** The times of the last push the application accepted, and of the last that failed. */
  lastTime: z.string().nullable(),
  lastFaultTime: z.string().nullable(),
  lastFault: z.string().nullable(),
  /** Objects whose last push failed for good. */
  failed: z.number(),
  /** The number of objects the application received and has not been told to delete. */
  told: z.object({ user: z.number(), org: z.number() }),
  held: z.object({
    count: z.number(),
    since: z.string().nullable(),
    /** So many deletions and disablings pass within an hour without being held. */
    limit: z.number(),
    /** The first of the held objects. */
    names: z.array(PushName),
    /**
     * Users whose changes are held may not release them; if there is no other
     * administrator, they may after ten minutes, with a reason.
     */
    mayRelease: z.boolean(),
    releaseTime: z.string().nullable(),
  }),
  /** A dry run compares all users and organisations, so it requires a scope over every organisation. */
  mayDryRun: z.boolean(),
  phone: z.enum(pushPhones),
  kind: z.enum(pushKinds),
  scope: z.enum(pushScopes),
})
export type PushState = z.infer<typeof PushState>

/** What would be pushed to one application if it were aligned now. Nothing is sent. */
export const PushDryRun = z.object({
  counts: z.array(
    z.object({
      objectType: pushType,
      insert: z.number(),
      /** Includes the objects that would be disabled. */
      update: z.number(),
      disable: z.number(),
      delete: z.number(),
      unchanged: z.number(),
    }),
  ),
  /** The first ten of each type and operation. */
  names: z.array(PushName),
  /** False if time ran out before everything was compared. */
  isWhole: z.boolean(),
  compared: z.number(),
})
export type PushDryRun = z.infer<typeof PushDryRun>

const pages = ['/organiz/index', '/organiz/org-list'] as const
const appPage = menu('/app/appSetting', '/app/list', '/sync/config')
const appButton = button(['/app/appSetting'], 'edit-app-setting')
const appIds = ids.min(1, problems.appNotChosen)
const orgIds = ids.min(1, '请选择机构')
const byApp = z.object({ appId: id })

export const push = {
  users: post('/v3/user/pushUser', {
    permit: userPush.permit,
    body: z.strictObject({ userIds: ids.nullish(), appIds, query: filters, expected }),
    reply: started,
  }),
  deletedUsers: post('/v3/user/pushDeletedUser', {
    permit: userPush.permit,
    body: z.strictObject({ userIds: ids.min(1, problems.userNotChosen), appIds }),
    reply: started,
  }),
  orgs: post('/v3/org/pushOrg', { permit: orgPush.permit, body: z.strictObject({ orgIds, appIds }), reply: started }),
  deletedOrgs: post('/v3/org/pushDeletedOrg', {
    permit: orgDeletedPush.permit,
    body: z.strictObject({ orgIds, appIds }),
    reply: started,
  }),
  /** For the dialogs of the four calls above: the applications that receive pushes of this type of object. */
  listApp: get('/v3/push/listApp', {
    permit: button(pages, 'push-user', 'push-org'),
    query: z.object({ objectType: pushType }),
    reply: z.array(Named),
  }),
  state: get('/v3/push/state', { permit: appPage, query: byApp, reply: PushState }),
  updateSetting: post('/v3/push/updateSetting', {
    permit: appButton,
    stepUp: true,
    body: z.strictObject({
      appId: id,
      phone: z.enum(pushPhones),
      kind: z.enum(pushKinds).optional(),
      scope: z.enum(pushScopes).optional(),
    }),
    reply: done,
  }),
  dryRun: get('/v3/push/dryRun', { permit: appPage, query: byApp, reply: PushDryRun }),
  /** Pushes everything to an application that it does not know yet. */
  align: post('/v3/push/align', { permit: appButton, body: z.strictObject({ appId: id }), reply: started }),
  /** Releases what the brake holds, and answers how many objects that was. */
  release: post('/v3/push/release', {
    permit: appButton,
    stepUp: true,
    body: z.strictObject({ appId: id, reason: optionalText(REMARK_MAX) }),
    reply: count,
  }),
}
