import { z } from 'zod'
import { button, get, post } from '../call.ts'
import { done, id } from '../shapes.ts'

/** How the link came about: by the user, by a rule, or with the account created for it. */
export const linkOrigins = ['self', 'rule', 'made'] as const

export const IdentityLink = z.object({
  id: z.string(),
  providerId: z.string(),
  providerName: z.string(),
  /** The provider is enabled. */
  isOpen: z.boolean(),
  /** The user's name there. */
  name: z.string(),
  origin: z.enum(linkOrigins),
  createTime: z.string(),
  lastTime: z.string().nullable(),
})
export type IdentityLink = z.infer<typeof IdentityLink>

/** A provider with the user's link; a disabled provider is listed only if the user is linked to it. */
export const OwnIdentity = z.object({
  providerId: z.string(),
  providerName: z.string(),
  isOpen: z.boolean(),
  link: IdentityLink.nullable(),
})
export type OwnIdentity = z.infer<typeof OwnIdentity>

const pages = ['/organiz/index', '/organiz/org-list'] as const

/** The identities of users at other identity providers. */
export const identityLink = {
  own: get('/v3/identityLink/listOwn', { permit: 'signedIn', reply: z.array(OwnIdentity) }),
  /** The address where the user proves who they are there; the browser returns with the link made. */
  begin: post('/v3/identityLink/begin', {
    permit: 'signedIn',
    stepUp: true,
    body: z.strictObject({ providerId: id }),
    reply: z.object({ address: z.string() }),
  }),
  removeOwn: post('/v3/identityLink/deleteOwn', { permit: 'signedIn', stepUp: true, body: z.strictObject({ id }), reply: done }),
  ofUser: get('/v3/identityLink/listByUser', {
    permit: button(pages, 'user-detail', 'edit-user'),
    query: z.object({ userId: id }),
    reply: z.array(IdentityLink),
  }),
  remove: post('/v3/identityLink/delete', {
    permit: button(pages, 'reset-factor'),
    stepUp: true,
    body: z.strictObject({ id }),
    reply: done,
  }),
}
