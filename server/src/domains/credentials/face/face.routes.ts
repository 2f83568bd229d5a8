import { face } from '@hufu/contract/credentials/face'
import { issueOneTime } from '../../../platform/secrets/one-time.ts'
import { prepare, feature } from '../../../platform/http/context.ts'
import { askSecondStep, completeSignIn, verifyCredential } from '../../sign-in/index.ts'
import { idCardHash, faceCredential, faceProvider, refusePicture } from './face-credential.ts'
import { findByNameAndCard } from './face.sql.ts'
import { text } from './text.ts'

const VERIFICATION_TOKEN_SECONDS = 300

export const faceFeature = feature('face', face, {
  check: prepare(async ({ kernel, body, ip }) => {
    // Refuses before any look-up if sign-in by face is switched off.
    faceProvider(kernel)
    await kernel.addressLimits.count('face', ip)
    return async ({ db, afterCommit }) => {
      const userId = await findByNameAndCard(db, body.name.trim(), idCardHash(kernel, body.card))
      // Unknown users cost the same work: a proof is made and not returned.
      const proof = await issueOneTime(db, 'faceProof', { seconds: VERIFICATION_TOKEN_SECONDS, ...(userId !== undefined && { userId }) })
      if (userId === undefined) return { pass: false, proof: '' }
      afterCommit(() => kernel.addressLimits.giveBack('face', ip))
      return { pass: true, proof }
    }
  }),
  login: prepare(async ({ kernel, body, ip, agent, log, traceId }) => {
    const provider = faceProvider(kernel)
    refusePicture(body.image)
    let number = ''
    const callbacks = {
      transaction: (transaction: string, pass: boolean) => {
        number = transaction
        log.info({ traceId, transaction, pass }, 'face compared')
      },
      onError: ({ kind, message }: { kind: string; message: string }) => log.warn({ traceId, kind, said: message }, 'face not compared'),
    }
    const caller = { ip, agent }
    const account = await verifyCredential(kernel, faceCredential(body, provider, callbacks), caller)
    const remark = text.transaction(number)
    await askSecondStep(kernel, account, 'face', caller, { remark })
    return ctx => completeSignIn(ctx, account, 'face', { remark })
  }),
})
