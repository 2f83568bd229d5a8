import { z } from 'zod'
import { get, post } from '../call.ts'
import { done, id } from '../shapes.ts'

/** A request of an application to a user on another device (OpenID Connect CIBA), until answered. */
export const AppRequest = z.object({
  id: z.string(),
  appName: z.string(),
  /** Scopes of resource servers it wants to use for the user. */
  resourceNames: z.array(z.string()),
  /** `label` is '' where the scope is one of OpenID Connect. */
  scopes: z.array(z.object({ name: z.string(), label: z.string(), explanation: z.string() })),
  /** Shown at the application, too, so that the user can compare; '' without one. */
  bindingMessage: z.string(),
  /** The address the application asked from. */
  ip: z.string(),
  createTime: z.string(),
  endTime: z.string(),
})
export type AppRequest = z.infer<typeof AppRequest>

const one = z.strictObject({ id })

/** Answered by the users themselves, whether or not they have menus. */
export const appRequest = {
  list: get('/v3/appRequest/listMine', { permit: 'signedIn', reply: z.array(AppRequest) }),
  /** Requires a step-up after the request was made. */
  agree: post('/v3/appRequest/agree', { permit: 'signedIn', stepUp: true, body: one, reply: done }),
  decline: post('/v3/appRequest/decline', { permit: 'signedIn', body: one, reply: done }),
}
