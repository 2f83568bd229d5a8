import { passkey } from '@hufu/contract/credentials/passkey'
import { refuse } from '../../../platform/http/refuse.ts'
import { stepUpSession } from '../../../platform/access/sessions.ts'
import { prepare, feature } from '../../../platform/http/context.ts'
import {
  completeSignIn,
  forgetDevices,
  pendingStep,
  requireSecondFactor,
  removeSignInMethod,
  verifyCredential,
} from '../../sign-in/index.ts'
import { ALGORITHMS, challengeIn, readAttestation, siteOf, type RelyingParty } from './ceremony.ts'
import { CHALLENGE_SECONDS, newChallenge, takeChallenge } from './challenge.ts'
import { passkeyCredential } from './passkey-credential.ts'
import { descriptorsOf, insertPasskey, listPasskeys, removePasskey, renamePasskey } from './passkey.sql.ts'

const timeout = CHALLENGE_SECONDS * 1000

const proveOptions = (site: RelyingParty, challenge: string) => ({
  rpId: site.rpId,
  challenge,
  timeout,
  userVerification: 'required' as const,
})

export const passkeyFeature = feature('passkey', passkey, {
  signInOptions: async ({ db, kernel, query, ip, request }) => {
    await kernel.addressLimits.count('passkeyOptions', ip)
    const site = siteOf({ kernel, request })
    if (query.pending === undefined) return proveOptions(site, await newChallenge(db, { use: 'signIn' }))
    const { userId } = await pendingStep(kernel, query.pending, ip)
    const challenge = await newChallenge(db, { use: 'secondStep', userId })
    return { ...proveOptions(site, challenge), allowCredentials: await descriptorsOf(db, userId) }
  },
  signIn: prepare(async ctx => {
    const { kernel, body, ip, agent } = ctx
    const byPasskey = passkeyCredential({ assertion: body.assertion, site: siteOf(ctx), wanted: { use: 'signIn' } })
    const account = await verifyCredential(kernel, byPasskey, { ip, agent })
    return inner => completeSignIn(inner, account, 'passkey')
  }),
  list: ({ db, who }) => listPasskeys(db, who.userId),
  registerOptions: async ctx => {
    const { db, kernel, who } = ctx
    await requireSecondFactor(ctx)
    const { rpId } = siteOf(ctx)
    return {
      rp: { id: rpId, name: kernel.config.values.systemName },
      user: { id: Buffer.from(who.userId).toString('base64url'), name: who.userName, displayName: who.realName },
      challenge: await newChallenge(db, { use: 'register', userId: who.userId, sessionId: who.sessionId }),
      pubKeyCredParams: ALGORITHMS.map(alg => ({ alg, type: 'public-key' as const })),
      timeout,
      attestation: 'none' as const,
      excludeCredentials: await descriptorsOf(db, who.userId),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
    }
  },
  register: prepare(async ctx => {
    const { kernel, who, body } = ctx
    const challenge = challengeIn(body.attestation)
    const wanted = { use: 'register' as const, userId: who.userId, sessionId: who.sessionId }
    // The challenge was given to this session only, after its user had proven themselves.
    if (!(await takeChallenge(kernel.db, challenge, wanted))) refuse('passkeyWrong')
    const fresh = (await readAttestation(body.attestation, siteOf(ctx), challenge)) ?? refuse('passkeyWrong')
    return async ({ db, auditTarget, afterCommit }) => {
      const id = await insertPasskey(db, who.userId, body.name, fresh)
      auditTarget(id)
      await stepUpSession(db, who.sessionId, 'crypto')
      afterCommit(() => kernel.sessions.forget())
      return { id }
    }
  }),
  rename: async ({ db, who, body, auditTarget }) => {
    auditTarget(body.id)
    await renamePasskey(db, who.userId, body.id, body.name)
  },
  remove: async ({ db, kernel, who, query, auditTarget }) => {
    auditTarget(query.id)
    await removeSignInMethod(kernel, db, who.userId, () => removePasskey(db, who.userId, query.id))
    await forgetDevices(db, [who.userId])
  },
  proveOptions: async ctx => {
    const { db, who } = ctx
    const challenge = await newChallenge(db, { use: 'stepUp', userId: who.userId, sessionId: who.sessionId })
    return { ...proveOptions(siteOf(ctx), challenge), allowCredentials: await descriptorsOf(db, who.userId) }
  },
})
