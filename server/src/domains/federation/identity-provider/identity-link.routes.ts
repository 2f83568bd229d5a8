import { identityLink } from '@hufu/contract/credentials/identity-link'
import { refuseElsewhere } from '../../../platform/access/seniority.ts'
import { feature, prepare } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { findUser, lockUser } from '../../directory/index.ts'
import { removeSignInMethod } from '../../sign-in/index.ts'
import { begin } from './identity-provider.routes.ts'
import { findLinkById, linksOf, ownIdentities, removeLink } from './link.sql.ts'
import { providerById } from './provider.sql.ts'

export const identityLinkFeature = feature('identityLink', identityLink, {
  own: ({ db, who }) => ownIdentities(db, who.userId),
  begin: prepare(async ctx => {
    const provider = await providerById(ctx.db, ctx.body.providerId)
    if (provider?.status !== 1) refuse('identityProviderMissing')
    const begun = await begin(ctx, provider, 'link')
    return ({ auditTarget }) => {
      auditTarget(provider.id, 'identityProvider')
      return begun
    }
  }),
  removeOwn: async ({ db, kernel, who, body, auditTarget }) => {
    const link = await findLinkById(db, body.id)
    if (link?.userId !== who.userId) refuse('identityLinkMissing')
    auditTarget(who.userId, 'user')
    await removeSignInMethod(kernel, db, who.userId, () => removeLink(db, body.id))
  },
  ofUser: async ({ db, scope, query }) => {
    await findUser(db, scope, query.userId)
    return linksOf(db, query.userId)
  },
  remove: async ctx => {
    const { db, scope, body, auditTarget } = ctx
    const { userId } = (await findLinkById(db, body.id)) ?? refuse('identityLinkMissing')
    auditTarget(userId, 'user')
    await lockUser(ctx, userId)
    await refuseElsewhere(db, scope, [userId])
    await removeLink(db, body.id)
  },
})
