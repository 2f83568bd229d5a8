import { factor } from '@hufu/contract/credentials/factor'
import type { BodyOf } from '@hufu/contract/call'
import { refuseElsewhere } from '../../../platform/access/seniority.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { endSessions } from '../../../platform/access/session-lifecycle.ts'
import { stepUpSession } from '../../../platform/access/sessions.ts'
import { prepare, feature, type Context } from '../../../platform/http/context.ts'
import { passkeyCredential } from '../passkey/passkey-credential.ts'
import { siteOf } from '../passkey/ceremony.ts'
import { codeCredential } from '../totp/totp.ts'
import { lockUser } from '../../directory/index.ts'
import {
  type Credential,
  completeSignIn,
  forgetAllTries,
  boundFactorsOf,
  pendingStep,
  plainPassword,
  strengthOf,
  takePendingStep,
  verifyCredential,
} from '../../sign-in/index.ts'
import { removeFactors, totpSince } from './factor.sql.ts'

type Step = Context<unknown, BodyOf<typeof factor.secondStep>>
type StepUp = Context<unknown, BodyOf<typeof factor.stepUp>>

async function stepCredential(ctx: Step): Promise<Credential> {
  const { kernel, body, ip } = ctx
  const { kind, code = '', assertion } = body
  const { userId, loginType, factors } = await pendingStep(kernel, body.pending, ip)
  if (!factors.includes(kind)) refuse('secondStepOver')
  if (kind !== 'passkey') return codeCredential(kind, userId, code, loginType)
  const wanted = { use: 'secondStep' as const, userId }
  return passkeyCredential({ assertion: assertion ?? refuse('passkeyWrong'), site: siteOf(ctx), wanted, loginType })
}

/** Steps up with the user's own password, even if sign-in by password is switched off. */
function ownCredential(ctx: StepUp): Credential {
  const { who, body } = ctx
  const { kind, secret = '', assertion } = body
  if (kind === 'password') return { ...plainPassword({ loginName: who.userName, pwd: secret }), isOpen: () => true }
  if (kind === 'totp') return codeCredential('totp', who.userId, secret, 'password')
  const wanted = { use: 'stepUp' as const, userId: who.userId, sessionId: who.sessionId }
  return { ...passkeyCredential({ assertion: assertion ?? refuse('passkeyWrong'), site: siteOf(ctx), wanted }), isOpen: () => true }
}

export const factorFeature = feature('factor', factor, {
  secondStep: prepare(async ctx => {
    const { kernel, body, ip, agent } = ctx
    const account = await verifyCredential(kernel, await stepCredential(ctx), { ip, agent })
    return async inner => {
      const { loginType, remark, origin } = await takePendingStep(inner.db, body.pending, account, ip)
      return completeSignIn(inner, account, loginType, { factor: strengthOf[body.kind], isProven: true, remark, origin })
    }
  }),
  mine: async ({ db, who }) => {
    const { totp, recoveryCodes, passkeys } = await boundFactorsOf(db, who.userId)
    return {
      demand: who.rights.secondFactor,
      shown: who.factor,
      totp,
      totpSince: await totpSince(db, who.userId),
      recoveryCodes,
      passkeys,
    }
  },
  stepUp: prepare(async ctx => {
    const { kernel, who, body, ip, agent } = ctx
    const account = await verifyCredential(kernel, ownCredential(ctx), { ip, agent })
    if (account.id !== who.userId) refuse('wrongCredentials')
    return async ({ db, afterCommit }) => {
      await stepUpSession(db, who.sessionId, body.kind === 'password' ? '' : strengthOf[body.kind])
      afterCommit(() => kernel.sessions.forget())
    }
  }),
  reset: async ctx => {
    const { db, kernel, who, scope, body, auditTarget, afterCommit } = ctx
    if (body.id === who.userId) refuse('ownFactors')
    auditTarget(body.id)
    await lockUser(ctx, body.id)
    await refuseElsewhere(db, scope, [body.id])
    await removeFactors(db, body.id)
    await forgetAllTries(db, body.id)
    await endSessions(db, [body.id])
    afterCommit(() => kernel.sessions.forget())
  },
})
