import { z } from 'zod'
import { id } from '../shapes.ts'
import type { Schema } from '../schema.ts'

/** What kind of system is read. Where applications are told (`out`) it is always `http`. */
export const sourceTypes = ['http', 'ldap', 'ad', 'database', 'scim', 'file', 'dingtalk', 'wecom', 'feishu'] as const
export type SourceType = (typeof sourceTypes)[number]

const path = z.string().max(200)
const url = z.string().max(500)
const line = z.string().max(200)

/** How the pages of a list are asked for. */
const Paging = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** Until a page has fewer than `size` rows. */
  z.strictObject({
    kind: z.literal('page'),
    pageParam: line.default('page'),
    sizeParam: line.default('size'),
    from: z.int().min(0).max(1).default(1),
    size: z.int().min(1).max(5000).default(500),
  }),
  /** `nextPath`: where an answer says what to ask next; empty or absent ends it. */
  z.strictObject({ kind: z.literal('cursor'), param: line.default('cursor'), nextPath: path }),
  /** The header `Link` with rel="next"; only to the same host. */
  z.strictObject({ kind: z.literal('link') }),
])

/** The task's `secret` is the token, the password or the secret of the client. */
const HttpAuth = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('bearer') }),
  z.strictObject({ kind: z.literal('basic'), userName: line }),
  z.strictObject({ kind: z.literal('oauth2'), tokenUrl: url, clientId: line, scope: line.optional() }),
])

/** `url` of the task gives users, and organisations where the task has those alone. */
export const HttpOptions = z.strictObject({
  /** Where in an answer the array stands; absent: the answer is the array. */
  path: path.optional(),
  page: Paging.default({ kind: 'none' }),
  /** Where an answer says how many there are in all: a read that has another number is not whole. */
  totalPath: path.optional(),
  /** Where organisations are read from, for a task that has both. */
  orgUrl: url.optional(),
  orgPath: path.optional(),
  /** Sent with POST, as JSON. */
  body: z.record(z.string(), z.unknown()).optional(),
  auth: HttpAuth.default({ kind: 'none' }),
  /** For runs of what has changed: the parameter that asks for users changed since, and where a user says when they were. */
  since: z.strictObject({ param: line.min(1), path: path.min(1) }).optional(),
})
export type HttpOptions = z.infer<typeof HttpOptions>

/** `url` of the task is `ldaps://host:636` or `ldap://host:389`; `secret` is the password of `bindDn`. */
export const LdapOptions = z.strictObject({
  bindDn: z.string().min(1).max(500),
  /** `none` only where an administrator says so: the password travels in clear. */
  security: z.enum(['ldaps', 'startTls', 'none']).default('ldaps'),
  /** PEM of the authority that signed the server's certificate, where the system does not know it. */
  ca: z.string().max(20_000).optional(),
  userBase: z.string().max(500).optional(),
  userFilter: z.string().max(1000).default('(objectClass=inetOrgPerson)'),
  orgBase: z.string().max(500).optional(),
  orgFilter: z.string().max(1000).default('(objectClass=organizationalUnit)'),
  /** Never the distinguished name, which changes when an entry moves. */
  idAttribute: z.enum(['entryUUID', 'objectGUID']).default('entryUUID'),
  pageSize: z.int().min(10).max(1000).default(500),
  /** Attributes read besides those that the mapping names. */
  attributes: z.array(line).max(50).optional(),
})
export type LdapOptions = z.infer<typeof LdapOptions>

/** As LDAP; what is asked for is what Active Directory calls it. */
export const AdOptions = LdapOptions.extend({
  userFilter: z.string().max(1000).default('(&(objectCategory=person)(objectClass=user))'),
  idAttribute: z.enum(['entryUUID', 'objectGUID']).default('objectGUID'),
})

/** `secret` is the AppSecret. `url` stands in for the vendor's address, where there is a private one; so for the next two. */
export const DingTalkOptions = z.strictObject({ appKey: z.string().min(1).max(200), rootDeptId: z.int().min(1).default(1) })
export type DingTalkOptions = z.infer<typeof DingTalkOptions>

/** `ids`: userid and departments alone, which the secret of the address book still gives to newer applications. */
export const WecomOptions = z.strictObject({ corpId: z.string().min(1).max(200), members: z.enum(['detail', 'ids']).default('detail') })
export type WecomOptions = z.infer<typeof WecomOptions>

/** `open_id` is of the application, `union_id` of its maker, `user_id` of the tenant, which needs a right of its own. */
export const FeishuOptions = z.strictObject({
  appId: z.string().min(1).max(200),
  userIdType: z.enum(['open_id', 'union_id', 'user_id']).default('open_id'),
})
export type FeishuOptions = z.infer<typeof FeishuOptions>

/** `url` is the base of a SCIM server, `secret` the bearer token; what stands for organisations there. */
export const ScimOptions = z.strictObject({ orgs: z.enum(['Groups', 'Organizations']).default('Groups') })
export type ScimOptions = z.infer<typeof ScimOptions>

/** A table or view, with its schema before a dot where it needs one. */
const relation = z.string().regex(/^[\p{L}_][\p{L}\p{N}_$]{0,62}(\.[\p{L}_][\p{L}\p{N}_$]{0,62})?$/u)

/** `url` is `postgresql://host:5432/database` or `mysql://host:3306/database`; `secret` is the password of `user`. */
export const DatabaseOptions = z.strictObject({
  user: line.min(1),
  /** `none` only where an administrator says so: the password may travel in clear. */
  security: z.enum(['tls', 'none']).default('tls'),
  /** PEM of the authority that signed the server's certificate, where the system does not know it. */
  ca: z.string().max(20_000).optional(),
  userTable: relation.optional(),
  orgTable: relation.optional(),
  /** A column of the users' table that grows with every change of a row: a time, or a number. */
  updatedColumn: line.optional(),
})
export type DatabaseOptions = z.infer<typeof DatabaseOptions>

/** Each file is a whole list. A new one comes by hand, or is sent to the task's address with `secret` as a bearer token. */
export const FileOptions = z.strictObject({
  userFile: id.optional(),
  orgFile: id.optional(),
  /** Of a CSV file; `auto` is UTF-8 where it is valid, else GB 18030. */
  encoding: z.enum(['auto', 'utf-8', 'gb18030']).default('auto'),
  separator: z.enum(['auto', ',', ';', '\t']).default('auto'),
  /** An older file is not read: a list that nobody renews says nothing of who is gone. */
  maxAgeHours: z.int().min(1).max(8760).optional(),
  /** Whether a file that is sent starts a run. */
  runs: z.boolean().default(true),
})
export type FileOptions = z.infer<typeof FileOptions>

/** What each type takes; a type without an entry is not built yet and is refused. */
export const sourceOptions = {
  http: HttpOptions,
  ldap: LdapOptions,
  ad: AdOptions,
  database: DatabaseOptions,
  scim: ScimOptions,
  file: FileOptions,
  dingtalk: DingTalkOptions,
  wecom: WecomOptions,
  feishu: FeishuOptions,
} as const satisfies Partial<Record<SourceType, Schema>>
export type BuiltSource = keyof typeof sourceOptions

/** Whether a source can be asked for the users that have changed since the last read; organisations are always read whole. */
export function reportsChanges(type: SourceType, objectType: string, options: Readonly<Record<string, unknown>>): boolean {
  if (objectType === 'org') return false
  if (type === 'http') return options.since !== undefined
  if (type === 'database') return Boolean(options.updatedColumn)
  return type === 'ldap' || type === 'ad'
}

/** What one object is recognised by, after its link, in this order. */
export const correlations = ['originId', 'employeeNumber', 'idCard', 'userName'] as const
export type Correlation = (typeof correlations)[number]

/** Everything has a default: an empty object is a whole policy. */
export const SyncPolicy = z.strictObject({
  /** Of an object the source has and Hufu has not. */
  onNew: z.enum(['create', 'link', 'ignore']).default('create'),
  onChange: z.enum(['update', 'ignore']).default('update'),
  /** Of an object the source no longer has, after `goneRuns` complete reads without it and `goneDays` days since the first of them. */
  onGone: z.enum(['disable', 'ignore', 'trash']).default('disable'),
  goneRuns: z.int().min(1).max(30).default(2),
  goneDays: z.int().min(0).max(365).default(0),
  /** Of one that comes back after the task has disabled it. */
  onBack: z.enum(['enable', 'ignore']).default('enable'),
  /** Linked objects missing in one read, in hundredths; silent below `brakeMin` linked objects. */
  brakePercent: z.int().min(1).max(100).default(5),
  /** So many missing at once stop a run; the default grows with the number of linked objects. */
  brakeCount: z.int().min(1).max(100_000).optional(),
  brakeMin: z.int().min(0).max(10_000).default(20),
  /** Linked users who get another main organisation in one run, in hundredths; silent as above. */
  brakeMovedPercent: z.int().min(1).max(100).default(10),
  /** Below which the tree of the source hangs; nothing outside it is touched. */
  rootOrgId: id.default('1'),
  correlate: z.array(z.enum(correlations)).max(correlations.length).default(['originId']),
  /** Between the scheduled full runs, what has changed is read so often. */
  deltaMinutes: z.int().min(5).max(1440).optional(),
  /** `initial`: the configured initial password; `none`: nobody can sign in with one until it is reset. */
  password: z.enum(['initial', 'none']).default('none'),
})
export type SyncPolicy = z.infer<typeof SyncPolicy>
