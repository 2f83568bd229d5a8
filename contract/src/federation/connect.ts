import { z } from 'zod'
import { visitProblems } from '../apps/app-visit.ts'
import { button, get } from '../call.ts'
import { id, maybe } from '../shapes.ts'
import { samlProblems } from './saml.ts'

/** Which parameter of an application's request was wrong. */
export const connectProblems = [
  'disabled', 'clientId', 'redirectUri', 'redirectMissing', 'responseType', 'scope', 'pkceMissing', 'pkceMethod', 'pkceVerifier', 'secret',
  'secretMissing', 'certificate', 'code', 'codeRedirect', 'grantType', 'parameter', 'service', 'serviceChanged', 'ticket',
] as const // prettier-ignore
export type ConnectProblem = (typeof connectProblems)[number]

export const RefusedRequest = z.object({
  id: z.string(),
  createTime: z.string(),
  problem: z.enum([...connectProblems, ...samlProblems]),
  /** The value sent; '' where it is a secret or absent. */
  sent: z.string(),
  /** The value registered here now. */
  registered: z.array(z.string()),
  detail: z.string(),
  ip: z.string(),
})
export type RefusedRequest = z.infer<typeof RefusedRequest>

export const ConnectState = z.object({
  /** When a sign-in to the application first succeeded; null: never yet. */
  firstTime: maybe(z.string()),
  /** The newest attempt of a user; `fault` is '' where they were let in. */
  lastVisit: maybe(z.object({ visitTime: z.string(), realName: maybe(z.string()), fault: z.enum(visitProblems) })),
  /** Newest first. */
  refusals: z.array(RefusedRequest),
})
export type ConnectState = z.infer<typeof ConnectState>

export const connect = {
  state: get('/v3/app/connectState', {
    permit: button(['/app/list'], 'edit-c'),
    query: z.object({ appId: id }),
    reply: ConnectState,
  }),
}
