import { z } from 'zod'
import { get, post } from '../call.ts'
import { done, id } from '../shapes.ts'

/** What an application asks a user who is elsewhere (OpenID Connect CIBA), until they have answered. */
export const AppRequest = z.object({
  id: z.string(),
  appName: z.string(),
  /** Of resource servers it wants to use in the user's name. */
  resourceNames: z.array(z.string()),
  /** `label` is '' where the scope is one of OpenID Connect. */
  scopes: z.array(z.object({ name: z.string(), label: z.string(), explanation: z.string() })),
  /** Shown at the application, too, so that the user can compare; '' without one. */
  bindingMessage: z.string(),
  /** Where the application asked from. */
  ip: z.string(),
  createTime: z.string(),
  endTime: z.string(),
})
export type AppRequest = z.infer<typeof AppRequest>

const one = z.strictObject({ id })

/** By users themselves, whether or not they have menus. */
export const appRequest = {
  list: get('/v3/appRequest/listMine', { permit: 'signedIn', reply: z.array(AppRequest) }),
  /** Each takes a proof of its own, made since it was asked. */
  agree: post('/v3/appRequest/agree', { permit: 'signedIn', stepUp: true, body: one, reply: done }),
  decline: post('/v3/appRequest/decline', { permit: 'signedIn', body: one, reply: done }),
}
