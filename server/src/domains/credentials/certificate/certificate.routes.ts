import { certificate } from '@hufu/contract/credentials/certificate'
import { refuse } from '../../../platform/http/refuse.ts'
import { before, feature } from '../../../platform/http/turn.ts'
import { bindIdentity, unbinding } from '../scan/scan.ts'
import { enter, verifyCredential } from '../../sign-in/index.ts'
import { hasCertificate } from './certificate.sql.ts'
import { certificateCredential, foreignOf, holderOf, newNonce, NONCE_SECONDS, passedOn, signed } from './certificate.ts'

export const certificateFeature = feature('certificate', certificate, {
  nonce: async ({ kernel, ip }) => {
    await kernel.addressLimits.count('certificateNonce', ip)
    return { nonce: await newNonce(kernel), expire: NONCE_SECONDS }
  },
  login: before(async turn => {
    const known = await verifyCredential(turn.kernel, certificateCredential(turn, signed(turn.body)), turn)
    return inner => enter(inner, known, 'ca')
  }),
  loginByProxy: before(async turn => {
    const known = await verifyCredential(turn.kernel, certificateCredential(turn, passedOn(turn)), turn)
    return inner => enter(inner, known, 'ca')
  }),
  bind: before(async turn => {
    const holder = await holderOf(turn, signed(turn.body))
    return async ({ db, who, note }) => {
      note(who.userId)
      await bindIdentity(db, who.userId, foreignOf(holder))
    }
  }),
  unbind: unbinding('ca'),
  isBound: async ({ db, body, who }) => {
    if (body.userId !== who.userId && !who.rights.isAdmin) refuse('forbidden')
    return hasCertificate(db, body.userId)
  },
})
