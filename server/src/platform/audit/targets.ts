/** An object that a recorded act concerned. */
export interface AuditTarget {
  type: string
  id: string
}

/** Audit object types by feature; other features use their own name. */
const TYPES: Readonly<Record<string, string>> = {
  appSetting: 'app',
  ownApp: 'app',
  appUser: 'app',
  push: 'app',
  oidcClient: 'app',
  resourceServer: 'app',
  certificate: 'user',
  scan: 'user',
  factor: 'user',
  identityLink: 'user',
  viewing: 'user',
  admin: 'user',
}
/** Features with which users change what is their own. */
const OWN: ReadonlySet<string> = new Set(
  'self signIn ownEmail ownPhone ownSession ownDevice ownApp ownConsent appRequest ownSetting scan certificate passkey totp face'.split(
    ' ',
  ),
)
const FIELDS: Readonly<Record<string, string>> = {
  userId: 'user',
  userIds: 'user',
  orgExaminerIds: 'user',
  userExaminerIds: 'user',
  orgId: 'org',
  orgIds: 'org',
  appId: 'app',
  agentId: 'app',
  appIds: 'app',
  labelId: 'userLabel',
  labelIds: 'userLabel',
  stripeId: 'stripe',
  taskId: 'task',
}
/** Features whose `id` and `ids` fields name objects of their own type. */
const OBJECTS: ReadonlySet<string> = new Set(
  'user org role app menu userLabel stripe workGroup rank title duty post authGroup appRole appResource apiClient gradeAdmin admin identityProvider'.split(
    ' ',
  ),
)
/** Features whose roles are system roles; in all others a role is one of an application. */
const ROLES: ReadonlySet<string> = new Set(['role', 'admin'])

const textsIn = (value: unknown): string[] => [value].flat().filter((one): one is string => typeof one === 'string' && one !== '')
type Sent = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Sent => value !== null && typeof value === 'object' && !Array.isArray(value)

function typesOf(module: string, { targetType }: Sent): Record<string, string> {
  const roleType = ROLES.has(module) ? 'role' : 'appRole'
  const subject = targetType === 'label' ? 'userLabel' : targetType
  return {
    ...FIELDS,
    roleId: roleType,
    roleIds: roleType,
    ...(OBJECTS.has(module) && { id: module, ids: module }),
    ...(typeof subject === 'string' && { targetId: subject, targetIds: subject }),
  }
}

/** The objects named in the request, including those the call left unchanged. */
function namedIn(module: string, sent: unknown): AuditTarget[] {
  if (Array.isArray(sent)) return OBJECTS.has(module) ? textsIn(sent).map(id => ({ type: module, id })) : []
  if (!isObject(sent)) return []
  const own = Object.entries(typesOf(module, sent)).flatMap(([field, type]) => textsIn(sent[field]).map(id => ({ type, id })))
  const apps = Array.isArray(sent.apps) ? sent.apps.flatMap(one => namedIn(module, one)) : []
  return [...own, ...apps]
}

const TARGETS_MAX = 5000

/** Every object of one operation except those found in the data history. */
export function targetsOf(
  module: string,
  { query, body }: { query?: unknown; body?: unknown },
  named: readonly AuditTarget[],
  userId: string | undefined,
): AuditTarget[] {
  const own = OWN.has(module) && userId !== undefined ? [{ type: 'user', id: userId }] : []
  const all = [...named, ...namedIn(module, query), ...namedIn(module, body), ...own].map(({ type, id }) => ({
    // A field of the request may have the name of a member of Object.prototype.
    type: Object.hasOwn(TYPES, type) ? TYPES[type]! : type,
    id,
  }))
  return [...new Map(all.map(one => [`${one.type}:${one.id}`, one])).values()].slice(0, TARGETS_MAX)
}
