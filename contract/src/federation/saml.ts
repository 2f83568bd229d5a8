import { z } from 'zod'
import { AppDraft } from '../apps/app.ts'
import { webUriProblem } from '../apps/app-uri.ts'
import { button, get, post } from '../call.ts'
import { byId, done, flag, id } from '../shapes.ts'

/** Why a message of an application was refused. */
export const samlProblems = [
  'malformed', 'tooLarge', 'unknownIssuer', 'signatureMissing', 'signatureBad', 'algorithm', 'acsUnknown', 'destination', 'expired', 'version',
  'replayed', 'unsolicited', 'encryption', 'nameId', 'context', 'passive', 'denied', 'metadataOver',
] as const // prettier-ignore
export type SamlProblemName = (typeof samlProblems)[number]

export const samlNameIds = ['persistent', 'transient', 'email', 'unspecified'] as const
export type SamlNameId = (typeof samlNameIds)[number]
export const samlSigned = ['both', 'assertion', 'response'] as const
export const samlEncrypted = ['never', 'always'] as const
export const samlBindings = ['redirect', 'post', 'soap'] as const
export const SKEW_MAX = 300
export const METADATA_MAX = 1_048_576

export const SamlAcs = z.object({ index: z.number(), url: z.string(), isDefault: z.boolean() })
export const SamlSlo = z.object({ binding: z.enum(samlBindings), url: z.string(), responseUrl: z.string().nullable() })
export const SamlCertificate = z.object({
  subject: z.string(),
  /** SHA-256 of the DER, in hexadecimal. */
  fingerprint: z.string(),
  beginTime: z.string(),
  endTime: z.string(),
})
export type SamlCertificate = z.infer<typeof SamlCertificate>

/** The other party as its metadata describe it. */
export const SamlPeer = z.object({
  entityId: z.string(),
  /** Its display name; '' without one. */
  name: z.string(),
  acs: z.array(SamlAcs),
  slo: z.array(SamlSlo),
  signing: z.array(SamlCertificate),
  encryption: SamlCertificate.nullable(),
  nameId: z.enum(samlNameIds),
  wantsSignedRequest: z.boolean(),
  signWhat: z.enum(samlSigned),
  /** Assertion consumer services in the metadata that are never used, because of their binding or a refused address. */
  ignored: z.array(z.string()),
})
export type SamlPeer = z.infer<typeof SamlPeer>

/** What was read, and how far it is trusted. */
export const SamlPreview = SamlPeer.extend({
  validUntil: z.string().nullable(),
  /** SHA-256 of the certificate that signed the metadata; null if they are not signed, or the signature is wrong. */
  signer: z.string().nullable(),
})
export type SamlPreview = z.infer<typeof SamlPreview>

/** Why newer metadata wait for an administrator: they name another host, or keep none of the former keys. */
export const samlProposals = ['hosts', 'keys'] as const
export type SamlProposalWhy = (typeof samlProposals)[number]

/** The address from which metadata are fetched. */
export const SamlSource = z.object({
  url: z.string(),
  pin: z.string().nullable(),
  fetchTime: z.string().nullable(),
  nextTime: z.string().nullable(),
  /** Why the last fetch failed, as a sentence; the metadata read before stay in force. */
  fault: z.string().nullable(),
  faultTime: z.string().nullable(),
  proposal: z.object({ id: z.string(), why: z.enum(samlProposals), time: z.string(), peer: SamlPeer }).nullable(),
})
export type SamlSource = z.infer<typeof SamlSource>

export const SamlSettings = z.object({
  nameId: z.enum(samlNameIds),
  wantsSignedRequest: flag,
  signWhat: z.enum(samlSigned),
  encrypt: z.enum(samlEncrypted),
  allowCbc: flag,
  allowUnsolicited: flag,
  relayStateStart: z.string().nullable(),
  skewSeconds: z.number(),
})
export type SamlSettings = z.infer<typeof SamlSettings>

export const samlKeyStates = ['current', 'next', 'former'] as const
export const SamlKey = z.object({
  kid: z.string(),
  state: z.enum(samlKeyStates),
  beginTime: z.string(),
  endTime: z.string().nullable(),
  /** PEM. */
  certificate: z.string(),
  fingerprint: z.string(),
  expiresAt: z.string(),
  /** How many applications receive messages signed with it. */
  appCount: z.number(),
})
export type SamlKey = z.infer<typeof SamlKey>

export const SamlApp = z.object({
  appId: z.string(),
  /** null: the other party's metadata are not known yet. */
  peer: SamlPeer.nullable(),
  settings: SamlSettings.nullable(),
  /** null if the metadata were pasted or uploaded. */
  source: SamlSource.nullable(),
  /** Until when the metadata are valid; null: no end. */
  validUntil: z.string().nullable(),
  /** The values to fill in at the other party. */
  own: z.object({
    entityId: z.string(),
    ssoUrl: z.string(),
    sloUrl: z.string(),
    startUrl: z.string(),
    certificate: z.string(),
    fingerprint: z.string(),
    certificateEnd: z.string(),
  }),
  kid: z.string().nullable(),
  /** The encryption of assertions; null: the other party names no usable one. */
  dataAlgorithm: z.string().nullable(),
  /** The number of recent sessions whose sign-out did not reach the application or was refused by it. */
  untoldLogouts: z.number(),
  version: z.number(),
})
export type SamlApp = z.infer<typeof SamlApp>

export const SamlRefusal = z.object({
  id: z.string(),
  createTime: z.string(),
  problem: z.enum(samlProblems),
  detail: z.string(),
  ip: z.string(),
})
export type SamlRefusal = z.infer<typeof SamlRefusal>

const metadata = z.string().min(1, '元数据不能为空').max(METADATA_MAX, '元数据不能超过1 MB')
const PIN_PROBLEM = '指纹应为 SHA-256，即 64 位十六进制'
const source = z.strictObject({
  url: z.string().superRefine((url, { addIssue }) => {
    const message = webUriProblem(url)
    if (message !== undefined) addIssue({ code: 'custom', message })
  }),
  pin: z
    .string()
    .regex(/^(?:[0-9A-Fa-f]{2}[: ]?){32}$/, PIN_PROBLEM)
    .nullish(),
})
/** The metadata, as text or by address. */
const origin = { metadata: metadata.optional(), source: source.optional() }
const hasOne = [
  (body: { metadata?: unknown; source?: unknown }) => (body.metadata === undefined) !== (body.source === undefined),
  '请提供元数据或元数据地址',
] as const
const edits = button(['/app/list'], 'edit-c')
const changes = button(['/app/list'], 'edit-app')
const BODY_MAX = 2 * METADATA_MAX
const SKEW_PROBLEM = `时钟偏差应为0至${SKEW_MAX}秒`
const relayState = z.string().max(500, '起始地址不能超过500个字符')

export const saml = {
  get: get('/v3/saml/get', { permit: edits, query: z.object({ appId: id }), reply: SamlApp }),
  /** Reads metadata; stores nothing. */
  preview: post('/v3/saml/previewMetadata', {
    permit: button(['/app/list'], 'add-app', 'edit-app'),
    changes: false,
    maxBytes: BODY_MAX,
    body: z.strictObject(origin).refine(...hasOne),
    reply: SamlPreview,
  }),
  /** Creates an application together with its metadata, in one step. */
  save: post('/v3/saml/save', {
    permit: button(['/app/list'], 'add-app'),
    maxBytes: BODY_MAX,
    body: z.strictObject({ app: AppDraft, ...origin }).refine(...hasOne),
    reply: z.object({ id: z.string() }),
  }),
  applyMetadata: post('/v3/saml/applyMetadata', {
    permit: changes,
    stepUp: true,
    maxBytes: BODY_MAX,
    body: z.strictObject({ appId: id, ...origin, version: z.int() }).refine(...hasOne),
    reply: done,
  }),
  /** Fetches the metadata from their address now; `get` then shows the outcome. */
  refresh: post('/v3/saml/refresh', { permit: changes, body: z.strictObject({ appId: id }), reply: done }),
  /** Accepts the fetched metadata that were kept aside. */
  acceptProposal: post('/v3/saml/acceptProposal', {
    permit: changes,
    stepUp: true,
    body: z.strictObject({ appId: id, proposalId: z.string().max(64), version: z.int() }),
    reply: done,
  }),
  /** Where the browser goes to sign out of applications that need a visit by the browser; null: there are none. */
  leaving: post('/v3/saml/leaving', {
    permit: 'signedIn',
    whileForced: true,
    changes: false,
    body: z.strictObject({}),
    reply: z.object({ url: z.string().nullable() }),
  }),
  update: post('/v3/saml/update', {
    permit: changes,
    stepUp: true,
    reads: 'get',
    body: z.strictObject({
      appId: id,
      ...SamlSettings.shape,
      relayStateStart: relayState.nullish(),
      skewSeconds: z.int(SKEW_PROBLEM).min(0, SKEW_PROBLEM).max(SKEW_MAX, SKEW_PROBLEM),
      version: z.int(),
    }),
    reply: done,
  }),
  refusals: get('/v3/saml/refusals', { permit: edits, query: z.object({ appId: id }), reply: z.array(SamlRefusal) }),
}

/** The keys this server signs SAML messages with; each application is moved to a new key separately. */
export const samlKey = {
  list: get('/v3/samlKey/list', { permit: 'superAdmin', reply: z.array(SamlKey) }),
  add: post('/v3/samlKey/add', { permit: 'superAdmin', stepUp: true, reply: done }),
  /** Applications not yet moved. */
  apps: get('/v3/samlKey/apps', {
    permit: 'superAdmin',
    query: z.object({ kid: id }),
    reply: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  moveApp: post('/v3/samlKey/moveApp', { permit: 'superAdmin', body: z.strictObject({ appId: id, kid: id }), reply: done }),
  withdraw: post('/v3/samlKey/withdraw', { permit: 'superAdmin', stepUp: true, query: byId, reply: done }),
}
