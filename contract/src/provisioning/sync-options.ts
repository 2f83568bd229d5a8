import { z } from 'zod'
import { id } from '../shapes.ts'
import type { Schema } from '../schema.ts'

/** The type of the source. Tasks that push to applications (`out`) always use `http`. */
export const sourceTypes = ['http', 'ldap', 'ad', 'database', 'scim', 'file', 'dingtalk', 'wecom', 'feishu'] as const
export type SourceType = (typeof sourceTypes)[number]

const path = z.string().max(200)
const url = z.string().max(500)
const line = z.string().max(200)

/** How the pages of a list are requested. */
const Paging = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** Reads until a page has fewer than `size` rows. */
  z.strictObject({
    kind: z.literal('page'),
    pageParam: line.default('page'),
    sizeParam: line.default('size'),
    from: z.int().min(0).max(1).default(1),
    size: z.int().min(1).max(5000).default(500),
  }),
  /** `nextPath`: the path of the next cursor in an answer; the last page has none or an empty one. */
  z.strictObject({ kind: z.literal('cursor'), param: line.default('cursor'), nextPath: path }),
  /** Follows the header `Link` with rel="next", to the same host only. */
  z.strictObject({ kind: z.literal('link') }),
])

/** The task's `secret` is the token, the password or the client secret. */
const HttpAuth = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('bearer') }),
  z.strictObject({ kind: z.literal('basic'), userName: line }),
  z.strictObject({ kind: z.literal('oauth2'), tokenUrl: url, clientId: line, scope: line.optional() }),
])

/** The task's `url` returns users, or organisations if the task reads only those. */
export const HttpOptions = z.strictObject({
  /** The path of the array in an answer; absent: the answer itself is the array. */
  path: path.optional(),
  page: Paging.default({ kind: 'none' }),
  /** The path of the total number in an answer; a read with another number of rows is incomplete. */
  totalPath: path.optional(),
  /** The address of organisations, for a task that reads both. */
  orgUrl: url.optional(),
  orgPath: path.optional(),
  /** Sent with POST requests, as JSON. */
  body: z.record(z.string(), z.unknown()).optional(),
  auth: HttpAuth.default({ kind: 'none' }),
  /** For delta runs: the parameter that requests users changed since a time, and the path of a user's own change time. */
  since: z.strictObject({ param: line.min(1), path: path.min(1) }).optional(),
})
export type HttpOptions = z.infer<typeof HttpOptions>

/** The task's `url` is `ldaps://host:636` or `ldap://host:389`; `secret` is the password of `bindDn`. */
export const LdapOptions = z.strictObject({
  bindDn: z.string().min(1).max(500),
  /** `none` must be chosen by an administrator, because the password then travels in clear. */
  security: z.enum(['ldaps', 'startTls', 'none']).default('ldaps'),
  /**
   * The certificate, in PEM, of the authority that signed the server's
   * certificate, if Hufu does not trust it already.
   */
  ca: z.string().max(20_000).optional(),
  userBase: z.string().max(500).optional(),
  userFilter: z.string().max(1000).default('(objectClass=inetOrgPerson)'),
  orgBase: z.string().max(500).optional(),
  orgFilter: z.string().max(1000).default('(objectClass=organizationalUnit)'),
  /** The distinguished name is no choice, because it changes when an entry moves. */
  idAttribute: z.enum(['entryUUID', 'objectGUID']).default('entryUUID'),
  pageSize: z.int().min(10).max(1000).default(500),
  /** Attributes to read in addition to those of the mapping. */
  attributes: z.array(line).max(50).optional(),
})
export type LdapOptions = z.infer<typeof LdapOptions>

/** The options of LDAP with the defaults of Active Directory. */
export const AdOptions = LdapOptions.extend({
  userFilter: z.string().max(1000).default('(&(objectCategory=person)(objectClass=user))'),
  idAttribute: z.enum(['entryUUID', 'objectGUID']).default('objectGUID'),
})

/** `secret` is the AppSecret. In this and the next two types, `url` replaces the vendor's address for a private installation. */
export const DingTalkOptions = z.strictObject({ appKey: z.string().min(1).max(200), rootDeptId: z.int().min(1).default(1) })
export type DingTalkOptions = z.infer<typeof DingTalkOptions>

/** `ids`: userid and departments only, which newer applications can still read with the secret of the address book. */
export const WecomOptions = z.strictObject({ corpId: z.string().min(1).max(200), members: z.enum(['detail', 'ids']).default('detail') })
export type WecomOptions = z.infer<typeof WecomOptions>

/**
 * `open_id` belongs to the application, `union_id` to its developer, `user_id`
 * to the tenant; reading `user_id` needs a permission of its own.
 */
export const FeishuOptions = z.strictObject({
  appId: z.string().min(1).max(200),
  userIdType: z.enum(['open_id', 'union_id', 'user_id']).default('open_id'),
})
export type FeishuOptions = z.infer<typeof FeishuOptions>

/** `url` is the base address of a SCIM server, `secret` the bearer token; `orgs` is the resource type read as organisations. */
export const ScimOptions = z.strictObject({ orgs: z.enum(['Groups', 'Organizations']).default('Groups') })
export type ScimOptions = z.infer<typeof ScimOptions>

/** A table or view, optionally with its schema and a dot before it. */
const relation = z.string().regex(/^[\p{L}_][\p{L}\p{N}_$]{0,62}(\.[\p{L}_][\p{L}\p{N}_$]{0,62})?$/u)

/** `url` is `postgresql://host:5432/database` or `mysql://host:3306/database`; `secret` is the password of `user`. */
export const DatabaseOptions = z.strictObject({
  user: line.min(1),
  /** `none` must be chosen by an administrator, because the password may then travel in clear. */
  security: z.enum(['tls', 'none']).default('tls'),
  /**
   * The certificate, in PEM, of the authority that signed the server's
   * certificate, if Hufu does not trust it already.
   */
  ca: z.string().max(20_000).optional(),
  userTable: relation.optional(),
  orgTable: relation.optional(),
  /** A column of the users' table that grows with every change of a row: a time or a number. */
  updatedColumn: line.optional(),
})
export type DatabaseOptions = z.infer<typeof DatabaseOptions>

/** Each file is a complete list, uploaded by an administrator or sent to the task's address with `secret` as bearer token. */
export const FileOptions = z.strictObject({
  userFile: id.optional(),
  orgFile: id.optional(),
  /** The encoding of a CSV file; `auto` is UTF-8 if the file is valid UTF-8, else GB 18030. */
  encoding: z.enum(['auto', 'utf-8', 'gb18030']).default('auto'),
  separator: z.enum(['auto', ',', ';', '\t']).default('auto'),
  /** An older file is not read, because a list that nobody renews does not show who has left. */
  maxAgeHours: z.int().min(1).max(8760).optional(),
  /** Whether a file that is sent starts a run. */
  runs: z.boolean().default(true),
})
export type FileOptions = z.infer<typeof FileOptions>

/** The options of each type; a type without an entry is not implemented and is refused. */
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

/** Whether a source can return only the users changed since the last read; organisations are always read whole. */
export function reportsChanges(type: SourceType, objectType: string, options: Readonly<Record<string, unknown>>): boolean {
  if (objectType === 'org') return false
  if (type === 'http') return options.since !== undefined
  if (type === 'database') return Boolean(options.updatedColumn)
  return type === 'ldap' || type === 'ad'
}

/** The attributes by which an object without a link can be recognised; the policy names those to use. */
export const correlations = ['originId', 'employeeNumber', 'idCard', 'userName'] as const
export type Correlation = (typeof correlations)[number]

/** Every option has a default, so an empty object is a complete policy. */
export const SyncPolicy = z.strictObject({
  /** For an object that the source has and Hufu has not. */
  onNew: z.enum(['create', 'link', 'ignore']).default('create'),
  onChange: z.enum(['update', 'ignore']).default('update'),
  /**
   * For an object the source no longer has, after `goneRuns` complete reads without it and `goneDays` days since the first of them.
   */
  onGone: z.enum(['disable', 'ignore', 'trash']).default('disable'),
  goneRuns: z.int().min(1).max(30).default(2),
  goneDays: z.int().min(0).max(365).default(0),
  /** For an object that returns after the task has disabled it. */
  onBack: z.enum(['enable', 'ignore']).default('enable'),
  /** The percentage of linked objects missing in one read that stops a run; not checked below `brakeMin` linked objects. */
  brakePercent: z.int().min(1).max(100).default(5),
  /** The number of objects missing at once that stops a run; the default grows with the number of linked objects. */
  brakeCount: z.int().min(1).max(100_000).optional(),
  brakeMin: z.int().min(0).max(10_000).default(20),
  /** The percentage of linked users moved to another main organisation in one run that stops it; not checked below `brakeMin`. */
  brakeMovedPercent: z.int().min(1).max(100).default(10),
  /** The organisation the source's tree is placed under; nothing outside it is changed. */
  rootOrgId: id.default('1'),
  correlate: z.array(z.enum(correlations)).max(correlations.length).default(['originId']),
  /** How many minutes lie between delta runs, between the scheduled full runs. */
  deltaMinutes: z.int().min(5).max(1440).optional(),
  /** `initial`: the configured initial password; `none`: users have no password until one is set. */
  password: z.enum(['initial', 'none']).default('none'),
})
export type SyncPolicy = z.infer<typeof SyncPolicy>
