import type { AnyCall } from '@hufu/contract/call'
import { describedReads } from './foreign-read-inputs.ts'
import { described, filled, idFields, type Describe, type Made } from './foreign-inputs.ts'
import { shapeOf } from './fuzz-input.ts'
import type { Subject } from './harness.ts'
import { sheet } from './sheets.ts'
import type { Branch } from './two-branches.ts'
import { calls } from './walk.ts'

export interface CoveredCall {
  name: string
  call: AnyCall
  inputs: Describe
  /** Paths in the contract that hold an id. */
  fields: string[]
}

const byFields = (name: string, call: AnyCall) => (own: Branch): Made => {
  const [noun = ''] = name.split('.')
  return {
    ...(call.query && { query: filled(noun, shapeOf(call.query), '', own) as Record<string, unknown> }),
    ...(call.body && { body: filled(noun, shapeOf(call.body), '', own) }),
  }
} // prettier-ignore

const fieldsOf = (call: AnyCall) => [call.query, call.body].flatMap(schema => (schema ? idFields(shapeOf(schema)) : []))

/** Every changing call that takes an id and that a delegated administrator can reach, from the contract. */
export const coveredCalls: readonly CoveredCall[] = calls.flatMap(({ name, call }) => {
  const { permit } = call
  const fields = fieldsOf(call)
  const isOpen = permit === 'signedIn' || typeof permit === 'object'
  if (!call.changes || !isOpen || (fields.length === 0 && described[name] === undefined)) return []
  const byItself: Describe = own => {
    const made = byFields(name, call)(own)
    return name.endsWith('setStatus') ? [0, 1].map(status => ({ ...made, query: { ...made.query, status } })) : [made]
  }
  return [{ name, call, inputs: described[name] ?? byItself, fields }]
})

/** Every reading call that takes an id. */
export const reads: readonly CoveredCall[] = calls.flatMap(({ name, call }) => {
  const fields = fieldsOf(call)
  const isOpen = !call.changes && !isForSuperAdminsOrSystems(call) && call.permit !== 'anyone'
  return isOpen && fields.length > 0 ? [{ name, call, inputs: describedReads[name] ?? (own => [byFields(name, call)(own)]), fields }] : []
})

/** Calls that refuse own ids, too, so their own tests cover them. */
export const unreachableCalls: Readonly<Record<string, string>> = {
  'dataHistory.byId': 'no delegated administrator holds a page of devops',
  'dataHistory.listByRecord': 'no delegated administrator holds a page of devops',
  'dataHistory.previewOfUser': 'wants a change of the object (timeline-restore.test.ts)',
  'dataHistory.previewOfOrg': 'wants a change of the object (timeline-restore.test.ts)',
  'dataHistory.previewOfApp': 'wants a change of the object (timeline-restore.test.ts)',
  'dataHistory.previewOfRole': 'wants a change of the object (timeline-restore.test.ts)',
  'dataHistory.previewOfAppRole': 'wants a change of the object (timeline-restore.test.ts)',
  'dataHistory.page': 'no delegated administrator holds a page of devops',
  'gradeAdmin.shrinkPreview': 'only who may hand on',
  'operLog.byId': 'no branch has acted yet',
  'push.dryRun': 'wants an application that is pushed to',
  'review.candidates': 'wants a request that is examined',
  'sync.byId': 'sources are connected for everybody: the page is not meant for delegated administrators',
  'identityProvider.byId': 'providers are there for everybody: the page is not meant for delegated administrators',
  'sync.getRun': 'sources are connected for everybody: the page is not meant for delegated administrators',
  'syncLog.byId': 'no branch has been synchronised yet',
  'saml.get': 'wants an application of this protocol',
  'resourceServer.get': 'wants an application of this kind',
  'userLabel.mergePreview': 'wants two labels',
  'userLabel.preview': 'a rule looks at the whole house',
  'workGroup.preview': 'a rule looks at the whole house',
}

function isForSuperAdminsOrSystems({ permit }: AnyCall): boolean {
  return permit === 'superAdmin' || permit === 'client'
}
const isCovered = (name: string) => coveredCalls.some(one => one.name === name)
export const uncoveredCalls = calls.flatMap(({ name, call }) =>
  call.changes && !isCovered(name) && !isForSuperAdminsOrSystems(call) ? [name] : [],
)

/** Calls of super administrators and API clients, with foreign ids in every field that takes one. */
export const restrictedCalls = (foreign: Branch) =>
  calls.flatMap(({ name, call }) =>
    call.changes && isForSuperAdminsOrSystems(call) ? [{ name, call, made: byFields(name, call)(foreign) }] : [],
  )

/** Fields of the contract that none of the inputs fills with an id. */
export function fieldsWithoutId({ name, fields }: CoveredCall, inputs: readonly Made[]): string[] {
  const sentPaths = new Set(inputs.flatMap(({ query, body }) => [query, body]).flatMap(part => pathsOf(part)))
  return fields.filter(field => !sentPaths.has(field) && name + field !== 'user.savejobs[].id').map(field => `${name} ${field}`)
}
const pathsOf = (value: unknown, path = ''): string[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, Array.isArray(value) ? `${path}[]` : path === '' ? key : `${path}.${key}`)) // prettier-ignore
    : [path]

const asText = (value: unknown) => (value !== null && typeof value === 'object' ? JSON.stringify(value) : value)
const textAt = (values: object, ...keys: string[]) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, keys.length === 0 || keys.includes(key) ? asText(value) : value])) // prettier-ignore

/** The request as sent: filters in a query become JSON text, a sheet becomes a file. */
export async function requestOf({ query, body, sheet: cells }: Made): Promise<Parameters<Subject['send']>[1]> {
  return {
    ...(query && { query: textAt(query) }),
    ...(body !== undefined && { body: (Array.isArray(body) ? body : textAt(body as object, 'queryStr')) as Record<string, unknown> }),
    ...(cells && { file: await sheet(cells.titles, [cells.row]) }),
  }
}

/** Calls that may say that an id belongs to somebody else, because a decision says so. */
export const refusedNotHidden: Readonly<Record<string, string>> = {
  'task.cancel': 'D-50: a task is cancelled by its starter, others 4403',
  'task.progress': 'D-50: a task is seen by its starter, others 4403',
}

/**
 * Calls on objects of the whole system, on pages shipped as not meant for delegated administrators: switching one off affects
 * everybody.
 */
export const systemWideRows: Readonly<Record<string, string>> = {
  'app.setStatus': 'an application',
  'appRole.setStatus': 'a role of an application',
}

/**
 * Calls that refuse own ids, too, so that this walk proves less of them; their own tests prove the rest. `#1` is the second input
 * alone.
 */
export const alwaysRefused: Readonly<Record<string, string>> = {
  'dataHistory.restoreOfUser': 'wants a change of the object (timeline-restore.test.ts)',
  'dataHistory.restoreOfOrg': 'wants a change of the object (timeline-restore.test.ts)',
  'dataHistory.restoreOfApp': 'wants a change of the object (timeline-restore.test.ts)',
  'dataHistory.restoreOfRole': 'wants a change of the object (timeline-restore.test.ts)',
  'dataHistory.restoreOfAppRole': 'wants a change of the object (timeline-restore.test.ts)',
  'self.changePassword': 'nobody changes the password of another',
  'passkey.register': 'wants what a device signs',
  'factor.stepUp': 'wants what a device signs',
  'scan.bind': 'wants a scan that was confirmed',
  'apiClient.saveScim': 'its organisations are set for a whole client',
  'apiClient.openScim': 'is not stopped',
  'review.reassign': 'wants an opinion and to be asked',
  'review.addSign': 'wants an opinion and to be asked',
  'push.users': 'wants an application that is pushed to',
  'push.deletedUsers': 'wants an application that is pushed to',
  'push.orgs': 'wants an application that is pushed to',
  'push.deletedOrgs': 'wants an application that is pushed to',
  'push.align': 'wants an application that is pushed to',
  'push.release': 'wants an application that is pushed to',
  'importPlan.repair': 'wants the rows of a sheet',
  'syncLog.retry': 'wants a row that failed',
  'identityProvider.save': 'providers are there for everybody',
  'identityProvider.update': 'providers are there for everybody',
  'identityProvider.remove': 'providers are there for everybody',
  'identityProvider.setStatus': 'providers are there for everybody',
  'identityProvider.test': 'providers are there for everybody',
  'identityLink.begin': 'wants a provider',
  'identityLink.remove': 'wants an identity that is linked',
  'identityLink.removeOwn': 'wants an identity that is linked',
  'sync.save': 'sources are connected for everybody',
  'sync.update': 'sources are connected for everybody',
  'sync.remove': 'sources are connected for everybody',
  'sync.setStatus': 'sources are connected for everybody',
  'sync.testConnect': 'sources are connected for everybody',
  'sync.preview': 'sources are connected for everybody',
  'sync.run': 'sources are connected for everybody',
  'sync.exportPlan': 'sources are connected for everybody',
  'sync.release': 'sources are connected for everybody',
  'sync.discard': 'sources are connected for everybody',
  'sync.resolve': 'sources are connected for everybody',
  'sync.relink': 'sources are connected for everybody',
  'sync.relinkAll': 'sources are connected for everybody',
  'role.remove': 'is held',
  'role.saveAuth': 'wants menus',
  'app.remove': 'is granted',
  'appGroup.remove': 'has applications',
  'oidcClient.update': 'wants keys that can be read',
  'registration.save': 'wants a group and a day to come',
  'registration.revoke': 'wants a registration token',
  'resourceServer.update': 'wants an application of this kind',
  'resourceServer.withdraw': 'wants a consent of a user',
  'ownConsent.withdraw': 'wants a consent of the caller',
  'appRequest.agree': 'wants a request to the caller',
  'appRequest.decline': 'wants a request to the caller',
  'saml.save': 'wants metadata',
  'saml.applyMetadata': 'wants metadata',
  'saml.update': 'wants an application with metadata',
  'saml.refresh': 'wants metadata by address',
  'saml.acceptProposal': 'wants metadata that wait',
  'appSetting.update': 'wants an address',
  'appSetting.testPush': 'wants an address',
  'separation.appoint': 'reaches the whole house',
  'separation.dismiss': 'reaches the whole house',
  'userLabel.save#1': 'a rule looks at the whole house',
  'userLabel.update#1': 'a rule looks at the whole house',
  'workGroup.save#1': 'a rule looks at the whole house',
  'workGroup.update#1': 'a rule looks at the whole house',
  'stripe.moveOrg': 'wants two organisations of a line',
  'ownApp.chooseJob': 'wants a job of the caller',
  'authorize.remove': 'the grant of the branch is of a permission group, which is taken from the group',
  'authorize.save#2': 'a label spans all organisations',
  'authorize.save#4': 'a post spans all organisations',
  'authorize.save#5': 'a line spans all organisations',
  'authGroup.addTarget#2': 'a label spans all organisations',
  'authGroup.addTarget#4': 'a post spans all organisations',
  'authGroup.addTarget#5': 'a line spans all organisations',
  'authGroup.removeTarget#2': 'a label spans all organisations',
  'authGroup.removeTarget#4': 'a post spans all organisations',
  'authGroup.removeTarget#5': 'a line spans all organisations',
  'review.pass': 'has no change to carry out',
  'dataHistory.askRestore': 'no delegated administrator holds a page of devops',
}
