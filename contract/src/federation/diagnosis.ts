import { z } from 'zod'
import { Path } from '../apps/access.ts'
import { get, menu } from '../call.ts'
import { inQuery, maybe, queryId, search } from '../shapes.ts'

/** In the order in which an access is decided. */
export const accessSteps = ['account', 'signIn', 'network', 'app', 'grant', 'post'] as const
export type AccessStep = (typeof accessSteps)[number]

/** The blocking reason; '' where there is none. */
export const accessBlockers = [
  '',
  'deleted',
  'disabled',
  'expired',
  'locked',
  'methodMissing',
  'changePassword',
  'bindFactor',
  'hour',
  'address',
  'appAddress',
  'addressUnknown',
  'appDisabled',
  'grantMissing',
  'grantOver',
  'grantNotBegun',
  'appAccountDisabled',
  'roleDisabled',
  'groupDisabled',
  'subjectDisabled',
  'notBelow',
  'jobElsewhere',
  'accountMissing',
  'accountShared',
] as const
export type AccessBlocker = (typeof accessBlockers)[number]

export const StepResult = z.object({
  step: z.enum(accessSteps),
  /** pending: the user may enter, but must do something first. */
  state: z.enum(['good', 'pending', 'bad', 'unreached']),
  blocker: z.enum(accessBlockers),
  /** Parameters of the sentence: times, addresses, names. */
  facts: z.record(z.string(), z.string()),
})
export type StepResult = z.infer<typeof StepResult>

export const Diagnosis = z.object({
  person: z.object({ id: z.string(), userName: z.string(), realName: z.string() }),
  /** null where only the console is diagnosed. */
  app: maybe(z.object({ id: z.string(), name: z.string() })),
  ip: maybe(z.string()),
  /** When the refused attempt took place that the trace number names. */
  time: maybe(z.string()),
  open: z.boolean(),
  steps: z.array(StepResult),
  paths: z.array(Path),
  /** The locks that unlocking would remove. */
  lockId: maybe(z.string()),
})
export type Diagnosis = z.infer<typeof Diagnosis>

const permit = menu(
  '/authorize/index',
  '/organiz/index',
  '/organiz/user-label',
  '/organiz/work-group',
  '/app/list',
  '/system/incorrectLoginIndex',
  '/audit/loginLog',
)

export const diagnosis = {
  /**
   * Whether a user may enter an application, or the console, and why not.
   * `trace`: the number shown on a page of refusal, or of a sign-in.
   */
  explain: get('/v3/diagnosis/explain', {
    permit,
    query: z.object({
      userId: queryId,
      appId: queryId,
      ip: inQuery(z.union([z.ipv4(), z.ipv6()], 'IP地址格式不正确')),
      trace: inQuery(z.string().regex(/^[0-9a-zA-Z-]{1,64}$/)),
    }),
    reply: Diagnosis,
  }),
  /** Applications to ask about, by their name. */
  apps: get('/v3/diagnosis/listApp', {
    permit,
    query: z.object({ searchKey: search }),
    reply: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
}
