import { factor } from '@hufu/contract/credentials/factor'
import type { BodyOf } from '@hufu/contract/call'
import { refuseElsewhere } from '../../../platform/access/authority.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { endSessions } from '../../../platform/access/end-session.ts'
import { raiseSession } from '../../../platform/access/sessions.ts'
import { before, feature, type Turn } from '../../../platform/http/turn.ts'
import { passkeyCredential, siteOf } from '../passkey/passkey.ts'
import { codeCredential } from '../totp/totp.ts'
import { holdUser } from '../../directory/index.ts'
import {
  type Credential,
  enter,
  forgetAllTries,
  heldBy,
  pendingStep,
  plainPassword,
  strengthOf,
  takePendingStep,
  verifyCredential,
} from '../../sign-in/index.ts'
import { removeFactors, totpSince } from './factor.sql.ts'

type Step = Turn<unknown, BodyOf<typeof factor.secondStep>>
type StepUp = Turn<unknown, BodyOf<typeof factor.stepUp>>

async function stepCredential(turn: Step): Promise<Credential> {
  const { kernel, body, ip } = turn
  const { kind, code = '', assertion } = body
  const { userId, loginType, factors } = await pendingStep(kernel, body.pending, ip)
  if (!factors.includes(kind)) refuse('secondStepOver')
  if (kind !== 'passkey') return codeCredential(kind, userId, code, loginType)
  const wanted = { use: 'secondStep' as const, userId }
  return passkeyCredential({ assertion: assertion ?? refuse('passkeyWrong'), site: siteOf(turn), wanted, loginType })
}

/** Whoever signed in this way proves himself again: by his password, whether or not passwords open the door. */
function ownCredential(turn: StepUp): Credential {
  const { who, body } = turn
  const { kind, secret = '', assertion } = body
  if (kind === 'password') return { ...plainPassword({ loginName: who.userName, pwd: secret }), isOpen: () => true }
  if (kind === 'totp') return codeCredential('totp', who.userId, secret, 'password')
  const wanted = { use: 'stepUp' as const, userId: who.userId, sessionId: who.sessionId }
  return { ...passkeyCredential({ assertion: assertion ?? refuse('passkeyWrong'), site: siteOf(turn), wanted }), isOpen: () => true }
}

export const factorFeature = feature('factor', factor, {
  secondStep: before(async turn => {
    const { kernel, body, ip, agent } = turn
    const known = await verifyCredential(kernel, await stepCredential(turn), { ip, agent })
    return async inner => {
      const { loginType, remark, origin } = await takePendingStep(inner.db, body.pending, known, ip)
      return enter(inner, known, loginType, { factor: strengthOf[body.kind], isProven: true, remark, origin })
    }
  }),
  mine: async ({ db, who }) => {
    const { totp, recoveryCodes, passkeys } = await heldBy(db, who.userId)
    return {
      demand: who.rights.secondFactor,
      shown: who.factor,
      totp,
      totpSince: await totpSince(db, who.userId),
      recoveryCodes,
      passkeys,
    }
  },
  stepUp: before(async turn => {
    const { kernel, who, body, ip, agent } = turn
    const known = await verifyCredential(kernel, ownCredential(turn), { ip, agent })
    if (known.id !== who.userId) refuse('wrongCredentials')
    return async ({ db, afterCommit }) => {
      await raiseSession(db, who.sessionId, body.kind === 'password' ? '' : strengthOf[body.kind])
      afterCommit(() => kernel.sessions.forget())
    }
  }),
  reset: async turn => {
    const { db, kernel, who, scope, body, note, afterCommit } = turn
    if (body.id === who.userId) refuse('ownFactors')
    note(body.id)
    await holdUser(turn, body.id)
    await refuseElsewhere(db, scope, [body.id])
    await removeFactors(db, body.id)
    await forgetAllTries(db, body.id)
    await endSessions(db, [body.id])
    afterCommit(() => kernel.sessions.forget())
  },
})
