import { certificate } from '@hufu/contract/credentials/certificate'
import { refuse } from '../../../platform/http/refuse.ts'
import { prepare, feature } from '../../../platform/http/context.ts'
import { bindIdentity } from '../scan/binding.sql.ts'
import { unbinding } from '../scan/unbinding.ts'
import { completeSignIn, verifyCredential } from '../../sign-in/index.ts'
import { hasCertificate } from './certificate.sql.ts'
import {
  certificateCredential,
  externalIdentityOf,
  holderOf,
  newNonce,
  NONCE_SECONDS,
  certificateFromProxy,
  signed,
} from './certificate.ts'

export const certificateFeature = feature('certificate', certificate, {
  nonce: async ({ kernel, ip }) => {
    await kernel.addressLimits.count('certificateNonce', ip)
    return { nonce: await newNonce(kernel), expire: NONCE_SECONDS }
  },
  login: prepare(async ctx => {
    const account = await verifyCredential(ctx.kernel, certificateCredential(ctx, signed(ctx.body)), ctx)
    return inner => completeSignIn(inner, account, 'ca')
  }),
  loginByProxy: prepare(async ctx => {
    const account = await verifyCredential(ctx.kernel, certificateCredential(ctx, certificateFromProxy(ctx)), ctx)
    return inner => completeSignIn(inner, account, 'ca')
  }),
  bind: prepare(async ctx => {
    const holder = await holderOf(ctx, signed(ctx.body))
    return async ({ db, who, auditTarget }) => {
      auditTarget(who.userId)
      await bindIdentity(db, who.userId, externalIdentityOf(holder))
    }
  }),
  unbind: unbinding('ca'),
  isBound: async ({ db, body, who }) => {
    if (body.userId !== who.userId && !who.rights.isAdmin) refuse('forbidden')
    return hasCertificate(db, body.userId)
  },
})
