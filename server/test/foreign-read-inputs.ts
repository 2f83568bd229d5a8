import type { Describe } from './foreign-inputs.ts'

/** Reading calls whose fields alone do not say what a valid request is. */
export const describedReads: Readonly<Record<string, Describe>> = {
  'appRole.auth': own => [{ query: { id: own.app } }],
  'authorize.byTarget': own => Object.entries({ user: own.user, org: own.org, workGroup: own.group }).map(([targetType, targetId]) => ({ query: { targetType, targetId } })), // prettier-ignore
  'authorize.preview': own => [{ body: { targetType: 'user', targetIds: [own.user], apps: [{ appId: own.app, roleIds: [own.appRole] }] } }],
  'timeline.ofUser': own => [{ query: { id: own.user } }],
  'timeline.ofOrg': own => [{ query: { id: own.org } }],
  'timeline.ofApp': own => [{ query: { id: own.app } }],
  'timeline.ofRole': own => [{ query: { id: own.role } }],
  'timeline.ofAppRole': own => [{ query: { id: own.appRole } }],
  'diagnosis.explain': own => [{ query: { userId: own.user, appId: own.app } }],
  'certificate.isBound': own => [{ body: { userId: own.boss } }],
  'identityLink.ofUser': own => [{ query: { userId: own.user } }],
  'scan.bindings': own => [{ query: { userId: own.boss } }],
  'user.profile': own => [{ body: { id: own.boss } }],
  'file.base64': own => [{ query: { fileId: own.file } }],
  'file.describe': own => [{ query: { fileId: own.file } }],
  'file.download': own => [{ query: { fileId: own.file } }],
  'org.deletedById': own => [{ query: { id: own.goneOrg } }],
  'user.deletedById': own => [{ query: { id: own.gone } }],
  'user.recoverable': own => [{ query: { userId: own.gone } }],
  'sms.byId': own => [{ query: { id: own.sms } }],
  'stats.orgLogin': own => [{ query: { parentId: own.org, beginTime: '2026-01-01', endTime: '2026-12-31' } }],
  'workGroup.pageMember': own => [{ query: { workGroupId: own.group } }],
  'workGroup.members': own => [{ query: { workGroupId: own.group } }],
  'review.byId': own => [{ query: { id: own.askedRequest } }],
  'review.outlook': own => [{ query: { objectType: 'user', operateType: 'update', objectId: own.user } }, { query: { objectType: 'org', operateType: 'delete', objectId: own.org } }], // prettier-ignore
}
