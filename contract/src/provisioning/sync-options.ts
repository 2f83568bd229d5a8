import { z } from 'zod'
import { id } from '../shapes.ts'

/** What kind of system is read. Where applications are told (`out`) it is always `http`. */
export const sourceTypes = ['http', 'ldap', 'ad', 'database', 'file', 'dingtalk', 'wecom', 'feishu'] as const
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
  /** Where organisations are read from, for a task that has both. */
  orgUrl: url.optional(),
  orgPath: path.optional(),
  /** Sent with POST, as JSON. */
  body: z.record(z.string(), z.unknown()).optional(),
  auth: HttpAuth.default({ kind: 'none' }),
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

/** What each type takes; a type without an entry is not built yet and is refused. */
export const sourceOptions = { http: HttpOptions } as const satisfies Partial<Record<SourceType, z.ZodType>>
export type BuiltSource = keyof typeof sourceOptions

/** What one object is recognised by, after its link, in this order. */
export const correlations = ['originId', 'employeeNumber', 'idCard', 'userName'] as const
export type Correlation = (typeof correlations)[number]

/** Everything has a default: an empty object is a whole policy. */
export const SyncPolicy = z.strictObject({
  /** Of an object the source has and Hufu has not. */
  onNew: z.enum(['create', 'link', 'ignore']).default('create'),
  onChange: z.enum(['update', 'ignore']).default('update'),
  /** Of an object the source no longer has, after `goneRuns` complete reads without it. */
  onGone: z.enum(['disable', 'ignore', 'trash']).default('disable'),
  goneRuns: z.int().min(1).max(30).default(2),
  /** Of one that comes back after the task has disabled it. */
  onBack: z.enum(['enable', 'ignore']).default('enable'),
  /** Linked objects missing in one read, in hundredths; silent below `brakeMin` linked objects. */
  brakePercent: z.int().min(1).max(100).default(5),
  /** So many missing at once stop a run; the default grows with the number of linked objects. */
  brakeCount: z.int().min(1).max(100_000).optional(),
  brakeMin: z.int().min(0).max(10_000).default(20),
  /** Below which the tree of the source hangs; nothing outside it is touched. */
  rootOrgId: id.default('1'),
  correlate: z.array(z.enum(correlations)).max(correlations.length).default(['originId']),
  /** `initial`: the configured initial password; `none`: nobody can sign in with one until it is reset. */
  password: z.enum(['initial', 'none']).default('none'),
})
export type SyncPolicy = z.infer<typeof SyncPolicy>
