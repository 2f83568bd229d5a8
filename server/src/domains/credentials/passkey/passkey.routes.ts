import { passkey } from '@hufu/contract/credentials/passkey'
import { refuse } from '../../../platform/http/refuse.ts'
import { raiseSession } from '../../../platform/access/sessions.ts'
import { before, feature } from '../../../platform/http/turn.ts'
import { enter, forgetDevices, pendingStep, requireShown, takeAway, verifyCredential } from '../../sign-in/index.ts'
import { ALGORITHMS, challengeIn, readAttestation, siteOf, type Site } from './ceremony.ts'
import { CHALLENGE_SECONDS, newChallenge, takeChallenge } from './challenge.ts'
import { passkeyCredential } from './passkey-credential.ts'
import { descriptorsOf, insertPasskey, listPasskeys, removePasskey, renamePasskey } from './passkey.sql.ts'

const timeout = CHALLENGE_SECONDS * 1000

const proveOptions = (site: Site, challenge: string) => ({
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
  signIn: before(async turn => {
    const { kernel, body, ip, agent } = turn
    const byPasskey = passkeyCredential({ assertion: body.assertion, site: siteOf(turn), wanted: { use: 'signIn' } })
    const known = await verifyCredential(kernel, byPasskey, { ip, agent })
    return inner => enter(inner, known, 'passkey')
  }),
  list: ({ db, who }) => listPasskeys(db, who.userId),
  registerOptions: async turn => {
    const { db, kernel, who } = turn
    await requireShown(turn)
    const { rpId } = siteOf(turn)
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
  register: before(async turn => {
    const { kernel, who, body } = turn
    const challenge = challengeIn(body.attestation)
    const wanted = { use: 'register' as const, userId: who.userId, sessionId: who.sessionId }
    // Given out to this session alone, after its person had proven himself.
    if (!(await takeChallenge(kernel.db, challenge, wanted))) refuse('passkeyWrong')
    const fresh = (await readAttestation(body.attestation, siteOf(turn), challenge)) ?? refuse('passkeyWrong')
    return async ({ db, note, afterCommit }) => {
      const id = await insertPasskey(db, who.userId, body.name, fresh)
      note(id)
      await raiseSession(db, who.sessionId, 'crypto')
      afterCommit(() => kernel.sessions.forget())
      return { id }
    }
  }),
  rename: async ({ db, who, body, note }) => {
    note(body.id)
    await renamePasskey(db, who.userId, body.id, body.name)
  },
  remove: async ({ db, kernel, who, query, note }) => {
    note(query.id)
    await takeAway(kernel, db, who.userId, () => removePasskey(db, who.userId, query.id))
    await forgetDevices(db, [who.userId])
  },
  proveOptions: async turn => {
    const { db, who } = turn
    const challenge = await newChallenge(db, { use: 'stepUp', userId: who.userId, sessionId: who.sessionId })
    return { ...proveOptions(siteOf(turn), challenge), allowCredentials: await descriptorsOf(db, who.userId) }
  },
})
